#pragma once

// A NumberTable finds the numbers of entries by their keys. The caller holds the entries, numbered from 0 in the order
// of their insertion, computes their hashes and compares them.
//
//   slots   | - | 2 | - | 0 | 1 | - | ...      open addressing, linear; a power of two of them, at most half are used
//
//   table.make_room(names.size(), [&](std::uint32_t entry) { return hash_of(names[entry]); });
//   const auto number = table.find_or_insert(hash_of(name), names.size(),
//                                            [&](std::uint32_t entry) { return names[entry] == name; });
//   if (number == names.size()) names.push_back(name);
//
// Entries are not removed one by one. Local, one thread; memory from the resource: 8 to 16 bytes an entry. The lower
// bits of a hash must differ. Errors: those of the resource; ErrorKind::memory beyond most_numbers.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "base/error.hpp"
#include "base/limit.hpp"

namespace quadrille {

// The most entries of a table: one of the numbers of 32 bits means none.
inline Limit most_numbers("numbers", ~std::uint32_t{0});

class NumberTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit NumberTable(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : slots_(memory) {}

  // Removes all entries, and keeps the memory.
  void clear() { std::fill(slots_.begin(), slots_.end(), kNone); }
  // Removes all entries, and makes room for `entries`.
  void clear_for(std::size_t entries) {
    const std::size_t slots = 2 * std::bit_ceil(std::max<std::size_t>(entries, 32));
    slots_.assign(slots, kNone);
    mask_ = slots - 1;
    room_ = std::min<std::size_t>(slots / 2, most_numbers);
  }

  // Makes room for one more entry than `entries`, their number so far; hash_of(number) is their hash.
  template <class HashOf>
  void make_room(std::size_t entries, const HashOf& hash_of) {
    if (entries == room_) grow(entries, hash_of);
  }

  // The number of the entry with this hash for which equals(number); kNone if there is none.
  template <class Equals>
  std::uint32_t find(std::uint64_t hash, const Equals& equals) const {
    if (room_ == 0) return kNone;
    std::size_t slot = hash & mask_;
    while (slots_[slot] != kNone && !equals(slots_[slot])) slot = (slot + 1) & mask_;
    return slots_[slot];
  }

  // The number of the entry with this hash for which equals(number); if there is none, `entries`, the number of entries
  // so far, which is now the number of a new one. Needs room for it.
  template <class Equals>
  std::uint32_t find_or_insert(std::uint64_t hash, std::size_t entries, const Equals& equals) {
    std::uint32_t* const slots = slots_.data();
    const std::size_t mask = mask_;
    for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
      const std::uint32_t number = slots[slot];
      if (number == kNone) return slots[slot] = static_cast<std::uint32_t>(entries);
      if (equals(number)) return number;
    }
  }

 private:
  // Not inlined: it is called seldom, and would take registers from the search.
  template <class HashOf>
  [[gnu::noinline]] void grow(std::size_t entries, const HashOf& hash_of) {
    if (entries >= most_numbers)
      fail(ErrorKind::memory,
           "more than {} different entries in one table of an image, which is the limit; use more images (--images)",
           std::uint64_t{most_numbers});
    clear_for(2 * entries);
    for (std::uint32_t number = 0; number < entries; ++number) {
      std::size_t slot = hash_of(number) & mask_;
      while (slots_[slot] != kNone) slot = (slot + 1) & mask_;
      slots_[slot] = number;
    }
  }

  std::pmr::vector<std::uint32_t> slots_;
  std::size_t mask_ = 0;  // the number of slots - 1
  std::size_t room_ = 0;  // for entries: half of the slots, or the limit
};

}  // namespace quadrille
