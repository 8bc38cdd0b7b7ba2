#include "quadstore/merged_run.hpp"

#include <algorithm>

namespace quadrille {

MergedRows MergedRows::part(RowRange base) const {
  MergedRows part;
  part.base_ = base_;
  part.view_ = view_;
  part.rest_ = base;
  part.size_ = mask_.count(base);
  if (part.size_ < base.size()) part.mask_ = mask_;
  levels_.for_each([&](const DeltaRun& run, DeltaRun::Entries entries) {
    const auto first_on = [&](std::uint64_t position) {
      return std::clamp(run.first_at(DeltaRun::make_place(position, true)), entries.begin, entries.end);
    };
    const DeltaRun::Entries some{base.begin == rest_.begin ? entries.begin : first_on(base.begin),
                                 base.end == rest_.end ? entries.end : first_on(base.end)};
    if (!run.may_concern(some, view_)) return;
    part.size_ += static_cast<std::uint64_t>(run.net(some, view_));
    part.levels_.add(run, some);
  });
  return part;
}

MergedRows MergedRun::rows_at(RowRange base, const QuadPrefix& low, const QuadPrefix& high) const {
  MergedRows rows;
  rows.base_ = base_;
  rows.view_ = view_;
  rows.rest_ = base;
  rows.size_ = mask_.count(base);
  if (rows.size_ < base.size()) rows.mask_ = mask_;
  if (levels_ == nullptr) return rows;
  for (const DeltaLevel* level : levels_->span()) {
    const DeltaRun& run = level->run(permutation());
    const DeltaRun::Entries entries = run.find(base, low, high);
    if (!run.may_concern(entries, view_)) continue;
    rows.size_ += static_cast<std::uint64_t>(run.net(entries, view_));
    rows.levels_.add(run, entries);
  }
  return rows;
}

MergedRows MergedRun::find_range(const QuadPrefix& prefix, Huri low, Huri high) const {
  const RowRange base = base_->find_range(prefix, low, high);
  if (high < low) return {};
  QuadPrefix first = prefix, last = prefix;
  first.push_back(low);
  last.push_back(high);
  return rows_at(base, first, last);
}

std::uint64_t MergedRun::count_at(RowRange base, const QuadPrefix& prefix) const {
  std::uint64_t rows = mask_.count(base);
  if (levels_ == nullptr) return rows;
  for (const DeltaLevel* level : levels_->span()) {
    const DeltaRun& run = level->run(permutation());
    rows += static_cast<std::uint64_t>(run.net(run.find(base, prefix, prefix), view_));
  }
  return rows;
}

// The newest level that changes the row decides, since entries of a row are a chain (D1).
Marks MergedRun::marks_at(RowRange base, const QuadPrefix& row) const {
  const auto levels = levels_ == nullptr ? std::span<const DeltaLevel* const>() : levels_->span();
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    const DeltaRun& run = (*level)->run(permutation());
    const DeltaRun::Entries entries = run.find(base, row, row);
    if (!entries.empty()) return run.change(entries.begin).after;
  }
  const bool is_hidden = levels_ != nullptr && levels_->hidden != nullptr && holds_named_graphs(permutation()) &&
                         levels_->hidden->mask(permutation(), View::all).count(base) == 0;
  if (base.empty() || is_hidden) return Marks::none;
  Marks marks;
  base_->read_marks(base, std::span(&marks, 1));
  return marks;
}

}  // namespace quadrille
