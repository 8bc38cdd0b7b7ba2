#include "query/expression/testing/test_dictionary.hpp"

#include <algorithm>

#include "dictionary/inline_term.hpp"

namespace quadrille::query {

TestDictionary::TestDictionary(std::vector<Term> terms) {
  const auto key = [](const Term& term) { return std::tie(term.language, term.text, term.datatype); };
  std::sort(terms.begin(), terms.end(), [&](const Term& a, const Term& b) { return key(a) < key(b); });
  std::uint64_t rank = 0;
  for (const Term& term : terms) {
    if (inline_huri(term.view())) continue;
    const Huri stored = term.kind == TermKind::blank ? stored_blank(term.text) : kUnbound;
    const Huri huri = stored.is_unbound() ? Huri::make(place_of(term.view()).kind, ++rank) : stored;
    if (stable_.emplace(to_ntriples(term.view()), huri).second) terms_.emplace(huri.bits(), term);
  }
}

Huri TestDictionary::huri(const Term& term, bool as_volatile) {
  if (const auto inlined = inline_huri(term.view())) return *inlined;
  const std::string key = to_ntriples(term.view());
  if (!as_volatile && stable_.contains(key)) return stable_.at(key);
  const auto [place, added] =
      volatile_.emplace(key, Huri::make_volatile(place_of(term.view()).kind, volatile_.size() + 1));
  if (added) terms_.emplace(place->second.bits(), term);
  return place->second;
}

void TestDictionary::find(std::span<const TermView> terms, std::span<Huri> out) const {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto place = stable_.find(to_ntriples(terms[i]));
    out[i] = place == stable_.end() ? kUnbound : place->second;
  }
}

void TestDictionary::read(std::span<const Huri> huris, std::span<TermView> out, std::pmr::memory_resource&) {
  ++calls;
  asked_for.insert(asked_for.end(), huris.begin(), huris.end());
  for (std::size_t i = 0; i < huris.size(); ++i) out[i] = terms_.at(huris[i].bits()).view();
}

}  // namespace quadrille::query
