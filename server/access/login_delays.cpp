#include "server/access/login_delays.hpp"

#include <algorithm>
#include <cmath>

namespace quadrille::server {

namespace {

constexpr double kForgottenSeconds = 15 * 60;
constexpr int kMostDoublings = 10;
constexpr double kUntilAnotherHasEnded = 1;

}  // namespace

double LoginDelays::Table::wait_seconds(const std::string& key, double now) {
  const auto found = places_.find(key);
  if (found == places_.end()) return 0;
  Entry& entry = *found->second;
  if (now - entry.last_failure > kForgottenSeconds) entry.failures = 0;
  const int doublings = entry.failures - limits_.free_failures;
  if (doublings < 0) return 0;
  if (entry.running > 0) return kUntilAnotherHasEnded;
  const double delay = std::min(limits_.longest_delay, std::ldexp(1.0, std::min(doublings, kMostDoublings)));
  return std::max(0.0, entry.last_failure + delay - now);
}

void LoginDelays::Table::begin(const std::string& key) {
  if (const auto found = places_.find(key); found != places_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
  } else {
    entries_.push_front({key});
    places_[key] = entries_.begin();
  }
  ++entries_.front().running;
  if (entries_.size() > kMostEntries) {
    places_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

// The entry may have gone meanwhile, and may have come anew.
void LoginDelays::Table::end(const std::string& key, Outcome outcome, double now) {
  const auto found = places_.find(key);
  if (found == places_.end()) return;
  Entry& entry = *found->second;
  entry.running = std::max(0, entry.running - 1);
  if (outcome == Outcome::failed) {
    ++entry.failures;
    entry.last_failure = now;
  }
  remove_if_empty(found->second);
}

void LoginDelays::Table::forget_failures(const std::string& key) {
  const auto found = places_.find(key);
  if (found == places_.end()) return;
  found->second->failures = 0;
  remove_if_empty(found->second);
}

void LoginDelays::Table::remove_if_empty(std::list<Entry>::iterator entry) {
  if (entry->failures > 0 || entry->running > 0) return;
  places_.erase(entry->key);
  entries_.erase(entry);
}

double LoginDelays::begin(const std::string& name, const NetworkAddress& address, double now) {
  const std::string from = address.of_client().text();
  const std::lock_guard lock(mutex_);
  const double wait = std::max(by_name_.wait_seconds(name, now), by_address_.wait_seconds(from, now));
  if (wait > 0) return wait;
  by_name_.begin(name);
  by_address_.begin(from);
  return 0;
}

void LoginDelays::end(const std::string& name, const NetworkAddress& address, Outcome outcome, double now) {
  const std::lock_guard lock(mutex_);
  by_name_.end(name, outcome, now);
  by_address_.end(address.of_client().text(), outcome, now);
  if (outcome == Outcome::succeeded) by_name_.forget_failures(name);
}

}  // namespace quadrille::server
