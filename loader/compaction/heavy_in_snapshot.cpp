#include "loader/compaction/heavy_in_snapshot.hpp"

#include <algorithm>

#include "loader/build/find_heavy_objects.hpp"
#include "loader/build/shared_list.hpp"
#include "loader/compaction/snapshot_columns.hpp"

namespace quadrille {

namespace {

struct ObjectRows {
  Huri object;
  std::uint64_t rows = 0;
};

// Reads the objects of one shard and permutation, ascending, each with its number of rows.
class ObjectCounts {
 public:
  ObjectCounts(ShardedWork& work, const Snapshot& snapshot, Permutation permutation, std::span<const ShardId> shard)
      : work_(work), columns_(snapshot, permutation, shard) {
    next();
  }

  bool at_end() const { return current_.rows == 0; }
  const ObjectRows& current() const { return current_; }

  void next() {
    current_ = {};
    while (fill()) {
      if (current_.rows > 0 && values_.front() != current_.object) return;
      current_.object = values_.front();
      const auto other = std::find_if(values_.begin(), values_.end(), [&](Huri v) { return v != current_.object; });
      current_.rows += static_cast<std::uint64_t>(other - values_.begin());
      values_ = values_.subspan(static_cast<std::size_t>(other - values_.begin()));
    }
  }

 private:
  bool fill() {
    if (!values_.empty()) return true;
    work_.pulse(0);
    if (!columns_.next()) return false;
    values_ = columns_[ColumnIndex{0}];
    return true;
  }

  ShardedWork& work_;
  SnapshotColumns columns_;
  std::span<const Huri> values_;  // of the batch, not counted yet
  ObjectRows current_;
};

// Calls visit(object, rows) for every object of a shard, of all graphs together.
template <class Visit>
void for_each_object(ShardedWork& work, const Snapshot& snapshot, ShardId shard, const Visit& visit) {
  ObjectCounts triples(work, snapshot, Permutation::ops, std::span(&shard, 1));
  ObjectCounts quads(work, snapshot, Permutation::opsg, std::span(&shard, 1));
  while (!triples.at_end() || !quads.at_end()) {
    const bool take_triples =
        !triples.at_end() && (quads.at_end() || triples.current().object <= quads.current().object);
    const bool take_quads = !quads.at_end() && (triples.at_end() || quads.current().object <= triples.current().object);
    const Huri object = take_triples ? triples.current().object : quads.current().object;
    visit(object, (take_triples ? triples.current().rows : 0) + (take_quads ? quads.current().rows : 0));
    if (take_triples) triples.next();
    if (take_quads) quads.next();
  }
}

}  // namespace

std::vector<Huri> heavy_objects_of(ShardedWork& work, const Snapshot& snapshot, std::span<const ShardId> shards) {
  const std::uint64_t all_rows = work.team().sum(rows_of(snapshot, shards));
  const std::uint64_t threshold = std::max(HeavyObjects::threshold(all_rows, work.shards()), kFewRows);
  if (all_rows <= threshold) return {};

  const std::span<const Huri> spread = snapshot.heavy_objects().objects();
  std::vector<std::uint64_t> spread_rows(spread.size());
  std::vector<Huri> mine, heavy;
  for (const ShardId shard : shards) {
    for_each_object(work, snapshot, shard, [&](Huri object, std::uint64_t count) {
      const auto place = std::lower_bound(spread.begin(), spread.end(), object);
      if (place != spread.end() && *place == object) {
        spread_rows[static_cast<std::size_t>(place - spread.begin())] += count;
      } else if (count > threshold) {
        mine.push_back(object);
      }
    });
  }
  for (const std::vector<Huri>& theirs : gather_lists(work.team(), mine)) {
    heavy.insert(heavy.end(), theirs.begin(), theirs.end());
  }
  std::vector<std::uint64_t> sums(spread.size());
  for (const std::vector<std::uint64_t>& theirs : gather_lists(work.team(), spread_rows)) {
    std::transform(sums.begin(), sums.end(), theirs.begin(), sums.begin(), std::plus<>());
  }
  for (std::size_t i = 0; i < spread.size(); ++i) {
    if (sums[i] > threshold) heavy.push_back(spread[i]);
  }
  std::sort(heavy.begin(), heavy.end());
  return heavy;
}

}  // namespace quadrille
