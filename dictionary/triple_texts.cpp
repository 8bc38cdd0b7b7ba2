#include "dictionary/triple_texts.hpp"

#include "base/error.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille {

std::size_t TripleTexts::add(std::string_view text) {
  if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
  const TripleParts parts(text);
  Triple triple{std::string(text),
                {component(parts.subject()), component(parts.predicate()), component(parts.object())}};
  const std::size_t number = triples_.size();
  numbers_.emplace(triple.text, number);
  triples_.push_back(std::move(triple));
  return number;
}

TripleTexts::Component TripleTexts::component(TermView term) {
  if (term.kind == TermKind::triple) return {Component::Kind::triple, add(term.text), {}};
  if (term.kind == TermKind::blank) {
    const Huri huri = stored_blank(term.text);
    if (huri.is_unbound()) fail(ErrorKind::unsupported, "{} is not a blank node of this database", to_ntriples(term));
    return {Component::Kind::known, 0, huri};
  }
  const auto [place, is_new] = plain_numbers_.try_emplace(to_ntriples(term), plain_.size());
  if (is_new) plain_.emplace_back(term);
  return {Component::Kind::plain, place->second, {}};
}

TripleComponents TripleTexts::components(std::size_t triple, std::span<const Huri> plain,
                                         std::span<const Huri> triples) const {
  TripleComponents huris;
  for (std::size_t place = 0; place < huris.size(); ++place) {
    const Component& its = triples_[triple].components[place];
    huris[place] = its.kind == Component::Kind::known   ? its.huri
                   : its.kind == Component::Kind::plain ? plain[its.number]
                                                        : triples[its.number];
  }
  return huris;
}

}  // namespace quadrille
