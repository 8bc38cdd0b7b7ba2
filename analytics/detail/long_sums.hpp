#pragma once

// LongSums adds up over the long rows (long_rows.hpp) of a level of HopBetweenness. A loop over the level postpones
// these rows; afterwards all images of the group work at them. Sums are made chunk by chunk, in order.

#include <atomic>
#include <cstdint>
#include <span>

#include "analytics/detail/lanes.hpp"
#include "analytics/detail/long_rows.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

template <int kLanes, class Real>
class LongSums {
 public:
  using Values = Lanes<kLanes, Real>;

  // Collective in the group.
  LongSums(Workers& workers, const Lists& lists) : workers_(workers), lists_(lists), rows_(workers, lists) {
    if (!rows_.exist()) return;
    masks_ = workers.make_filled(rows_.rows(), std::uint8_t{0});
    sums_ = workers.make_shared<Values>(rows_.chunks());
  }
  // Collective in the group.
  void free() {
    if (!rows_.exist()) return;
    workers_.free_shared(masks_);
    workers_.free_shared(sums_);
    rows_.free();
  }

  bool has(Slot row) const { return rows_.has(row); }
  // Local. The level has this row, in these lanes.
  void postpone(Slot row, std::uint8_t mask) { masks_[rows_.which(row)] = mask; }

  // Collective in the group. Calls f(part of the list, mask) for the rows that were postponed, which are none then.
  template <class F>
  void for_each_part(F&& f) {
    if (!rows_.exist()) return;
    rows_.for_each_chunk([&](const LongRows::Chunk& chunk) {
      if (masks_[chunk.which] != 0) f(part(chunk), masks_[chunk.which]);
    });
    workers_.fill(masks_, std::uint8_t{0});
  }

  // Collective in the group. Postpones the rows that have neighbours in the front: in the lanes of wanted(row) where
  // they do.
  template <class Wanted>
  void find_lanes(std::span<const std::uint8_t> front, Wanted&& wanted) {
    rows_.for_each_chunk([&](const LongRows::Chunk& chunk) {
      const std::uint8_t all = wanted(chunk.row);
      std::atomic_ref<std::uint8_t> mask(masks_[chunk.which]);
      std::uint8_t found = mask.load(std::memory_order_relaxed);
      for (const Slot source : part(chunk)) {
        if (found == all) break;
        found |= static_cast<std::uint8_t>(front[source] & all);
      }
      mask.fetch_or(found, std::memory_order_relaxed);
    });
  }

  // Collective in the group. Calls finish(row, mask, sums) on the first image, for the rows that were postponed, with
  // the sums over their neighbours in the front.
  template <class Finish>
  void sum(std::span<const std::uint8_t> front, std::span<const Values> values, Finish&& finish) {
    if (!rows_.exist()) return;
    rows_.for_each_chunk([&](const LongRows::Chunk& chunk) {
      const std::uint8_t mask = masks_[chunk.which];
      if (mask != 0) sums_[chunk.number] = sum_of_lanes<kLanes, Real>(part(chunk), front, mask, values);
    });
    if (workers_.is_first()) {
      for (std::size_t which = 0; which < rows_.rows(); ++which) {
        if (masks_[which] != 0) finish(rows_.row(which), masks_[which], sum_of_chunks(which));
        masks_[which] = 0;
      }
    }
    workers_.barrier();
  }

 private:
  std::span<const Slot> part(const LongRows::Chunk& chunk) const {
    return lists_.of(chunk.row).subspan(chunk.begin, chunk.end - chunk.begin);
  }
  Values sum_of_chunks(std::size_t which) const {
    Values sums{};
    const Range chunks = rows_.chunks_of(which);
    for (std::size_t chunk = chunks.begin; chunk < chunks.end; ++chunk) add_lanes(sums, sums_[chunk], masks_[which]);
    return sums;
  }

  Workers& workers_;
  const Lists& lists_;
  LongRows rows_;
  std::span<std::uint8_t> masks_;  // by row: its lanes in the level; 0 between levels
  std::span<Values> sums_;         // by chunk
};

}  // namespace quadrille::analytics
