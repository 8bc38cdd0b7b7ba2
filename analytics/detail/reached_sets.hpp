#pragma once

// ReachedSets are the samples of influence() that one image has: for each the own vertices of its group from which the
// root is reached, ascending, in 32 bits each. They lie in some large blocks, which only add_block() makes, in the
// memory that the caller chooses: they are by far the largest structure of the algorithm, are written once, and read
// when seeds are chosen. A set is appended, or made in its place between open() and close().
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
  ~ReachedSets() {
    for (const std::span<Slot> block : blocks_) memory_.deallocate(block.data(), block.size_bytes(), alignof(Slot));
  }
  ReachedSets(const ReachedSets&) = delete;
  ReachedSets& operator=(const ReachedSets&) = delete;

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
    if (!members.empty()) std::copy(members.begin(), members.end(), open(members.size()).begin());
    close(members.size());
  }
  // Local. Room for the members of the next set, until close(). The caller writes what it needs of it, and in the end
  // the members, ascending, to its begin. New blocks have room for at least so many `sets`.
  std::span<Slot> open(std::size_t most, std::size_t sets = 1) {
    if (used_ + most + 1 > block().size()) add_block(std::max({sets * (most + 1), kLeastBlock, members_ / kPart}));
    return block().subspan(used_ + 1, most);
  }
  // Local. Appends the set of so many members; if there are some, open() came before.
  void close(std::size_t members) {
    if (size_ % kBegins == 0) begins_.emplace_back(&memory_).reserve(kBegins);
    begins_.back().push_back(members == 0 ? &kEmpty : &block()[used_]);
    ++size_;
    if (members == 0) return;
    block()[used_] = static_cast<Slot>(members);
    used_ += members + 1;
    members_ += members;
  }
  // Local. Counts a sample that has this vertex alone.
  void count_alone(Slot slot) { ++alone_[slot]; }

 private:
  static constexpr std::size_t kLeastBlock = 1 << 16, kBegins = 1 << 15;
  static constexpr Slot kEmpty = 0;
  static constexpr std::size_t kPart = 8;  // a block is at least an eighth of those before

  std::span<Slot> block() const { return blocks_.empty() ? std::span<Slot>() : blocks_.back(); }
  void add_block(std::size_t slots) {
    blocks_.reserve(blocks_.size() + 1);
    blocks_.emplace_back(static_cast<Slot*>(memory_.allocate(slots * sizeof(Slot), alignof(Slot))), slots);
    used_ = 0;
  }

  std::pmr::memory_resource& memory_;
  std::vector<std::span<Slot>> blocks_;
  std::size_t used_ = 0;                               // slots of the last block
  std::vector<std::pmr::vector<const Slot*>> begins_;  // kBegins each
  std::size_t size_ = 0;
  std::pmr::vector<std::uint32_t> alone_;
  std::size_t members_ = 0;
};

}  // namespace quadrille::analytics
