#pragma once

// RankedBits numbers different ids by their order (or word by word in another order) if they are dense, that is, if
// many of all ids between the least and the greatest occur. Ids of the vocabulary are often dense, since terms that
// are used alike have similar names. It has a bit for each possible id, and for each 64 bits the number of bits before
// them:
//
//   word 0  | bits 0 1 1 0 ... | before 0 | part |      ids first + 1, first + 2 ...  ->  0, 1 ...
//   word 1  | bits 1 0 0 1 ... | before 2 | part |      ids first + 64, first + 67    ->  2, 3
//
// All ids of a word are in one shard (quadstore/sharding.hpp). So ids that are numbered shard by shard, or image by
// image, fit into one table; `part` names the part that numbered them. Local: it refers to words of another
// owner, at least one. Cost: a nanosecond or two an id if ids are close to each other. Source: bits with ranks, G.
// Jacobson, Space-efficient static trees and graphs, FOCS 1989.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "dictionary/huri.hpp"

namespace quadrille {

class RankedBits {
 public:
  struct Word {
    std::uint64_t bits;
    std::uint32_t before, part;
  };
  static_assert(sizeof(Word) == 16);

  struct Place {
    bool is_there;
    std::uint32_t number, part;  // 0 and undefined if the id is absent
  };

  // The number of words for ids from `least` to `most`.
  static std::uint64_t words_for(Huri least, Huri most) { return most.bits() / 64 - least.bits() / 64 + 1; }

  RankedBits() = default;
  // `words` are zero, or those of earlier ids.
  RankedBits(Huri least, std::span<Word> words) : first_(least.bits() / 64 * 64), words_(words) {}

  void add(Huri id) {
    const std::uint64_t place = id.bits() - first_;
    words_[place / 64].bits |= std::uint64_t{1} << (place % 64);
  }
  // Numbers ids in an order other than theirs: `id` is added after the smaller ids of its word, one after another, and
  // gets `number`.
  void add(Huri id, std::uint32_t number) {
    Word& word = words_[(id.bits() - first_) / 64];
    if (word.bits == 0) word.before = number;
    add(id);
  }
  // Call it when all bits are set: numbers the ids in their order and returns their number.
  std::uint32_t number() {
    std::uint32_t count = 0;
    for (Word& word : words_) {
      word.before = count;
      count += static_cast<std::uint32_t>(std::popcount(word.bits));
    }
    return count;
  }

  Place find(Huri id) const {
    const std::uint64_t place = id.bits() - first_;  // smaller ids wrap to large places
    const Word& word = words_[std::min(place / 64, words_.size() - 1)];
    const std::uint64_t bit = std::uint64_t{1} << (place % 64);
    const bool is_there = (word.bits & bit) != 0 && place / 64 < words_.size();
    const std::uint32_t number = word.before + static_cast<std::uint32_t>(std::popcount(word.bits & (bit - 1)));
    return {is_there, is_there ? number : 0, word.part};
  }

  Huri first() const { return Huri(first_); }
  Huri last() const { return Huri(first_ + words_.size() * 64 - 1); }
  std::span<Word> words() const { return words_; }

 private:
  std::uint64_t first_ = 0;
  std::span<Word> words_;
};

}  // namespace quadrille
