#include "analytics/detail/bucket_queue.hpp"

#include <algorithm>

namespace quadrille::analytics {

BucketQueue::Next BucketQueue::next() {
  for (std::uint64_t bucket = current_; is_in_window(bucket); ++bucket) {
    if (bucket == least_later_) open_later();
    const Items& items = window_[bucket % kWindow];
    if (!items.empty()) return {bucket, items.size()};
  }
  const auto count =
      std::count_if(later_.begin(), later_.end(), [&](const LaterItem& item) { return item.bucket == least_later_; });
  return {least_later_, static_cast<std::uint64_t>(count)};
}

void BucketQueue::move_to(std::uint64_t bucket) {
  current_ = bucket;
  // Not for each bucket that comes into the window: each time all items are looked at.
  if (least_later_ < current_ + kWindow / 2) open_later();
}

void BucketQueue::open_later() {
  std::size_t kept = 0;
  least_later_ = kNone;
  for (const LaterItem& later : later_) {
    if (is_in_window(later.bucket)) {
      window_[later.bucket % kWindow].push_back(later.item);
    } else {
      least_later_ = std::min(least_later_, later.bucket);
      later_[kept++] = later;
    }
  }
  later_.resize(kept);
}

}  // namespace quadrille::analytics
