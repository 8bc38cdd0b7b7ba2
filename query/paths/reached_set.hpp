#pragma once

// A ReachedSet holds the pairs (start, node) that a breadth first walk from many starts has visited. Local; in the
// query's arena, so that a walk that reaches too much ends with a clear error. Its slots hold the pairs themselves,
// which have no other place: so it is not a NumberTable (base/number_table.hpp).

#include <algorithm>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "pgas/query_arena.hpp"
#include "query/table/row_index.hpp"

namespace quadrille::query {

// A node reached from the start at `place`.
struct Reached {
  std::uint32_t place = 0;
  Huri node;
  bool operator==(const Reached&) const = default;
};

// Allocated from memory that counts against the query's budget.
using ReachedRows = std::pmr::vector<Reached>;

class ReachedSet {
 public:
  explicit ReachedSet(pgas::QueryArena& arena) : slots_(&arena) {}

  // True if the pair is new. The node is bound.
  bool insert(const Reached& pair) {
    if ((size_ + 1) * 2 > slots_.size()) grow();
    Reached& slot = slot_of(pair);
    if (!slot.node.is_unbound()) return false;
    slot = pair;
    ++size_;
    return true;
  }
  void clear() {
    slots_.assign(size_ * 16 < slots_.size() ? 256 : slots_.size(), Reached{});
    size_ = 0;
  }

 private:
  Reached& slot_of(const Reached& pair) {
    const std::uint64_t mask = slots_.size() - 1;
    const std::uint64_t hash = mix_hash(pair.place * 0xd6e8feb86659fd93, pair.node);
    std::uint64_t place = (hash ^ (hash >> 32)) & mask;
    while (!slots_[place].node.is_unbound() && slots_[place] != pair) place = (place + 1) & mask;
    return slots_[place];
  }
  void grow() {
    std::pmr::vector<Reached> old(std::max<std::size_t>(slots_.size() * 2, 256), slots_.get_allocator());
    old.swap(slots_);
    for (const Reached& pair : old) {
      if (!pair.node.is_unbound()) slot_of(pair) = pair;
    }
  }

  std::pmr::vector<Reached> slots_;  // open addressing; unbound: free
  std::size_t size_ = 0;
};

}  // namespace quadrille::query
