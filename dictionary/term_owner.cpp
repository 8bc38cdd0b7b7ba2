#include "dictionary/term_owner.hpp"

#include <functional>
#include <string>

#include "base/error.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/volatile_huri.hpp"

namespace quadrille {

std::optional<std::int32_t> member_to_ask(const pgas::Team& team, const Dictionary& dictionary, TermView term) {
  const VocabularyMap* const map = dictionary.map();
  if (map == nullptr || term.kind == TermKind::blank) return std::nullopt;
  const HuriKind kind = place_of(term).kind;
  std::string buffer;
  const auto part = map->part_of_key(kind, key_of(kind, term, buffer));
  if (!part) return std::nullopt;
  const int group = team.group_of(member_of_part(*part, map->parts(), team.size()));
  const int begin = team.group_begin(group);
  const auto members = static_cast<std::size_t>(team.group_end(group) - begin);
  const std::hash<std::string_view> hash;
  const std::size_t mixed = (hash(term.text) ^ hash(term.datatype) * 3 ^ hash(term.language) * 5) >> 7;
  return begin + static_cast<std::int32_t>(mixed % members);
}

// Parts are distributed over the members like shards.
std::optional<std::int32_t> member_with(const pgas::Team& team, const Dictionary& dictionary, Huri huri) {
  if (is_delta_term(huri)) {
    const DeltaVocabulary* const delta = dictionary.delta();
    if (delta == nullptr || delta_part(huri) >= delta->parts()) return std::nullopt;
    return member_of_image(team, delta->owner_of(huri));
  }
  const auto part = dictionary.map()->part_of_rank(huri.kind(), huri.payload());
  if (!part) return std::nullopt;
  return member_of_part(*part, dictionary.map()->parts(), team.size());
}

std::int32_t member_of_image(const pgas::Team& team, ImageId image) {
  const int guess = index(image);  // a team of all images
  if (guess < team.size() && team.image(guess) == image) return guess;
  for (int member = 0; member < team.size(); ++member) {
    if (team.image(member) == image) return member;
  }
  fail(ErrorKind::internal, "image {} is not in the team that needs its terms", index(image));
}

}  // namespace quadrille
