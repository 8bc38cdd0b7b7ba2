#pragma once

// A BucketQueue has the vertices that one image will visit, by buckets of distances. The buckets from the current one
// on are lists of their own, as many as the window has; vertices beyond the window wait together. Local.
//
// A vertex is added whenever its distance becomes less. An item has a check value of that distance, so that a visit
// skips items whose vertex has a newer one.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "analytics/vertex_numbers.hpp"

namespace quadrille::analytics {

class BucketQueue {
 public:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  struct Item {
    Slot slot;
    std::uint32_t check;
  };
  using Items = std::pmr::vector<Item>;

  BucketQueue(std::pmr::memory_resource& memory, double delta) : buckets_per_unit_(1 / delta), later_(&memory) {
    window_.reserve(kWindow);  // a copy of a vector would not use `memory`
    for (std::uint64_t bucket = 0; bucket < kWindow; ++bucket) window_.emplace_back(&memory);
  }

  static std::uint32_t check_of(double distance) {
    const auto bits = std::bit_cast<std::uint64_t>(distance);
    return static_cast<std::uint32_t>(bits ^ bits >> 32);
  }

  void add(Slot slot, double distance) {
    const std::uint64_t bucket = bucket_of(distance);
    if (is_in_window(bucket)) {
      window_[bucket % kWindow].push_back({slot, check_of(distance)});
    } else {
      if (bucket < least_later_) least_later_ = bucket;
      later_.push_back({{slot, check_of(distance)}, bucket});
    }
  }
  struct Next {
    std::uint64_t bucket = kNone;
    std::uint64_t items = 0;
  };
  // The least bucket that has items, and their number.
  Next next();
  // Begins the window at `bucket`. No item is before it.
  void move_to(std::uint64_t bucket);
  Items& current() { return window_[current_ % kWindow]; }

 private:
  static constexpr std::uint64_t kWindow = 1024;
  // Distances beyond so many buckets share one.
  static constexpr double kLastBucket = 4e18;

  struct LaterItem {
    Item item;
    std::uint64_t bucket;
  };

  std::uint64_t bucket_of(double distance) const {
    const double bucket = distance * buckets_per_unit_;
    const std::uint64_t number =
        bucket < kLastBucket ? static_cast<std::uint64_t>(bucket) : static_cast<std::uint64_t>(kLastBucket);
    return number < current_ ? current_ : number;
  }
  bool is_in_window(std::uint64_t bucket) const { return bucket - current_ < kWindow; }
  // Moves items of the window's buckets there.
  void open_later();

  const double buckets_per_unit_;
  std::uint64_t current_ = 0;
  std::vector<Items> window_;  // by bucket modulo kWindow
  std::pmr::vector<LaterItem> later_;
  std::uint64_t least_later_ = kNone;
};

}  // namespace quadrille::analytics
