#include "loader/index_shards.hpp"

#include <algorithm>
#include <string>

#include "loader/find_heavy_objects.hpp"
#include "loader/partition_rows.hpp"
#include "loader/row_exchange.hpp"
#include "loader/shared_list.hpp"
#include "quadstore/shard_builder.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kChunkRows = 1 << 16;

template <int kColumns>
ShardedRows<kColumns> by_subject(BuildContext& context, RowLog<kColumns>& log, pgas::QueryArena& arena) {
  const std::uint32_t shards = context.shards();
  const auto for_each_chunk = [&](const auto& visit) {
    log.for_each_chunk([&](std::span<Row<kColumns>> rows) {
      visit(rows);
      context.pulse(0);
    });
  };
  const auto sharded = partition_rows<kColumns>(log.size(), shards, arena, for_each_chunk,
                                                [&](const Row<kColumns>& row) { return shard_of(row[0], shards); });
  log.clear();
  return sharded;
}

template <int kColumns>
ShardedRows<kColumns> by_object(BuildContext& context, std::span<const Row<kColumns>> rows, const HeavyObjects& heavy,
                                pgas::QueryArena& arena) {
  const std::uint32_t shards = context.shards();
  const auto for_each_chunk = [&](const auto& visit) {
    for (std::size_t begin = 0; begin < rows.size(); begin += kChunkRows) {
      visit(rows.subspan(begin, std::min(kChunkRows, rows.size() - begin)));
      context.pulse(0);
    }
  };
  return partition_rows<kColumns>(rows.size(), shards, arena, for_each_chunk,
                                  [&](const Row<kColumns>& row) { return heavy.object_shard(row[0], row[2], shards); });
}

template <class T>
T sum_of_all(pgas::Team& team, const T& mine) {
  T sum;
  for (const std::string& bytes : team.all_gather_bytes(mine.serialise())) sum.add(T::parse(bytes, "statistics"));
  return sum;
}

HeavyObjects with_counts(pgas::Team& team, const std::vector<HeavyEntry>& mine) {
  std::vector<HeavyEntry> all;
  for (const std::vector<HeavyEntry>& theirs : gather_lists(team, mine)) {
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  return HeavyObjects(std::move(all));
}

}  // namespace

IndexedShards index_shards(BuildContext& context, QuadLog& log, pgas::QueryArena& arena,
                           const std::filesystem::path& folder, std::uint64_t generation) {
  pgas::Team& team = context.team();
  const ShardedRows<3> triples = by_subject<3>(context, log.triples, arena);
  const ShardedRows<4> quads = by_subject<4>(context, log.quads, arena);
  const std::vector<Huri> heavy_objects = find_heavy_objects(team, triples.rows, quads.rows, context.shards());
  const HeavyObjects heavy = HeavyObjects::of_objects(heavy_objects);
  RowExchange<3> triples_by_subject(context, triples, arena);
  RowExchange<4> quads_by_subject(context, quads, arena);
  RowExchange<3> triples_by_object(context, by_object<3>(context, triples.rows, heavy, arena), arena);
  RowExchange<4> quads_by_object(context, by_object<4>(context, quads.rows, heavy, arena), arena);

  IndexedShards indexed;
  std::vector<HeavyEntry> heavy_rows;
  for (std::uint32_t round = 0; round < context.most_shards(); ++round) {
    pgas::QueryArena shard_arena(context.heap());
    ShardRows rows;
    rows.triples_by_subject = triples_by_subject.gather(round, shard_arena);
    rows.triples_by_object = triples_by_object.gather(round, shard_arena);
    rows.quads_by_subject = quads_by_subject.gather(round, shard_arena);
    rows.quads_by_object = quads_by_object.gather(round, shard_arena);
    const std::uint32_t number = context.first_shard() + round;
    if (number >= context.end_shard()) continue;  // others have one more
    const auto shard = ShardId(number);
    const std::string path = shard_file_path(generation, number);
    const std::span<std::byte> scratch = shard_arena.make_span<std::byte>(shard_scratch_bytes(rows));
    const BuiltShard built = build_shard(folder / path, shard, context.shards(), rows, scratch, heavy);
    indexed.default_quads += built.default_quads;
    indexed.named_quads += built.named_quads;
    indexed.statistics.add(built.statistics);
    indexed.files.push_back({path, file_role::kShard, number, built.seal});
    heavy_rows.insert(heavy_rows.end(), built.heavy.begin(), built.heavy.end());
    context.pulse(built.default_quads + built.named_quads);
  }
  triples_by_subject.finish();
  triples_by_object.finish();
  quads_by_subject.finish();
  quads_by_object.finish();
  indexed.default_quads = team.sum(indexed.default_quads);
  indexed.named_quads = team.sum(indexed.named_quads);
  indexed.heavy = with_counts(team, heavy_rows);
  indexed.statistics = sum_of_all(team, indexed.statistics);
  indexed.statistics.add_heavy(indexed.heavy);
  return indexed;
}

}  // namespace quadrille
