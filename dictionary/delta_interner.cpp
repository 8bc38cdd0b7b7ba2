#include "dictionary/delta_interner.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/term_owner.hpp"
#include "dictionary/triple_texts.hpp"

namespace quadrille {

DeltaInterner::DeltaInterner(pgas::Team& team, pgas::QueryArena& arena, const Dictionary& dictionary,
                             DeltaVocabulary& delta, std::uint64_t most_bytes)
    : team_(team), dictionary_(dictionary), delta_(delta), most_bytes_(most_bytes), exchange_(team, arena) {
  QUADRILLE_ASSERT(team.size() == delta.images(), "updates are run by all images together");
}

std::vector<std::uint32_t> DeltaInterner::find_in_base(std::span<const TermView> terms,
                                                       std::vector<std::uint32_t> places, std::span<Huri> out) {
  const bool is_whole = dictionary_.map() == nullptr;
  std::vector<TermView> asked;
  std::vector<std::int32_t> members;
  std::vector<std::uint32_t> of_asked;
  for (const std::uint32_t place : places) {
    const auto member = is_whole ? std::nullopt : member_to_ask(team_, dictionary_, terms[place]);
    if (!is_whole && !member) continue;
    asked.push_back(terms[place]);
    members.push_back(member.value_or(0));
    of_asked.push_back(place);
  }
  std::vector<Huri> found(asked.size());
  const auto answer = [&](std::span<const TermView> theirs, std::span<Huri> huris) { dictionary_.find(theirs, huris); };
  is_whole ? answer(asked, found) : exchange_.huris(asked, members, answer, found);
  for (std::size_t i = 0; i < of_asked.size(); ++i) out[of_asked[i]] = found[i];
  std::erase_if(places, [&](std::uint32_t place) { return !out[place].is_unbound(); });
  return places;
}

void DeltaInterner::intern_plain(std::span<const TermView> terms, std::span<Huri> out) {
  QUADRILLE_ASSERT(terms.size() == out.size(), "a HURI for each term");
  std::vector<std::uint32_t> places;
  for (std::uint32_t place = 0; place < terms.size(); ++place) {
    const TermView& term = terms[place];
    out[place] = kUnbound;
    if (term.kind == TermKind::blank) {
      fail(ErrorKind::unsupported, "_:{} is not a blank node of this database", term.text);
    }
    const TermPlace at = place_of(term);
    if (at.inlined) {
      out[place] = *at.inlined;
      continue;
    }
    check_key(at.kind, term);  // of what a rebuild could not keep
    places.push_back(place);
  }
  places = find_in_base(terms, std::move(places), out);

  std::vector<TermView> asked;
  for (const std::uint32_t place : places) asked.push_back(terms[place]);
  std::vector<Huri> kept(asked.size());
  intern_in_delta(asked, kept);
  for (std::size_t i = 0; i < places.size(); ++i) out[places[i]] = kept[i];
}

void DeltaInterner::intern_in_delta(std::span<const TermView> terms, std::span<Huri> out) {
  std::vector<std::int32_t> owners;
  for (const TermView& term : terms) owners.push_back(member_of_image(team_, delta_.owner_of(term)));
  const auto answer = [&](std::span<const TermView> theirs, std::span<Huri> huris) {
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      huris[i] = delta_.intern(theirs[i]);
      if (delta_.bytes() > most_bytes_) {
        fail(ErrorKind::memory,
             "the new terms of the update need more than its memory budget of {} MB on this image: raise "
             "--memory, or change fewer quads at a time",
             most_bytes_ >> 20);
      }
    }
  };
  team_.size() == 1 ? answer(terms, out) : exchange_.huris(terms, owners, answer, out);
}

// The components first: a triple term of the base is found by their HURIs. One with a component that is not of the base
// is not of the base.
void DeltaInterner::intern(std::span<const TermView> terms, std::span<Huri> out) {
  const bool mine =
      std::any_of(terms.begin(), terms.end(), [](TermView term) { return term.kind == TermKind::triple; });
  if (!(team_.size() == 1 ? mine : team_.any(mine))) return intern_plain(terms, out);

  TripleTexts texts;
  std::vector<std::size_t> number_of(terms.size());  // of triple terms; of others in `plain`
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].kind == TermKind::triple) number_of[i] = texts.add(terms[i].text);
  }
  std::vector<TermView> plain;
  for (const Term& term : texts.plain()) plain.push_back(term.view());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].kind == TermKind::triple) continue;
    number_of[i] = plain.size();
    plain.push_back(terms[i]);
  }
  std::vector<Huri> plain_huris(plain.size());
  intern_plain(plain, plain_huris);

  const std::size_t count = texts.triples().size();
  std::vector<Huri> triples(count);
  std::vector<TermView> born;
  std::vector<std::size_t> born_numbers;
  for (std::size_t number = 0; number < count; ++number) {
    triples[number] = dictionary_.find(texts.components(number, plain_huris, triples));
    if (!triples[number].is_unbound()) continue;
    born.push_back(TermView::triple(texts.triples()[number].text));
    born_numbers.push_back(number);
  }
  std::vector<Huri> kept(born.size());
  intern_in_delta(born, kept);
  for (std::size_t i = 0; i < born.size(); ++i) triples[born_numbers[i]] = kept[i];
  for (const std::size_t number : born_numbers) {
    triples_.push_back({texts.components(number, plain_huris, triples), triples[number]});
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    out[i] = terms[i].kind == TermKind::triple ? triples[number_of[i]] : plain_huris[number_of[i]];
  }
}

}  // namespace quadrille
