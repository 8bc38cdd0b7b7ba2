#pragma once

// A SymmetricHeap is the symmetric memory of one team: allocate() returns memory at the same offset on every member,
// because all members make the same calls in the same order. Each lane has its own part, so lanes are independent.
// A part takes memory from the system when it is first allocated.

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "pgas/range_allocator.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas {

class SymmetricHeap {
 public:
  // Gets memory for some bytes of this member's part, or throws Error(memory).
  using Commit = std::function<void(std::byte* begin, std::size_t bytes)>;

  // `parts[r]` is the start of the lane's symmetric part at member r; each has `bytes`. `commit` outlives the heap.
  SymmetricHeap(Team& team, std::vector<std::byte*> parts, std::size_t bytes, Commit commit)
      : team_(team), parts_(std::move(parts)), commit_(std::move(commit)), ranges_(bytes, kGranule) {}

  // Called by all members in the same order, but does not wait: a barrier comes before the first use of the memory at
  // another member. Aligned to 64 bytes.
  void* allocate(std::size_t bytes) {
    const auto offset = ranges_.allocate(bytes);
    if (!offset) fail(ErrorKind::memory, "the symmetric memory of a lane is used up ({} bytes wanted)", bytes);
    const std::size_t end = *offset + ranges_.size_of(*offset);
    if (end > committed_) {
      commit_(mine() + committed_, end - committed_);
      committed_ = end;
    }
    return mine() + *offset;
  }
  void free(void* pointer) { ranges_.free(static_cast<std::size_t>(static_cast<std::byte*>(pointer) - mine())); }

  // Local. The same place on `member`; inside the group the pointer can be used directly.
  template <class T>
  T* translate(T* pointer, int member) const {
    return reinterpret_cast<T*>(parts_[static_cast<std::size_t>(member)] +
                                (reinterpret_cast<std::byte*>(pointer) - mine()));
  }

  Team& team() { return team_; }

 private:
  static constexpr std::size_t kGranule = 64;
  std::byte* mine() const { return parts_[static_cast<std::size_t>(team_.rank())]; }

  Team& team_;
  std::vector<std::byte*> parts_;
  Commit commit_;
  RangeAllocator ranges_;
  std::size_t committed_ = 0;
};

}  // namespace quadrille::pgas
