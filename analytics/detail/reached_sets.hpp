#pragma once

// ReachedSets are the samples of influence() that one image has: for each the own vertices of its group from which the
// root is reached, ascending, in 32 bits each. They lie in some large blocks, which only add_block() makes, in the
// memory that the caller chooses: they are by far the largest structure of the algorithm, are written once, and read
// when seeds are chosen. No set is copied.
//
//   block    | 3 | 1  4  9 | 2 | 2  7 | ...          a set is its size and its members; begins: where the sets are
//
// Of a root that nothing else reaches, which are most of the samples if probabilities are small, only a count is kept.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/vertex_numbers.hpp"

namespace quadrille::analytics {

class ReachedSets {
 public:
  ReachedSets(std::pmr::memory_resource& memory, std::size_t own) : memory_(memory), alone_(own, 0, &memory) {}

  std::size_t size() const { return size_; }
  std::size_t members() const { return members_; }
  std::span<const Slot> of(std::size_t set) const {
    const Slot* const begin = begins_[set / kBegins][set % kBegins];
    return {begin + 1, *begin};
  }
  // By own slot: the samples that have it alone.
  std::span<const std::uint32_t> alone() const { return alone_; }

  // Local. Appends a set; `members` ascend.
  void append(std::span<const Slot> members) {
    if (size_ % kBegins == 0) begins_.emplace_back(&memory_).reserve(kBegins);
    begins_.back().push_back(members.empty() ? &kEmpty : add_members(members));
    ++size_;
  }
  // Local. Counts a sample that has this vertex alone.
  void count_alone(Slot slot) { ++alone_[slot]; }

 private:
  static constexpr std::size_t kLeastBlock = 1 << 16, kBegins = 1 << 15;
  static constexpr Slot kEmpty = 0;
  static constexpr std::size_t kPart = 8;  // a block is at least an eighth of those before

  // Returns where the set begins.
  const Slot* add_members(std::span<const Slot> members) {
    const std::size_t needed = members.size() + 1;
    if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < needed) {
      add_block(std::max({needed, kLeastBlock, members_ / kPart}));
    }
    std::pmr::vector<Slot>& block = blocks_.back();
    const Slot* const begin = block.data() + block.size();
    block.push_back(static_cast<Slot>(members.size()));
    block.insert(block.end(), members.begin(), members.end());
    members_ += members.size();
    return begin;
  }
  void add_block(std::size_t slots) {
    blocks_.emplace_back(&memory_);
    blocks_.back().reserve(slots);
  }

  std::pmr::memory_resource& memory_;
  std::vector<std::pmr::vector<Slot>> blocks_;         // never longer than their capacity
  std::vector<std::pmr::vector<const Slot*>> begins_;  // kBegins each
  std::size_t size_ = 0;
  std::pmr::vector<std::uint32_t> alone_;
  std::size_t members_ = 0;
};

}  // namespace quadrille::analytics
