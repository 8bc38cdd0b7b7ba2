#include "dictionary/vocabulary_map.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/error.hpp"

namespace quadrille {

std::optional<std::uint32_t> VocabularyMap::part_of_rank(HuriKind kind, std::uint64_t rank) const {
  const auto& places = places_[static_cast<std::size_t>(kind)];
  const auto place =
      std::partition_point(places.begin(), places.end(), [&](const Place& before) { return before.ranks.end <= rank; });
  if (place == places.end() || rank < place->ranks.first) return std::nullopt;
  return place->part;
}

std::optional<std::uint32_t> VocabularyMap::part_of_key(HuriKind kind, std::string_view key) const {
  const auto& places = places_[static_cast<std::size_t>(kind)];
  const auto behind =
      std::partition_point(places.begin(), places.end(), [&](const Place& place) { return place.smallest_key <= key; });
  if (behind == places.begin()) return std::nullopt;
  return std::prev(behind)->part;
}

//   | parts | for each part and kind: count, and if there are any: first rank, bytes of the key, key |
std::string VocabularyMap::serialise(const Vocabulary& vocabulary) {
  std::string bytes;
  append_varint(bytes, vocabulary.parts().size());
  for (const VocabularyView& part : vocabulary.parts()) {
    for (std::size_t i = 0; i < kHuriKinds; ++i) {
      const auto kind = static_cast<HuriKind>(i);
      append_varint(bytes, part.count(kind));
      if (part.count(kind) == 0) continue;
      append_varint(bytes, part.first_rank(kind));
      append_varint(bytes, part.smallest_key(kind).size());
      bytes += part.smallest_key(kind);
    }
  }
  return bytes;
}

void VocabularyMap::append(std::string_view parts) {
  if (parts.empty()) return;
  const auto* from = reinterpret_cast<const unsigned char*>(parts.data());
  for (std::uint64_t left = get_varint(from); left > 0; --left, ++parts_) {
    for (std::size_t i = 0; i < kHuriKinds; ++i) {
      const std::uint64_t count = get_varint(from);
      if (count == 0) continue;
      const std::uint64_t first = get_varint(from);
      const auto bytes = static_cast<std::size_t>(get_varint(from));
      const std::uint64_t expected = places_[i].empty() ? 0 : places_[i].back().ranks.end;
      if (first != expected) {
        fail(ErrorKind::io,
             "vocabulary parts are not consecutive: kind {} ends at rank {}, its next part begins at {}; restore the "
             "files "
             "from a copy",
             i, expected, first);
      }
      places_[i].push_back({parts_, {first, first + count}, std::string(reinterpret_cast<const char*>(from), bytes)});
      from += bytes;
    }
  }
}

}  // namespace quadrille
