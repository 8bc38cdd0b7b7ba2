#include "server/engine/state_table.hpp"

#include "base/assert.hpp"

namespace quadrille::server {

void StateTable::publish(ServedState state) {
  const std::lock_guard lock(mutex_);
  const StateId id = state.id();
  QUADRILLE_ASSERT(states_.empty() || states_.rbegin()->first < id, "states ascend");
  states_.emplace(id, std::move(state));
}

ServedState StateTable::find(StateId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = states_.find(id);
  QUADRILLE_ASSERT(found != states_.end(), "a state that is in use is there");
  return found->second;
}

ServedState StateTable::newest() const {
  const std::lock_guard lock(mutex_);
  return states_.rbegin()->second;
}

// The states are destroyed after the lock has been released: freeing levels and closing files takes time.
void StateTable::drop_below(StateId id) {
  std::map<StateId, ServedState> dropped;
  const std::lock_guard lock(mutex_);
  while (states_.size() > 1 && states_.begin()->first < id) dropped.insert(states_.extract(states_.begin()));
}

void StateTable::drop_above(StateId id) {
  std::map<StateId, ServedState> dropped;
  const std::lock_guard lock(mutex_);
  while (states_.rbegin()->first > id) dropped.insert(states_.extract(std::prev(states_.end())));
}

void StatePins::announce(StateId id) {
  const std::lock_guard lock(mutex_);
  QUADRILLE_ASSERT(id >= announced_, "states ascend");
  announced_ = id;
}

StateId StatePins::pin() {
  const std::lock_guard lock(mutex_);
  ++counts_[announced_];
  return announced_;
}

void StatePins::unpin(StateId id) {
  const std::lock_guard lock(mutex_);
  const auto found = counts_.find(id);
  QUADRILLE_ASSERT(found != counts_.end(), "a state is given back as often as it was taken");
  if (--found->second == 0) counts_.erase(found);
}

StateId StatePins::lowest() const {
  const std::lock_guard lock(mutex_);
  return counts_.empty() ? announced_ : counts_.begin()->first;
}

}  // namespace quadrille::server
