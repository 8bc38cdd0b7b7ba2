#include "quadstore/merged_run.hpp"

#include <algorithm>

namespace quadrille {

MergedRows MergedRows::part(RowRange base) const {
  MergedRows part;
  part.base_ = base_;
  part.rest_ = base;
  part.size_ = mask_.count(base);
  if (part.size_ < base.size()) part.mask_ = mask_;
  levels_.for_each([&](const DeltaRun& run, DeltaRun::Entries entries) {
    const auto first_on = [&](std::uint64_t position) {
      return std::clamp(run.first_at(DeltaRun::make_word(position, true, false)), entries.begin, entries.end);
    };
    const DeltaRun::Entries some{base.begin == rest_.begin ? entries.begin : first_on(base.begin),
                                 base.end == rest_.end ? entries.end : first_on(base.end)};
    part.size_ += static_cast<std::uint64_t>(run.net(some));
    part.levels_.add(run, some);
  });
  return part;
}

MergedRows MergedRun::rows_at(RowRange base, const QuadPrefix& low, const QuadPrefix& high) const {
  MergedRows rows;
  rows.base_ = base_;
  rows.rest_ = base;
  rows.size_ = mask_.count(base);
  if (rows.size_ < base.size()) rows.mask_ = mask_;
  if (levels_ == nullptr) return rows;
  for (const DeltaLevel* level : levels_->span()) {
    const DeltaRun& run = level->run(permutation());
    const DeltaRun::Entries entries = run.find(base, low, high);
    rows.size_ += static_cast<std::uint64_t>(run.net(entries));
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
    rows += static_cast<std::uint64_t>(run.net(run.find(base, prefix, prefix)));
  }
  return rows;
}

}  // namespace quadrille
