#pragma once

// The tasks in flight on an image, each in a numbered slot. One of them runs at a time: the current one.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/assert.hpp"
#include "pgas/light_task.hpp"

namespace quadrille::pgas::detail {

class TaskSlots {
 public:
  explicit TaskSlots(std::size_t slots) : slots_(slots) {
    for (std::size_t slot = slots; slot-- > 0;) free_.push_back(static_cast<std::uint32_t>(slot));
  }

  std::size_t size() const { return slots_.size(); }
  bool is_full() const { return free_.empty(); }
  std::size_t active() const { return slots_.size() - free_.size(); }
  std::uint32_t current() const { return current_; }

  // Local. Runs a new task until it waits or ends.
  void start(LightTask task) {
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    slots_[slot].task = std::move(task);
    resume(slot);
  }
  // Local. Continues a task that waits.
  void resume(std::uint32_t slot) {
    current_ = slot;
    if (!slots_[slot].task.resume()) return;
    QUADRILLE_ASSERT(slots_[slot].open == 0, "a light task takes the answers to all of its questions");
    slots_[slot].task = LightTask();
    free_.push_back(slot);
  }

  // Questions of the current task whose answers it has not taken.
  std::uint32_t open() const { return slots_[current_].open; }
  void add_open() { ++slots_[current_].open; }
  void remove_open() { --slots_[current_].open; }

 private:
  struct Slot {
    LightTask task;
    std::uint32_t open = 0;
  };
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::uint32_t current_ = 0;
};

}  // namespace quadrille::pgas::detail
