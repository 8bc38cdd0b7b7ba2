#include "loader/database/stored_triples.hpp"

#include <span>

#include "base/assert.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

StoredTriples::StoredTriples(const Generation& generation) {
  if (generation.manifest().triple_terms() == 0) return;
  for (std::uint32_t shard = 0; shard < generation.shards(); ++shard) {
    const ShardId its{shard};
    if (generation.is_open(its)) {
      by_number_.push_back(&generation.run(Permutation::tspo, its));
      by_subject_.push_back(&generation.run(Permutation::spot, its));
    } else {
      const std::string path = shard_file_path(generation.manifest().generation, shard);
      const ShardFile& file = others_.emplace_back(generation.folder() / path);
      by_number_.push_back(&file.run(Permutation::tspo));
      by_subject_.push_back(&file.run(Permutation::spot));
    }
  }
}

bool StoredTriples::holds(Huri triple) const {
  if (triple.kind() != HuriKind::triple_term || triple.is_volatile()) return false;
  const std::size_t shard = index(triple_shard(triple));
  return shard < by_number_.size() && triple_row_number(triple) < by_number_[shard]->rows();
}

TripleComponents StoredTriples::components(Huri triple) const {
  QUADRILLE_ASSERT(holds(triple), "a triple term of the base has its row");
  const RunView& run = *by_number_[index(triple_shard(triple))];
  const std::uint64_t row = triple_row_number(triple);
  TripleComponents found;
  for (int column = 0; column < 3; ++column) {
    run.read(ColumnIndex(column + 1), {row, row + 1}, std::span(&found[static_cast<std::size_t>(column)], 1));
  }
  return found;
}

Huri StoredTriples::find(const TripleComponents& components) const {
  if (by_subject_.empty()) return kUnbound;
  const auto shards = static_cast<std::uint32_t>(by_subject_.size());
  const RunView& run = *by_subject_[index(shard_of(components[0], shards))];
  const RowRange rows = run.find({components[0], components[1], components[2]});
  if (rows.empty()) return kUnbound;
  Huri triple;
  run.read(ColumnIndex(3), rows, std::span(&triple, 1));
  return triple;
}

}  // namespace quadrille
