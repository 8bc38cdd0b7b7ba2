#include "server/operations/request_rates.hpp"

#include <algorithm>

namespace quadrille::server {

double RequestRates::take(std::string_view sender, double now) {
  if (!is_limited()) return 0;
  const double most = std::max(kLeastBurst, rate_ * kBurstSeconds);
  const std::lock_guard lock(mutex_);
  if (const auto found = places_.find(sender); found != places_.end()) {
    buckets_.splice(buckets_.begin(), buckets_, found->second);
  } else {
    buckets_.push_front({std::string(sender), most, now});
    places_[buckets_.front().sender] = buckets_.begin();
  }
  Bucket& bucket = buckets_.front();
  bucket.tokens = std::min(most, bucket.tokens + std::max(0.0, now - bucket.filled_at) * rate_);
  bucket.filled_at = now;
  if (buckets_.size() > kMostSenders) {
    places_.erase(buckets_.back().sender);
    buckets_.pop_back();
  }
  if (bucket.tokens < 1) return (1 - bucket.tokens) / rate_;
  bucket.tokens -= 1;
  return 0;
}

}  // namespace quadrille::server
