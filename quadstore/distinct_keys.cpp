#include "quadstore/distinct_keys.hpp"

#include <algorithm>

namespace quadrille {

DistinctKeys::DistinctKeys(const MergedRun& run, const QuadPrefix& prefix)
    : run_(run), prefix_(prefix), column_(static_cast<ColumnIndex>(prefix.size())), searcher_(run.base()) {
  const MergedRows all = run.find(prefix);
  rest_ = all.base_rows();
  all.for_each_level([&](const DeltaRun& level, DeltaRun::Entries entries) { levels_.push_back({&level, entries}); });
}

// Moves past the entries with key_ in the levels. Returns how many rows they add, less those that they remove.
std::int64_t DistinctKeys::take_changes() {
  std::int64_t net = 0;
  for (Level& level : levels_) {
    const Huri* const keys = level.run->column(index(column_));
    if (keys[level.rest.begin] != key_) continue;
    const auto end =
        static_cast<std::uint32_t>(std::upper_bound(keys + level.rest.begin, keys + level.rest.end, key_) - keys);
    net += level.run->net({level.rest.begin, end}, run_.view());
    level.rest.begin = end;
  }
  std::erase_if(levels_, [](const Level& level) { return level.rest.empty(); });
  return net;
}

bool DistinctKeys::next() {
  while (!rest_.empty() || !levels_.empty()) {
    const bool is_in_base = !rest_.empty();
    if (is_in_base) key_ = searcher_.value(column_, rest_.begin);
    bool is_changed = false;
    for (const Level& level : levels_) {
      const Huri theirs = level.run->column(index(column_))[level.rest.begin];
      if (!is_in_base && !is_changed) key_ = theirs;
      is_changed |= theirs <= key_;
      key_ = std::min(key_, theirs);
    }
    QuadPrefix with_key = prefix_;
    with_key.push_back(key_);
    RowRange rows{rest_.begin, searcher_.find(with_key).end};
    rows.end = std::max(rows.begin, rows.end);
    rest_.begin = rows.end;
    rows_ = run_.shown_rows(rows);
    if (is_changed) rows_ += static_cast<std::uint64_t>(take_changes());
    if (rows_ > 0) return true;
  }
  return false;
}

}  // namespace quadrille
