#include "query/terms/text_places.hpp"

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "dictionary/volatile_huri.hpp"

namespace quadrille::query {

bool TextPlaces::has_place(const Value& value) {
  const bool text = value.kind() == ValueKind::iri || value.is_string();
  return text && !value.huri().is_unbound() && !is_query_term(value.huri());
}

TextPlaces::TextPlaces(std::span<const Value> values, const QueryDictionary& dictionary) {
  std::vector<const Value*> delta;
  for (const Value& value : values) {
    if (has_place(value) && value.huri().is_volatile() && places_.try_emplace(value.huri()).second) {
      delta.push_back(&value);
    }
  }
  std::sort(delta.begin(), delta.end(), [](const Value* a, const Value* b) {
    if (a->huri().kind() != b->huri().kind()) return a->huri().kind() < b->huri().kind();
    if (a->language() != b->language()) return a->language() < b->language();
    return a->text() < b->text();
  });
  std::pmr::monotonic_buffer_resource arena;
  for (std::uint32_t number = 0; number < delta.size(); ++number) {
    const Huri next = dictionary.first_of_base_after(to_term_view(*delta[number], arena));
    places_[delta[number]->huri()] = {next, number};
  }
}

}  // namespace quadrille::query
