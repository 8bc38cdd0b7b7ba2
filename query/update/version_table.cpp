#include "query/update/version_table.hpp"

#include "base/assert.hpp"

namespace quadrille::query {

void VersionTable::publish(DatasetStatePtr state) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t version = state->snapshot.version();
  QUADRILLE_ASSERT(states_.empty() || states_.rbegin()->first < version, "versions ascend");
  states_.emplace(version, std::move(state));
}

DatasetStatePtr VersionTable::state(std::uint64_t version) const {
  const std::lock_guard lock(mutex_);
  const auto found = states_.find(version);
  return found == states_.end() ? nullptr : found->second;
}

DatasetStatePtr VersionTable::newest() const {
  const std::lock_guard lock(mutex_);
  return states_.rbegin()->second;
}

// The states go when the lock has been released: freeing levels takes its time.
void VersionTable::drop_below(std::uint64_t version) {
  std::map<std::uint64_t, DatasetStatePtr> dropped;
  const std::lock_guard lock(mutex_);
  while (states_.size() > 1 && states_.begin()->first < version) dropped.insert(states_.extract(states_.begin()));
}

std::size_t VersionTable::size() const {
  const std::lock_guard lock(mutex_);
  return states_.size();
}

void VersionPins::announce(std::uint64_t version) {
  const std::lock_guard lock(mutex_);
  QUADRILLE_ASSERT(version >= announced_, "versions ascend");
  announced_ = version;
}

std::uint64_t VersionPins::pin() {
  const std::lock_guard lock(mutex_);
  ++counts_[announced_];
  return announced_;
}

void VersionPins::unpin(std::uint64_t version) {
  const std::lock_guard lock(mutex_);
  const auto found = counts_.find(version);
  QUADRILLE_ASSERT(found != counts_.end(), "a version is given back as often as it was taken");
  if (--found->second == 0) counts_.erase(found);
}

std::uint64_t VersionPins::lowest() const {
  const std::lock_guard lock(mutex_);
  return counts_.empty() ? announced_ : counts_.begin()->first;
}

}  // namespace quadrille::query
