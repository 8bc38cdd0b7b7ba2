#pragma once

// A VocabularyMap finds the part of a base's vocabulary that has a rank or a key. It covers all parts, including those
// opened by other groups of images, so that every image can send its requests to the right one (term_exchange.hpp).
//
//   kind     part 0                part 1                ...
//   iri      first rank, count,    first rank, count,          about 200 bytes a part, and its smallest keys
//            smallest key          smallest key
//   string   ...
//
// Every group publishes its parts, in the order of the parts:
//
//   for (const std::string& parts : team.all_gather_bytes(VocabularyMap::serialise(mine))) map.append(parts);
//
// All functions are local; any number of threads may call const functions. A lookup is a binary search over the parts.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/consecutive_shares.hpp"
#include "dictionary/vocabulary.hpp"

namespace quadrille {

class VocabularyMap {
 public:
  std::uint32_t parts() const { return parts_; }

  // The part that has the term of this rank; nullopt if there is none.
  std::optional<std::uint32_t> part_of_rank(HuriKind kind, std::uint64_t rank) const;
  // The only part that may have the key; nullopt if there is none.
  std::optional<std::uint32_t> part_of_key(HuriKind kind, std::string_view key) const;

  // The ranks and smallest keys of the vocabulary's parts, for append().
  static std::string serialise(const Vocabulary& vocabulary);
  // Adds parts, which come after those added before. Throws ErrorKind::io if their ranks are not consecutive.
  void append(std::string_view parts);

 private:
  struct Place {
    std::uint32_t part = 0;
    RankRange ranks;
    std::string smallest_key;
  };

  std::uint32_t parts_ = 0;
  std::array<std::vector<Place>, kHuriKinds> places_;  // by kind; parts without terms of the kind are left out
};

// The member of a team that has this part: parts are divided among members like shards, consecutive ones to each.
constexpr int member_of_part(std::uint32_t part, std::uint32_t parts, int members) {
  return taker_of(part, parts, members);
}

}  // namespace quadrille
