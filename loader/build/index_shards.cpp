#include "loader/build/index_shards.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "loader/build/find_heavy_objects.hpp"
#include "loader/build/shared_list.hpp"
#include "quadstore/generation.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kChunkRows = 1 << 16;

template <int kColumns>
ShardedRows<kColumns> by_subject(ShardedWork& work, RowLog<kColumns>& log, pgas::QueryArena& arena) {
  const std::uint32_t shards = work.shards();
  return partition_log<kColumns>(work, log, arena, [&](const Row<kColumns>& row) { return shard_of(row[0], shards); });
}

template <int kColumns>
ShardedRows<kColumns> by_object(PartOfWork& work, std::uint32_t shards, std::span<const Row<kColumns>> rows,
                                const HeavyObjects& heavy, pgas::QueryArena& arena) {
  const auto for_each_chunk = [&](const auto& visit) {
    for (std::size_t begin = 0; begin < rows.size(); begin += kChunkRows) {
      const auto chunk = rows.subspan(begin, std::min(kChunkRows, rows.size() - begin));
      visit(chunk);
      work.pulse(chunk.size());
    }
  };
  return partition_rows<kColumns>(rows.size(), shards, arena, for_each_chunk,
                                  [&](const Row<kColumns>& row) { return heavy.object_shard(row[0], row[2], shards); });
}

HeavyObjects find_heavy(ShardedWork& work, std::span<const TripleRow> triples, std::span<const QuadRow> quads,
                        pgas::QueryArena& arena) {
  PartOfWork visiting(work, kPartOfAVisit, kPartsOfIndex);
  const std::uint64_t rows = triples.size() + quads.size();
  const auto chunks = [&](const RowVisit& visit) {
    visit(triples, quads);
    visiting.pulse(rows);
  };
  return HeavyObjects::of_objects(find_heavy_objects(work.team(), arena, rows, chunks, work.shards()));
}

TableShare sum_of_all(pgas::Team& team, const TableShare& mine) {
  TableShare sum;
  for (const std::string& bytes : team.all_gather_bytes(mine.statistics.serialise())) {
    sum.statistics.add(Statistics::parse(bytes, "statistics"));
  }
  for (const std::vector<HeavyEntry>& theirs : gather_lists(team, mine.heavy)) {
    sum.heavy.insert(sum.heavy.end(), theirs.begin(), theirs.end());
  }
  return sum;
}

std::uint64_t rows_of(const TableShare& share) {
  return share.statistics.default_graph.rows() + share.statistics.named_graphs.rows();
}

// The views that need tables; the same on all images.
std::vector<View> views_of(pgas::Team& team, const TablesOfViews& mine) {
  const std::uint64_t all = rows_of(mine[index(View::all)]);
  std::vector<View> views{View::all};
  if (team.sum(all - rows_of(mine[index(View::closure)])) > 0) views.push_back(View::closure);
  if (team.sum(all - rows_of(mine[index(View::stated)])) > 0) {
    views.push_back(View::stated);
    views.push_back(View::inferred);
  }
  return views;
}

}  // namespace

ShardIndexer::ShardIndexer(ShardedWork& work, HeavyObjects heavy, std::filesystem::path folder,
                           std::uint64_t generation)
    : work_(work),
      building_(work, kPartToBuild, kPartsOfIndex),
      heavy_(std::move(heavy)),
      folder_(std::move(folder)),
      generation_(generation) {}

