#include "quadstore/frequent_objects.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace quadrille {

namespace {

constexpr std::size_t kLeastSlots = 16;

// The counts of these slots, lowered by `by`, without those that become zero.
std::vector<ObjectCount> lowered(std::span<const ObjectCount> slots, std::uint64_t by) {
  std::vector<ObjectCount> counts;
  for (const ObjectCount& slot : slots) {
    if (slot.rows > by) counts.push_back({slot.object, slot.rows - by});
  }
  return counts;
}

}  // namespace

FrequentObjects::FrequentObjects(std::size_t counters)
    : counters_(counters),
      slots_(std::bit_ceil(std::max(2 * counters, kLeastSlots))),
      most_used_(slots_.size() / 4 * 3) {}

std::vector<ObjectCount> FrequentObjects::counts() const {
  return lowered(slots_, allowance() - lowered_);
}

// Lowers all counters by the largest number that more than `counters_` of them have. So the rows that are no longer
// counted are at least counters_ + 1 times this number, and lowered_ never exceeds allowance().
void FrequentObjects::lower() {
  std::vector<std::uint64_t> rows;
  for (const ObjectCount& slot : slots_) {
    if (slot.rows > 0) rows.push_back(slot.rows);
  }
  const auto place = rows.begin() + static_cast<std::ptrdiff_t>(counters_);
  std::nth_element(rows.begin(), place, rows.end(), std::greater<>());
  lowered_ += *place;
  const std::vector<ObjectCount> left = lowered(slots_, *place);
  std::fill(slots_.begin(), slots_.end(), ObjectCount());
  for (const ObjectCount& count : left) slot_of(count.object) = count;
  used_ = left.size();
}

}  // namespace quadrille
