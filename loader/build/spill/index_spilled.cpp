#include "loader/build/spill/index_spilled.hpp"

#include <algorithm>

#include "loader/build/find_heavy_objects.hpp"
#include "loader/build/update_huris.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

constexpr std::uint64_t kCopiesOfARound = 5;  // of the rows of a round: both sides, gathered rows, and scratch

}  // namespace

std::uint32_t shards_for(std::uint64_t row_bytes_of_all, std::uint64_t memory_of_an_image) {
  const std::uint64_t room = memory_of_an_image / 5 * 3 / kCopiesOfARound;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(row_bytes_of_all / std::max<std::uint64_t>(room, 1) + 1, kMaxShards));
}

SpilledIndex::SpilledIndex(ShardedWork& work, const std::filesystem::path& folder)
    : work_(work),
      arena_(work.heap()),
      file_(folder),
      triples_by_subject_(file_, work.shards()),
      triples_by_object_(file_, work.shards()),
      quads_by_subject_(file_, work.shards()),
      quads_by_object_(file_, work.shards()) {}

void SpilledIndex::update_huris(const SpilledInput& input, const SpilledTerms& terms, const RankedRanges& ranked,
                                const TripleRanks& triples, const std::function<void(std::span<const Huri>)>& look) {
  for (std::size_t number = 0; number < input.segments().size(); ++number) {
    const InputSegment& segment = input.segments()[number];
    pgas::QueryArena arena(work_.heap());
    const std::span<const Huri> huris = terms.huris_of(number, ranked, arena);
    const auto sort = [&](auto rows, auto& by_subject) {
      update_rows(rows, huris);
      triples.update(number, rows);
      for (const auto& row : rows) by_subject.append(shard_of(row[0], work_.shards()), row);
      work_.pulse(rows.size());
    };
    input.for_each_chunk<3>(segment, [&](std::span<TripleRow> rows) { sort(rows, triples_by_subject_); });
    input.for_each_chunk<4>(segment, [&](std::span<QuadRow> rows) { sort(rows, quads_by_subject_); });
    if (number + 1 == input.segments().size()) look(huris);
  }
  triples_by_subject_.flush();
  quads_by_subject_.flush();
}

template <int kColumns>
void SpilledIndex::for_each_shard(const SpilledRows<kColumns>& rows,
                                  const typename RowSource<kColumns>::Visit& visit) const {
  for (std::uint32_t shard = 0; shard < work_.shards(); ++shard) {
    pgas::QueryArena arena(work_.heap());
    const ShardId wanted{shard};
    visit(rows.load({&wanted, 1}, arena).rows);
  }
}

void SpilledIndex::add(const QuadRow& row) {
  const ShardId shard = shard_of(row[0], work_.shards());
  if (row[3] == kDefaultGraph) {
    triples_by_subject_.append(shard, {row[0], row[1], row[2]});
  } else {
    quads_by_subject_.append(shard, row);
  }
}

HeavyObjects SpilledIndex::find_heavy() {
  PartOfWork visiting(work_, kPartOfAVisit, kPartsOfIndex);
  const auto chunks = [&](const RowVisit& visit) {
    for_each_triples([&](std::span<const TripleRow> rows) { visit(rows, {}), visiting.pulse(rows.size()); });
    for_each_quads([&](std::span<const QuadRow> rows) { visit({}, rows), visiting.pulse(rows.size()); });
  };
  const std::uint64_t rows = triples_by_subject_.rows() + quads_by_subject_.rows();
  return HeavyObjects::of_objects(find_heavy_objects(work_.team(), arena_, rows, chunks, work_.shards()));
}

void SpilledIndex::sort_by_object(const HeavyObjects& heavy) {
  PartOfWork sorting(work_, kPartBySubject + 2 * kPartOfAVisit, kPartsOfIndex);  // in one step here
  const auto sort = [&](auto rows, auto& by_object) {
    for (const auto& row : rows) by_object.append(heavy.object_shard(row[0], row[2], work_.shards()), row);
    sorting.pulse(rows.size());
  };
  for_each_triples([&](std::span<const TripleRow> rows) { sort(rows, triples_by_object_); });
  for_each_quads([&](std::span<const QuadRow> rows) { sort(rows, quads_by_object_); });
  triples_by_object_.flush();
  quads_by_object_.flush();
}

std::vector<ShardId> SpilledIndex::shards_of_round(std::uint32_t round) {
  std::vector<ShardId> shards;
  for (int member = 0; member < work_.team().size(); ++member) {
    const std::uint32_t shard = work_.first_shard(member) + round;
    if (shard < work_.first_shard(member + 1)) shards.push_back(ShardId(shard));
  }
  return shards;
}

IndexedShards SpilledIndex::build(const std::filesystem::path& database, std::uint64_t generation) {
  triples_by_subject_.flush();  // rows that were added
  quads_by_subject_.flush();
  const HeavyObjects heavy = find_heavy();
  sort_by_object(heavy);
  ShardIndexer indexer(work_, heavy, database, generation);
  for (std::uint32_t round = 0; round < work_.most_shards(); ++round) {
    const std::vector<ShardId> shards = shards_of_round(round);
    pgas::QueryArena arena(work_.heap());
    const ShardSides sides{triples_by_subject_.load(shards, arena), triples_by_object_.load(shards, arena),
                           quads_by_subject_.load(shards, arena), quads_by_object_.load(shards, arena)};
    indexer.build(sides, {round, round + 1}, arena);
  }
  return indexer.finish();
}

}  // namespace quadrille
