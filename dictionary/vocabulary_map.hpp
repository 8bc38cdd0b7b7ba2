#pragma once

// Which part of a base's vocabulary has a rank or a key, for all parts, also those that another group of images has
// opened: what every image must know to ask the right one (term_exchange.hpp).
//
//   kind     part 0                part 1                ...
//   iri      first rank, count,    first rank, count,          about 200 bytes a part, and its smallest keys
//            smallest key          smallest key
//   string   ...
//
// Every group tells about its parts, in the order of the parts:
//
//   for (const std::string& told : team.all_gather_bytes(mine)) map.append(told);
//
// Local, all of it; const functions may be called by many threads. Looking up is a binary search over the parts.

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

  // The part that has the term of this rank; nothing if none has.
  std::optional<std::uint32_t> part_of_rank(HuriKind kind, std::uint64_t rank) const;
  // The only part that may have the key; nothing if none can.
  std::optional<std::uint32_t> part_of_key(HuriKind kind, std::string_view key) const;

  // What append() takes: the parts that `vocabulary` holds.
  static std::string told(const Vocabulary& vocabulary);
  // The parts that follow those known so far. Throws ErrorKind::io if their ranks do not follow.
  void append(std::string_view told);

 private:
  struct Place {
    std::uint32_t part = 0;
    RankRange ranks;
    std::string smallest_key;
  };

  std::uint32_t parts_ = 0;
  std::array<std::vector<Place>, kHuriKinds> places_;  // by kind; parts without terms of the kind are left out
};

// The member of a team whose part this is: parts lie on the members as shards do, consecutive ones on each.
constexpr int member_of_part(std::uint32_t part, std::uint32_t parts, int members) {
  return taker_of(part, parts, members);
}

}  // namespace quadrille
