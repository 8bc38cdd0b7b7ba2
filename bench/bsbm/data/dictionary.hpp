#pragma once

// The words of labels, comments and texts, and the names of persons. They are invented: consonants and vowels in turns.
// Their number and the distribution of their lengths are those of the dictionaries of the benchmark's tools.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/bsbm/data/random.hpp"

namespace quadrille::bsbm {

inline constexpr std::uint32_t kWords = 89'523;
inline constexpr std::uint32_t kNames = 88'799;
inline constexpr std::uint32_t kMostSentenceWords = 200;
// A word of up to 15 letters and a blank; it is always copied whole.
inline constexpr std::size_t kWordSlotBytes = 16;

class Dictionary {
 public:
  Dictionary();

  // `number` is below kWords.
  std::string_view word(std::uint32_t number) const { return {slots_[number].data(), lengths_[number]}; }

 private:
  friend class Sentence;
  std::vector<std::array<char, kWordSlotBytes>> slots_;
  std::vector<std::uint8_t> lengths_;
};

// Random words with blanks between them.
class Sentence {
 public:
  // `words` is 1 .. kMostSentenceWords.
  Sentence(const Dictionary& dictionary, Random& random, std::uint32_t words);

  operator std::string_view() const { return {text_, size_}; }

 private:
  std::size_t size_ = 0;
  char text_[std::size_t{kMostSentenceWords} * kWordSlotBytes];
};

// The name of a person, "Rala-Simo"; `number` is below kNames.
std::string name_of_person(std::uint32_t number);

}  // namespace quadrille::bsbm
