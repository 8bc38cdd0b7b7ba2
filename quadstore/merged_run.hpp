#pragma once

// A MergedRun is a run as a snapshot shows it in a view (marks.hpp): the base's rows of a shard and permutation that
// the view shows, without those that its levels hide from the view, together with those that its levels add to it, in
// permutation order. Query operators read it.
//
//   const MergedRun run = snapshot.run(Permutation::pos, shard);
//   MergedRows rows = run.find({p, o});                       rows.size() is exact
//   MergedBatch batch;                                        (merged_batch.hpp)
//   while (!rows.empty()) {
//     batch.take(rows, std::min(rows.size(), 4096));          goes past them
//     batch.read(ColumnIndex{2}, out);
//   }
//
// Without levels it is the base's RunView, at the same cost; a level adds some 30 ns to a search. Local; any number of
// threads. Valid as long as the snapshot.

#include <cstdint>
#include <span>

#include "quadstore/delta_level.hpp"
#include "quadstore/detail/level_heads.hpp"
#include "quadstore/run.hpp"

namespace quadrille {

// The rows of a run that are still to be read, in their order. A value: a copy reads them again.
class MergedRows {
 public:
  MergedRows() = default;

  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { *this = MergedRows(); }
  // For readers that count rows and read no column: afterwards only size() is valid. count <= size().
  void count_off(std::uint64_t count) { size_ -= count; }

  // True if no level and no hidden row concerns these rows: they are the base's rows base_rows().
  bool is_base() const { return levels_.empty() && mask_.shows_all(); }
  // The base's rows among which they are, with those that are hidden, deleted, or shown only by levels.
  RowRange base_rows() const { return rest_; }

  // Those that belong to some of these base rows. An inserted row belongs to the base row after which it comes, or to
  // the first one. So parts that cover base_rows() have each row once. Local; a search in each level.
  MergedRows part(RowRange base) const;
  // Calls use(run, entries) for each level with changes among these rows, from the oldest to the newest. Some entries
  // may have no effect in the view.
  template <class Use>
  void for_each_level(const Use& use) const {
    levels_.for_each(use);
  }

 private:
  friend class MergedRun;
  friend class MergedBatch;

  const RunView* base_ = nullptr;
  RowMask mask_;            // shows_all(): no row of rest_ is hidden
  RowRange rest_;           // of the base, including deleted and hidden rows
  std::uint64_t size_ = 0;  // including the levels
  View view_ = View::all;
  detail::LevelHeads levels_;
};

class MergedRun {
 public:
  // `levels`: of this shard; nullptr if there are none. `hides_base`: `base` is an empty run in place of the
  // generation's.
  MergedRun(const RunView& base, const LevelList* levels, View view = View::all, bool hides_base = false)
      : base_(&base), levels_(levels), mask_(base.mask(view)), view_(view), hides_base_(hides_base) {
    if (levels_ != nullptr && levels_->empty()) levels_ = nullptr;
    if (levels_ != nullptr && levels_->hidden != nullptr && holds_named_graphs(permutation())) {
      mask_ = levels_->hidden->mask(permutation(), view);
    }
  }
  // The same run in another view.
  MergedRun in(View view) const { return {*base_, levels_, view, hides_base_}; }

  Permutation permutation() const { return base_->permutation(); }
  int columns() const { return base_->columns(); }
  const RunView& base() const { return *base_; }
  View view() const { return view_; }
  // True if these are exactly the rows that the view shows of the generation's run, so that all facts about them apply.
  bool is_base() const { return levels_ == nullptr && !hides_base_; }
  // True if no graph has been cleared: all changes are entries of levels.
  bool shows_base() const { return !hides_base_ && (levels_ == nullptr || levels_->hidden == nullptr); }
  std::uint64_t rows() const { return count({}); }

  // The rows whose first columns equal `prefix`.
  MergedRows find(const QuadPrefix& prefix) const { return rows_at(base_->find(prefix), prefix, prefix); }

  // The rows whose first columns equal `prefix` and whose next column is in [low, high], both included.
  MergedRows find_range(const QuadPrefix& prefix, Huri low, Huri high) const;

  // The number of rows that begin with `prefix`: exact, by search.
  std::uint64_t count(const QuadPrefix& prefix) const { return count_at(base_->find(prefix), prefix); }

  // The same for callers that have searched the base with a RunSearcher: `base` is the result for the prefix.
  std::uint64_t count_at(RowRange base, const QuadPrefix& prefix) const;
  MergedRows rows_at(RowRange base, const QuadPrefix& prefix) const { return rows_at(base, prefix, prefix); }
  // The marks of the row `row`, in all views: none if it is not there. `base`: the result of the search for it.
  Marks marks_at(RowRange base, const QuadPrefix& row) const;
  // The number of these base rows that the view shows, without levels.
  std::uint64_t shown_rows(RowRange base) const { return mask_.count(base); }

 private:
  MergedRows rows_at(RowRange base, const QuadPrefix& low, const QuadPrefix& high) const;

  const RunView* base_;
  const LevelList* levels_;
  RowMask mask_;
  View view_;
  bool hides_base_;
};

}  // namespace quadrille
