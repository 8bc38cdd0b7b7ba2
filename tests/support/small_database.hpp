#pragma once

// A small database in a folder, made of HURIs in one process; it has no vocabulary.

#include <filesystem>
#include <span>
#include <vector>

#include "quadstore/generation.hpp"
#include "quadstore/quad.hpp"
#include "quadstore/shard_builder.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::testing {

// Builds like the loader. `quads` in any order, with or without duplicates, also rows of triple terms.
inline void build_small_database(const std::filesystem::path& folder, const std::vector<Quad>& quads,
                                 std::uint32_t shards, std::span<const Huri> heavy_objects) {
  const HeavyObjects heavy = HeavyObjects::of_objects(heavy_objects);
  std::filesystem::create_directories(folder / generation_folder(1));
  Manifest manifest;
  manifest.shards = shards;
  TablesOfViews tables;
  for (std::uint32_t shard = 0; shard < shards; ++shard) {
    std::vector<TripleRow> triples_by_subject, triples_by_object;
    std::vector<QuadRow> quads_by_subject, quads_by_object;
    for (const Quad& quad : quads) {
      const bool named = quad.graph != kDefaultGraph;
      const bool subject_here = shard_of(quad.subject, shards) == ShardId(shard);
      const bool object_here = heavy.object_shard(quad.subject, quad.object, shards) == ShardId(shard);
      if (subject_here && !named) triples_by_subject.push_back(triple_row(quad));
      if (object_here && !named) triples_by_object.push_back(triple_row(quad));
      if (subject_here && named) quads_by_subject.push_back(quad_row(quad));
      if (object_here && named) quads_by_object.push_back(quad_row(quad));
    }
    const ShardRows rows{triples_by_subject, triples_by_object, quads_by_subject, quads_by_object};
    std::vector<std::byte> scratch(shard_scratch_bytes(rows));
    const std::string path = shard_file_path(1, shard);
    const BuiltShard built = build_shard(folder / path, ShardId(shard), shards, rows, scratch, heavy);
    manifest.default_quads += built.default_quads;
    manifest.named_quads += built.named_quads;
    manifest.terms_of_kind[static_cast<std::size_t>(HuriKind::triple_term)] += built.triple_terms;
    manifest.files.push_back({path, file_role::kShard, shard, built.seal});
    add(tables, built.tables);
    manifest.inferred_quads += built.tables[index(View::inferred)].statistics.default_graph.rows() +
                               built.tables[index(View::inferred)].statistics.named_graphs.rows();
  }
  for (const View view : {View::all, View::stated, View::inferred}) {
    if (view != View::all && manifest.inferred_quads == 0) continue;
    const RowTables all = make_tables(tables[index(View::all)], {});
    for (const ManifestFile& file :
         write_tables(folder, 1, view, make_tables(tables[index(view)], all.heavy.entries()))) {
      manifest.files.push_back(file);
    }
  }
  manifest.write(folder);
}

}  // namespace quadrille::testing