void ShardIndexer::build(const ShardSides& sides, ShardRounds rounds, pgas::QueryArena& arena) {
  RowExchange<3> triples_by_subject(work_, sides.triples_by_subject, rounds, arena);
  RowExchange<4> quads_by_subject(work_, sides.quads_by_subject, rounds, arena);
  RowExchange<3> triples_by_object(work_, sides.triples_by_object, rounds, arena);
  RowExchange<4> quads_by_object(work_, sides.quads_by_object, rounds, arena);
  for (std::uint32_t round = rounds.begin; round < rounds.end; ++round) {
    pgas::QueryArena shard_arena(work_.heap());
    ShardRows rows;
    rows.triples_by_subject = triples_by_subject.gather(round, shard_arena);
    rows.triples_by_object = triples_by_object.gather(round, shard_arena);
    rows.quads_by_subject = quads_by_subject.gather(round, shard_arena);
    rows.quads_by_object = quads_by_object.gather(round, shard_arena);
    const std::uint32_t shard = work_.first_shard() + round;
    if (shard < work_.end_shard()) build_one(shard, rows, shard_arena);  // other images may have one more shard
  }
  triples_by_subject.finish();
  triples_by_object.finish();
  quads_by_subject.finish();
  quads_by_object.finish();
}

void ShardIndexer::build_one(std::uint32_t shard, const ShardRows& rows, pgas::QueryArena& arena) {
  const std::string path = shard_file_path(generation_, shard);
  const std::span<std::byte> scratch = arena.make_span<std::byte>(shard_scratch_bytes(rows));
  const BuiltShard built = build_shard(folder_ / path, ShardId(shard), work_.shards(), rows, scratch, heavy_);
  indexed_.default_quads += built.default_quads;
  indexed_.named_quads += built.named_quads;
  indexed_.inferred_quads += rows_of(built.tables[index(View::inferred)]);
  add(tables_, built.tables);
  indexed_.files.push_back({path, file_role::kShard, shard, built.seal});
  building_.pulse(rows.triples_by_subject.size() + rows.quads_by_subject.size());
}

IndexedShards ShardIndexer::finish() {
  pgas::Team& team = work_.team();
  indexed_.default_quads = team.sum(indexed_.default_quads);
  indexed_.named_quads = team.sum(indexed_.named_quads);
  indexed_.inferred_quads = team.sum(indexed_.inferred_quads);
  indexed_.tables = gather_tables(team, tables_);
  return std::move(indexed_);
}

std::vector<std::pair<View, RowTables>> gather_tables(pgas::Team& team, const TablesOfViews& mine,
                                                      std::span<const HeavyEntry> known) {
  std::vector<std::pair<View, RowTables>> tables;
  for (const View view : views_of(team, mine)) {
    const TableShare all = sum_of_all(team, mine[index(view)]);
    tables.emplace_back(view, make_tables(all, tables.empty() ? known : tables.front().second.heavy.entries()));
  }
  return tables;
}

void write_all_tables(const std::filesystem::path& folder, std::uint64_t generation,
                      std::span<const std::pair<View, RowTables>> tables, std::vector<ManifestFile>& files) {
  for (const auto& [view, its] : tables) {
    const auto written = write_tables(folder, generation, view, its);
    files.insert(files.end(), written.begin(), written.end());
  }
}

IndexedShards index_shards(ShardedWork& work, QuadLog& log, pgas::QueryArena& arena,
                           const std::filesystem::path& folder, std::uint64_t generation) {
  ShardSides sides;
  sides.triples_by_subject = by_subject<3>(work, log.triples, arena);
  sides.quads_by_subject = by_subject<4>(work, log.quads, arena);
  const std::span<const TripleRow> triples = sides.triples_by_subject.rows;
  const std::span<const QuadRow> quads = sides.quads_by_subject.rows;
  PartOfWork by_subject_done(work, kPartBySubject, kPartsOfIndex), sorting(work, kPartOfAVisit, kPartsOfIndex);
  by_subject_done.pulse(triples.size() + quads.size());
  const HeavyObjects heavy = find_heavy(work, triples, quads, arena);
  sides.triples_by_object = by_object<3>(sorting, work.shards(), triples, heavy, arena);
  sides.quads_by_object = by_object<4>(sorting, work.shards(), quads, heavy, arena);
  ShardIndexer indexer(work, heavy, folder, generation);
  indexer.build(sides, {0, work.most_shards()}, arena);
  return indexer.finish();
}

}  // namespace quadrille
