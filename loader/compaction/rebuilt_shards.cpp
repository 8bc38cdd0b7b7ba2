#include "loader/compaction/rebuilt_shards.hpp"

#include <algorithm>
#include <vector>

#include "base/failpoint.hpp"
#include "loader/compaction/heavy_in_snapshot.hpp"
#include "loader/compaction/snapshot_columns.hpp"
#include "loader/database/dump.hpp"
#include "quadstore/inferred_row.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

Failpoint before_pass("rebuild.shards.before"), after_pass("rebuild.shards.after");

constexpr std::uint64_t kCopies = 3;  // of a row, at the peak of a pass: two logs, and one of them again in order

HeavyObjects new_heavy_objects(ShardedWork& work, const Snapshot& snapshot, std::span<const ShardId> shards,
                               const Renumbering& renumbering) {
  std::vector<Huri> heavy = heavy_objects_of(work, snapshot, shards);
  renumbering.apply(heavy);
  std::sort(heavy.begin(), heavy.end());
  return HeavyObjects::of_objects(heavy);
}

// The number of rounds of shards in a pass; the same on all images.
std::uint32_t rounds_of_pass(ShardedWork& work, const Snapshot& snapshot, std::span<const ShardId> shards,
                             std::size_t memory_bytes) {
  std::uint64_t bytes = 0;
  for (const ShardId shard : shards) {
    bytes += snapshot.run(Permutation::spo, shard).rows() * sizeof(TripleRow) +
             snapshot.run(Permutation::spog, shard).rows() * sizeof(QuadRow) +
             snapshot.run(Permutation::spot, shard).count({}) * sizeof(QuadRow);
  }
  const double wanted = static_cast<double>(work.team().max(bytes)) * kCopies;
  const auto room = static_cast<double>(work.team().min(memory_bytes));
  const std::uint32_t rounds = work.most_shards();
  return wanted <= room ? rounds : std::max<std::uint32_t>(1, static_cast<std::uint32_t>(rounds * (room / wanted)));
}

// Marks the shards of all images in some rounds.
std::vector<char> shards_in(const ShardedWork& work, ShardRounds rounds) {
  std::vector<char> in(work.shards(), 0);
  for (std::uint32_t shard = 0; shard < work.shards(); ++shard) {
    const std::uint32_t round = shard - work.first_shard(work.member_of_shard(shard));
    in[shard] = round >= rounds.begin && round < rounds.end;
  }
  return in;
}

// A pass over the rows.
class RowPass {
 public:
  RowPass(ShardedWork& work, const HeavyObjects& heavy, ShardRounds rounds, pgas::QueryArena& arena)
      : work_(work),
        heavy_(heavy),
        in_(shards_in(work, rounds)),
        arena_(arena),
        by_subject_(arena),
        by_object_(arena) {}

  void read(const Snapshot& snapshot, std::span<const ShardId> shards, const Renumbering& renumbering) {
    read_all<3>(snapshot, Permutation::spo, shards, renumbering, by_subject_.triples, by_object_.triples);
    read_all<4>(snapshot, Permutation::spog, shards, renumbering, by_subject_.quads, by_object_.quads);
    read_all<4>(snapshot, Permutation::spot, shards, renumbering, by_subject_.quads, by_object_.quads);
  }

  ShardSides sides() {
    return {
        partition_log<3>(work_, by_subject_.triples, arena_, [&](const TripleRow& row) { return subject_shard(row); }),
        partition_log<3>(work_, by_object_.triples, arena_, [&](const TripleRow& row) { return object_shard(row); }),
        partition_log<4>(work_, by_subject_.quads, arena_, [&](const QuadRow& row) { return subject_shard(row); }),
        partition_log<4>(work_, by_object_.quads, arena_, [&](const QuadRow& row) { return object_shard(row); })};
  }

 private:
  template <class AnyRow>
  ShardId subject_shard(const AnyRow& row) const {
    return shard_of(row[0], work_.shards());
  }
  template <class AnyRow>
  ShardId object_shard(const AnyRow& row) const {
    return heavy_.object_shard(row[0], row[2], work_.shards());
  }
  bool is_in(ShardId shard) const { return in_[static_cast<std::size_t>(index(shard))] != 0; }

  template <int kColumns>
  void read_all(const Snapshot& snapshot, Permutation permutation, std::span<const ShardId> shards,
                const Renumbering& renumbering, RowLog<kColumns>& by_subject, RowLog<kColumns>& by_object) {
    SnapshotColumns columns(snapshot, permutation, shards);
    std::vector<Row<kColumns>> rows;
    std::vector<Marks> marks;
    while (columns.next()) {
      rows.resize(columns.size());
      for (int column = 0; column < kColumns; ++column) {
        const std::span<Huri> values = columns[ColumnIndex(column)];
        renumbering.apply(values);
        for (std::size_t i = 0; i < values.size(); ++i) rows[i][static_cast<std::size_t>(column)] = values[i];
      }
      columns.read_marks(marks);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        Huri& predicate = rows[i][static_cast<std::size_t>(Position::predicate)];
        predicate = with_marks(predicate, marks[i]);
      }
      for (const Row<kColumns>& row : rows) {
        if (row.back().is_unbound()) continue;  // a triple term that no quad uses
        if (is_in(subject_shard(row))) by_subject.append(row);
        if (is_in(object_shard(row))) by_object.append(row);
      }
      work_.pulse(rows.size());
    }
  }

  ShardedWork& work_;
  const HeavyObjects& heavy_;
  const std::vector<char> in_;  // by shard
  pgas::QueryArena& arena_;
  QuadLog by_subject_, by_object_;
};

}  // namespace

IndexedShards rebuild_shards(RebuildWork& work, const Snapshot& snapshot, const Renumbering& renumbering,
                             std::size_t memory_bytes, std::optional<pgas::QueryArena>& rows,
                             const std::filesystem::path& folder, std::uint64_t generation) {
  const std::vector<ShardId> shards = shards_of_member(work.team().rank(), work.team().size(), snapshot.shards());
  work.begin("Heavy objects", 0);
  const HeavyObjects heavy = new_heavy_objects(work, snapshot, shards, renumbering);
  const std::uint32_t step = rounds_of_pass(work, snapshot, shards, memory_bytes);
  const std::uint64_t own_rows = rows_of(snapshot, shards), passes = (work.most_shards() + step - 1) / step;
  work.begin("Index", own_rows * passes + own_rows * kPartToBuild / kPartsOfIndex);
  ShardIndexer indexer(work, heavy, folder, generation);
  for (std::uint32_t begin = 0; begin < work.most_shards(); begin += step) {
    before_pass.pass();
    const ShardRounds rounds{begin, std::min(begin + step, work.most_shards())};
    rows.emplace(work.heap());
    RowPass pass(work, heavy, rounds, *rows);
    pass.read(snapshot, shards, renumbering);
    indexer.build(pass.sides(), rounds, *rows);
    rows.reset();
    after_pass.pass();
  }
  return indexer.finish();
}

}  // namespace quadrille
