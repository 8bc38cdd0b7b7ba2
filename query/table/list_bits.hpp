#pragma once

// ListBits holds one list of values as a bitmap over the range of all lists. Intersecting it with another list costs
// one test a value, whatever its own length. Local.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"

namespace quadrille::query {

class ListBits {
 public:
  static constexpr std::uint64_t kMostBits = std::uint64_t{1} << 28;  // 32 MB
  static std::size_t bytes(Huri first, Huri last) { return (last.bits() - first.bits()) / 8 + 16; }

  // Prepares for lists of values from `first` to `last`, at most kMostBits of them.
  void begin(Huri first, Huri last) {
    first_ = first.bits();
    beyond_ = last.bits() - first_ + 1;
    words_.assign(beyond_ / 64 + 1, 0);
    list_ = {};
  }
  // Replaces the list by `list`.
  void set(std::span<const Huri> list) {
    for (const Huri value : list_) words_[(value.bits() - first_) / 64] = 0;
    for (const Huri value : list)
      words_[(value.bits() - first_) / 64] |= std::uint64_t{1} << (value.bits() - first_) % 64;
    list_ = list;
  }
  bool has(Huri value) const {
    const std::uint64_t place = std::min(value.bits() - first_, beyond_);  // values below first_ wrap to large places
    return (words_[place / 64] >> place % 64 & 1) != 0;
  }

 private:
  std::uint64_t first_ = 0, beyond_ = 0;
  std::vector<std::uint64_t> words_;
  std::span<const Huri> list_;  // the list that is set; its owner keeps it until the next set()
};

}  // namespace quadrille::query
