#include "server/access/login_delays.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille::server {

namespace {

constexpr double kForgottenSeconds = 15 * 60;
constexpr int kMostDoublings = 10;

}  // namespace

double LoginDelays::Table::wait_seconds(const std::string& key, double now) {
  const auto found = places_.find(key);
  if (found == places_.end()) return 0;
  const Entry& entry = *found->second;
  if (now - entry.last_failure > kForgottenSeconds) {
    forget(key);
    return 0;
  }
  const int doublings = entry.failures - limits_.free_failures;
  if (doublings < 0) return 0;
  const double delay = std::min(limits_.longest_delay, std::ldexp(1.0, std::min(doublings, kMostDoublings)));
  return std::max(0.0, entry.last_failure + delay - now);
}

void LoginDelays::Table::failed(const std::string& key, double now) {
  if (const auto found = places_.find(key); found != places_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
  } else {
    entries_.push_front({key});
    places_[key] = entries_.begin();
  }
  ++entries_.front().failures;
  entries_.front().last_failure = now;
  if (entries_.size() > kMostEntries) {
    places_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

void LoginDelays::Table::forget(const std::string& key) {
  const auto found = places_.find(key);
  if (found == places_.end()) return;
  entries_.erase(found->second);
  places_.erase(found);
}

double LoginDelays::wait_seconds(const std::string& name, const NetworkAddress& address, double now) {
  const std::lock_guard lock(mutex_);
  return std::max(by_name_.wait_seconds(name, now), by_address_.wait_seconds(address.of_client().text(), now));
}

void LoginDelays::failed(const std::string& name, const NetworkAddress& address, double now) {
  const std::lock_guard lock(mutex_);
  by_name_.failed(name, now);
  by_address_.failed(address.of_client().text(), now);
}

void LoginDelays::succeeded(const std::string& name) {
  const std::lock_guard lock(mutex_);
  by_name_.forget(name);
}

}  // namespace quadrille::server
