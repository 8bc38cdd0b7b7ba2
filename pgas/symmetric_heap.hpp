#pragma once

// A SymmetricHeap is the symmetric memory of one team: allocate() returns memory at the same offset on every member,
// because all members make the same calls in the same order. Each lane has its own part, so lanes are independent.

#include <cstddef>
#include <vector>

#include "base/error.hpp"
#include "pgas/range_allocator.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas {

class SymmetricHeap {
 public:
  // `parts[r]` is the start of the lane's symmetric part at member r; each has `bytes`, with memory behind all of it.
  SymmetricHeap(Team& team, std::vector<std::byte*> parts, std::size_t bytes)
      : team_(team), parts_(std::move(parts)), ranges_(bytes, kGranule) {}

  // Called by all members in the same order, but does not wait. Aligned to 64 bytes.
  void* allocate(std::size_t bytes) {
    const auto offset = ranges_.allocate(bytes);
    if (!offset) fail(ErrorKind::memory, "the symmetric memory of a lane is used up ({} bytes wanted)", bytes);
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
  RangeAllocator ranges_;
};

}  // namespace quadrille::pgas
