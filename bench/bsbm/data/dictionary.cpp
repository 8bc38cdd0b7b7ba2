#include "bench/bsbm/data/dictionary.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <unordered_set>

namespace quadrille::bsbm {

namespace {

constexpr std::uint64_t kSeed = 1;  // of the words, which are the same in all data sets

// The number of words of 2, 3 ... letters among 1,000.
constexpr std::array<std::uint32_t, 14> kLengths{1, 3, 14, 48, 94, 152, 185, 159, 116, 83, 60, 39, 23, 23};
static_assert(std::accumulate(kLengths.begin(), kLengths.end(), 0U) == 1000);

std::uint32_t random_length(Random& random) {
  std::uint32_t place = random.below(1000);
  std::uint32_t length = 2;
  for (const std::uint32_t share : kLengths) {
    if (place < share) break;
    place -= share;
    ++length;
  }
  return length;
}

std::string invented(Random& random, std::uint32_t length) {
  constexpr std::string_view kConsonants = "bcdfghjklmnprstvz", kVowels = "aeiou";
  std::string word;
  bool vowel = random.chance(20);
  for (std::uint32_t letter = 0; letter < length; ++letter, vowel = !vowel) {
    const std::string_view letters = vowel ? kVowels : kConsonants;
    word += letters[random.below(static_cast<std::uint32_t>(letters.size()))];
  }
  return word;
}

std::string capitalised(std::string word) {
  word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

}  // namespace

Dictionary::Dictionary() : slots_(kWords), lengths_(kWords) {
  Random random(kSeed, Stream::words);
  std::unordered_set<std::string> known(kWords);
  for (std::uint32_t number = 0; number < kWords;) {
    const std::string word = invented(random, random_length(random));
    if (!known.insert(word).second) continue;
    slots_[number].fill(' ');
    std::copy(word.begin(), word.end(), slots_[number].begin());
    lengths_[number++] = static_cast<std::uint8_t>(word.size());
  }
}

Sentence::Sentence(const Dictionary& dictionary, Random& random, std::uint32_t words) {
  char* end = text_;
  for (std::uint32_t count = 0; count < words; ++count) {
    const std::uint32_t number = random.below(kWords);
    std::memcpy(end, dictionary.slots_[number].data(), kWordSlotBytes);
    end += dictionary.lengths_[number] + 1;
  }
  size_ = static_cast<std::size_t>(end - 1 - text_);
}

std::string name_of_person(std::uint32_t number) {
  Random random(kSeed, Stream::name, number);
  std::string name = capitalised(invented(random, random.between(3, 8)));
  if (random.chance(84)) name += "-" + capitalised(invented(random, random.between(4, 9)));
  return name;
}

}  // namespace quadrille::bsbm
