#include "loader/build/triple_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace quadrille {

namespace {

constexpr std::size_t kFirstSlots = 1024;

std::uint64_t hash_of(const TripleRow& words) {
  std::uint64_t hash = 0;
  for (const Huri word : words) {
    hash = (hash ^ word.bits()) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  return hash * 0xd6e8feb86659fd93;
}

}  // namespace

std::size_t TripleTable::place(const TripleRow& words) const {
  return hash_of(words) >> (64 - std::countr_zero(slots_.size()));
}

std::uint64_t TripleTable::find_or_add(const TripleRow& words) {
  if (2 * (size() + 1) > slots_.size()) grow();
  std::size_t at = place(words);
  for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
    if (rows_[slots_[at] - 1] == words) return slots_[at] - 1;
  }
  rows_.append(words);
  slots_[at] = size();
  return size() - 1;
}

void TripleTable::grow() {
  const std::span<std::uint64_t> old = slots_;
  slots_ = arena_.make_span<std::uint64_t>(old.empty() ? kFirstSlots : 2 * old.size());
  std::fill(slots_.begin(), slots_.end(), 0);
  std::uint64_t id = 0;
  rows_.for_each_chunk([&](std::span<const TripleRow> rows) {
    for (const TripleRow& row : rows) {
      std::size_t at = place(row);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = ++id;
    }
  });
  arena_.free_span(old);
}

void TripleTable::clear() {
  rows_.clear();
  arena_.free_span(std::exchange(slots_, {}));
}

}  // namespace quadrille
