#pragma once

// RequestRates limit how many requests a second one sender may send: a user, or an address. Each sender has a bucket of
// tokens, which fills with the rate and holds as many as two seconds bring, but at least ten; a request takes one.
//
// The table is bounded: the senders that came longest ago go first, and begin anew with a full bucket. Thread-safe: one
// lock, held for about 0.1 us. Times are given by the caller, in seconds of any steady clock.

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace quadrille::server {

class RequestRates {
 public:
  static constexpr std::size_t kMostSenders = 10'000;
  static constexpr double kBurstSeconds = 2, kLeastBurst = 10;

  // `rate`: requests a second; 0: no limit.
  explicit RequestRates(double rate) : rate_(rate) {}

  bool is_limited() const { return rate_ > 0; }
  double rate() const { return rate_; }
  // Takes a token of this sender. 0: there was one; otherwise the seconds until there will be one.
  double take(std::string_view sender, double now);

 private:
  struct Bucket {
    std::string sender;
    double tokens = 0, filled_at = 0;
  };

  const double rate_;
  std::mutex mutex_;
  std::list<Bucket> buckets_;                                                 // the latest first
  std::unordered_map<std::string_view, std::list<Bucket>::iterator> places_;  // the texts are those of the buckets
};

}  // namespace quadrille::server
