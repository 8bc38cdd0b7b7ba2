#include "quadstore/run_merger.hpp"

#include <algorithm>

namespace quadrille {

namespace {

constexpr std::size_t kStepsAlone = 16;  // rows that are walked before they are searched
constexpr Huri kAboveAll{~std::uint64_t{0}};

}  // namespace

void RunMerger::open(const MergedRun& run, const QuadPrefix& prefix) {
  pieces_.open(run, prefix);
  in_piece_ = false;
  wanted_ = {};
  uneven_ = false;
}

void RunMerger::begin(std::span<const Huri> keys, bool first_match_only) {
  wanted_ = keys;
  first_only_ = first_match_only;
  key_ = matches_ = 0;
  in_piece_ = false;
  if (!pieces_.has_piece() || keys.empty()) return;
  at_ = pair_ = pieces_.begin();
  // The piece that was unpacked last serves on if no row before it equals the first key.
  const Huri first = pieces_.values()[pieces_.begin()], last = pieces_.values()[pieces_.end() - 1];
  if (first < keys[0] || (first == keys[0] && pieces_.is_first())) {
    in_piece_ = keys[0] <= last;
  } else {
    pieces_.leave();
  }
}

bool RunMerger::enter_piece() {
  in_piece_ = pieces_.next(wanted_, key_);
  at_ = pair_ = pieces_.begin();
  return in_piece_;
}

// The keys up to the piece's last value have been matched in it; those that equal it may have more rows in the next.
void RunMerger::leave_piece() {
  in_piece_ = false;
  if (first_only_ || !pieces_.last_value_may_go_on()) return;
  const Huri last = pieces_.values()[pieces_.end() - 1];
  while (key_ > 0 && wanted_[key_ - 1] == last) --key_;
}

void RunMerger::match(std::size_t limit) {
  const Huri* const values = pieces_.values();
  const std::span<const Huri> wanted = wanted_;
  std::uint32_t* const keys = keys_of_matches_.get();
  std::uint16_t* const rows = rows_of_matches_.get();
  const std::size_t end = pieces_.end();
  const Huri last = values[end - 1];
  std::size_t key_number = key_, at = at_, resume = pair_, matches = 0;
  const std::size_t first_key = key_number, first_row = at;
  std::size_t odd = 0;  // keys that do not begin one row after the one before
  for (; key_number < wanted.size() && wanted[key_number] <= last; ++key_number) {
    const Huri key = wanted[key_number];
    if (uneven_ && resume == 0 && matches + kGroupRows <= limit) {
      while (values[at + kGroupRows - 1] < key) at += kGroupRows;
      std::size_t below = 0, equal = 0;
      for (std::size_t i = 0; i < kGroupRows - 1; ++i) below += values[at + i] < key ? 1 : 0;
      at += below;
      odd += below != 1 ? 1 : 0;
      for (std::size_t i = 0; i < kGroupRows; ++i) {
        keys[matches + i] = static_cast<std::uint32_t>(key_number);
        rows[matches + i] = static_cast<std::uint16_t>(at + i);
        equal += values[at + i] == key ? 1 : 0;
      }
      if (equal < kGroupRows) {
        matches += first_only_ ? std::min<std::size_t>(equal, 1) : equal;
        continue;
      }
    }
    const std::size_t from = at;
    for (std::size_t step = 0; values[at] < key; ++at) {
      if (++step == kStepsAlone) {  // keys are far apart
        at = static_cast<std::size_t>(std::lower_bound(values + at, values + end, key) - values);
        break;
      }
    }
    odd += at != from + 1 ? 1 : 0;
    std::size_t row = std::max(at, resume);
    resume = 0;
    for (; row < end && values[row] == key; ++row) {
      if (matches == limit) {
        key_ = key_number, at_ = at, pair_ = row, matches_ = matches;
        return;
      }
      keys[matches] = static_cast<std::uint32_t>(key_number);
      rows[matches++] = static_cast<std::uint16_t>(row);
      if (first_only_) break;
    }
  }
  key_ = key_number, at_ = at, pair_ = 0, matches_ = matches;
  const std::size_t passed = key_number - first_key;
  uneven_ = odd > passed / 4 && at - first_row < passed * kStepsAlone && last != kAboveAll;
  leave_piece();
}

bool RunMerger::next(std::size_t limit) {
  matches_ = 0;
  if (room_ < limit) {
    keys_of_matches_ = std::make_unique_for_overwrite<std::uint32_t[]>(limit);
    rows_of_matches_ = std::make_unique_for_overwrite<std::uint16_t[]>(limit);
    room_ = limit;
  }
  while (matches_ == 0) {
    if (!in_piece_ && !enter_piece()) return false;
    match(limit);
  }
  return true;
}

void RunMerger::read(ColumnIndex column, Huri* out) {
  pieces_.read(column, {rows_of_matches_.get(), matches_}, out);
}

}  // namespace quadrille
