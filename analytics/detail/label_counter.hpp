#pragma once

// A LabelCounter finds the most frequent of some labels, and of several the least. Few labels are sorted, more are
// counted in a hash table of this image.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <type_traits>
#include <vector>

namespace quadrille::analytics::detail {

// Label: an integer or a HURI.
template <class Label>
class LabelCounter {
 public:
  explicit LabelCounter(std::pmr::memory_resource& memory) : table_(&memory) {}

  // Begins a count of at most `labels`.
  void begin(std::size_t labels) {
    few_ = 0;
    best_ = {};
    is_few_ = labels <= kFew;
    if (is_few_) return;
    const std::size_t size = std::bit_ceil(labels * 2);
    if (table_.size() < size) table_.resize(size);
    std::fill_n(table_.begin(), size, Count());
    shift_ = 64 - std::countr_zero(size);
    mask_ = size - 1;
  }
  void add(Label label) {
    if (is_few_) {
      sorted_[few_++] = label;
      return;
    }
    for (std::size_t place = hash_of(label) >> shift_;; place = (place + 1) & mask_) {
      Count& count = table_[place];
      if (count.times == 0) count.label = label;
      if (count.label != label) continue;
      ++count.times;
      take(count);
      return;
    }
  }
  // Needs at least one label.
  Label most_frequent() {
    if (!is_few_) return best_.label;
    std::sort(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(few_));
    for (std::size_t begin = 0; begin < few_;) {
      std::size_t end = begin + 1;
      while (end < few_ && sorted_[end] == sorted_[begin]) ++end;
      if (end - begin > best_.times) best_ = {sorted_[begin], static_cast<std::uint32_t>(end - begin)};
      begin = end;
    }
    return best_.label;
  }

 private:
  static constexpr std::size_t kFew = 16;
  struct Count {
    Label label = {};
    std::uint32_t times = 0;
  };

  static std::uint64_t hash_of(Label label) { return std::bit_cast<Bits>(label) * 0x9e3779b97f4a7c15; }
  // Each label comes here with its final count, so the least of the most frequent ones stays.
  void take(const Count& count) {
    if (count.times > best_.times || (count.times == best_.times && count.label < best_.label)) best_ = count;
  }

  using Bits = std::conditional_t<sizeof(Label) == 8, std::uint64_t, std::uint32_t>;
  std::array<Label, kFew> sorted_;
  std::size_t few_ = 0;
  bool is_few_ = true;
  std::pmr::vector<Count> table_;
  std::size_t mask_ = 0;
  int shift_ = 0;
  Count best_;
};

}  // namespace quadrille::analytics::detail
