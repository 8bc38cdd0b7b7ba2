// The requests of a QueryDictionary to other images.

#include <algorithm>
#include <cstring>
#include <memory_resource>
#include <optional>

#include "base/bytes.hpp"
#include "base/sort_different.hpp"
#include "base/triple_term.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/term_owner.hpp"
#include "dictionary/triple_expansion.hpp"
#include "dictionary/triple_texts.hpp"
#include "dictionary/volatile_huri.hpp"
#include "pgas/exchange.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

namespace {

std::size_t hash_of(TermView term) {
  const std::hash<std::string_view> hash;
  return (hash(term.text) ^ hash(term.datatype) * 3 ^ hash(term.language) * 5) >> 7;
}

}  // namespace

std::int32_t QueryDictionary::owner_of(Huri huri) const {
  if (is_query_term(huri)) return index(LocalTerms::image_of(huri));
  const auto owner = member_with(team_, base_, huri);
  if (!owner) fail(ErrorKind::io, "the id {:x} is in no part of the vocabulary: run 'quadrille check'", huri.bits());
  return *owner;
}

// Which terms of updates exist must not depend on the member: of each image those that all groups have. They include
// all terms in quads that the query can meet.
DeltaView QueryDictionary::view_delta() const {
  const DeltaVocabulary& delta = *base_.delta();
  std::vector<std::uint64_t> sizes;
  for (int image = 0; image < delta.images(); ++image) sizes.push_back(delta.size(ImageId{image}));
  if (team_.size() == 1) return DeltaView(delta, std::move(sizes));
  const std::string_view mine(reinterpret_cast<const char*>(sizes.data()), sizes.size() * sizeof(std::uint64_t));
  for (const std::string& theirs : team_.all_gather_bytes(mine)) {
    for (std::size_t image = 0; image < sizes.size(); ++image) {
      sizes[image] = std::min(sizes[image], load<std::uint64_t>(theirs.data() + image * sizeof(std::uint64_t)));
    }
  }
  return DeltaView(delta, std::move(sizes));
}

void QueryDictionary::find_all(std::span<const TermView> terms) {
  if (base_.map() == nullptr) return;
  std::vector<std::string> names;
  std::vector<TermView> asked, plain;
  TripleTexts triples;
  for (const TermView& term : terms) {
    if (term.kind == TermKind::triple) {
      triples.add(term.text);
    } else {
      plain.push_back(term);
    }
  }
  for (const Term& term : triples.plain()) plain.push_back(term.view());
  for (const TermView& term : plain) {
    if (term.kind == TermKind::blank || inline_huri(term)) continue;
    std::string name = to_ntriples(term);
    if (!known_.emplace(name, kUnbound).second) continue;
    names.push_back(std::move(name));
    asked.push_back(term);
  }
  std::vector<Huri> found(asked.size());
  find_in_groups(asked, found);
  for (std::size_t place = 0; place < asked.size(); ++place) {
    known_[names[place]] = found[place];
    if (found[place].is_unbound()) continue;
    const TermView& term = asked[place];
    constants_.add(found[place],
                   {term.kind, arena_.copy(term.text), arena_.copy(term.datatype), arena_.copy(term.language)});
  }
  find_triples(triples);
}

// Local, when the components are known: every image can read all stored triple terms.
void QueryDictionary::find_triples(const TripleTexts& texts) {
  std::vector<Huri> plain;
  for (const Term& term : texts.plain()) plain.push_back(find_known(term.view()));
  const std::vector<Huri> triples = huris_of_triples(texts, plain);
  for (std::size_t number = 0; number < triples.size(); ++number) {
    const std::string& text = texts.triples()[number].text;
    if (!known_.emplace(text, triples[number]).second || triples[number].is_unbound()) continue;
    constants_.add(triples[number], TermView::triple(arena_.copy(text)));
  }
}

std::vector<Huri> QueryDictionary::huris_of_triples(const TripleTexts& texts, std::span<const Huri> plain) const {
  std::vector<Huri> triples;
  for (std::size_t number = 0; number < texts.triples().size(); ++number) {
    Huri huri = base_.find(texts.components(number, plain, triples));
    if (huri.is_unbound() && !delta_.empty()) huri = delta_.find(TermView::triple(texts.triples()[number].text));
    triples.push_back(huri);
  }
  return triples;
}

namespace {

// A triple term with a blank node that the query has made is not in the database.
bool may_be_stored(TermView triple) {
  bool may = true;
  for_each_blank(triple, [&](TermView blank) { may = may && !stored_blank(blank.text).is_unbound(); });
  return may;
}

}  // namespace

std::vector<Huri> QueryDictionary::find_computed(std::span<const TermView> terms) {
  TripleTexts texts;
  std::vector<std::optional<std::size_t>> triple_of(terms.size());
  std::vector<TermView> asked;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].kind != TermKind::triple) {
      asked.push_back(terms[i]);
    } else if (may_be_stored(terms[i])) {
      triple_of[i] = texts.add(terms[i].text);
    }
  }
  const std::size_t plain_terms = asked.size();
  std::vector<Huri> plain(texts.plain().size());
  std::vector<std::size_t> plain_of;  // of the components that are asked for
  for (std::size_t number = 0; number < plain.size(); ++number) {
    const TermView term = texts.plain()[number].view();
    if (const auto inlined = inline_huri(term)) {
      plain[number] = *inlined;
    } else {
      asked.push_back(term);
      plain_of.push_back(number);
    }
  }
  std::vector<Huri> found(asked.size());
  find_in_groups(asked, found);
  for (std::size_t i = 0; i < plain_of.size(); ++i) plain[plain_of[i]] = found[plain_terms + i];
  const std::vector<Huri> triples = huris_of_triples(texts, plain);
  std::vector<Huri> out(terms.size(), kUnbound);
  std::size_t next = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].kind != TermKind::triple) out[i] = found[next++];
    if (triple_of[i]) out[i] = triples[*triple_of[i]];
  }
  return out;
}

// Of terms that are no triple terms. For constants, which are few, every image requests the same ones.
void QueryDictionary::find_in_groups(std::span<const TermView> terms, std::span<Huri> out) {
  find_in_base(terms, out);
  if (delta_.empty()) return;
  for (std::size_t place = 0; place < terms.size(); ++place) {
    if (out[place].is_unbound()) out[place] = delta_.find(terms[place]);
  }
}

void QueryDictionary::find_in_base(std::span<const TermView> terms, std::span<Huri> out) {
  std::vector<TermView> asked;
  std::vector<std::int32_t> owners;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < terms.size(); ++place) {
    out[place] = kUnbound;
    const auto owner = member_to_ask(team_, base_, terms[place]);
    if (!owner) continue;
    asked.push_back(terms[place]);
    owners.push_back(*owner);
    places.push_back(place);
  }
  std::vector<Huri> found(asked.size());
  exchange_.huris(
      asked, owners, [&](auto theirs, auto huris) { base_.find(theirs, huris); }, found);
  for (std::size_t place = 0; place < places.size(); ++place) out[places[place]] = found[place];
}

void QueryDictionary::answer_terms(std::span<const Huri> huris, TextArena& texts, std::span<TermView> out) const {
  base_.terms(huris, texts, out);
  for (std::size_t place = 0; place < huris.size(); ++place) {
    if (is_query_term(huris[place])) out[place] = local_term(huris[place]);
  }
}

void QueryDictionary::fetch(std::span<const Huri> huris, FetchedTerms& into, FetchedTerms::Lifetime lifetime) {
  std::vector<Huri> asked;
  std::vector<std::int32_t> owners;
  TripleExpansion triples(base_.triples());
  for (const Huri huri : huris) {
    if (!huri.is_unbound() && !is_here(huri) && into.find(huri) == nullptr) triples.add(huri, asked);
  }
  std::erase_if(asked, [&](Huri huri) { return is_here(huri) || into.find(huri) != nullptr; });
  sort_different(asked);  // the owner decodes each block of its vocabulary once
  for (const Huri huri : asked) owners.push_back(owner_of(huri));
  exchange_.terms(
      asked, owners, [&](auto theirs, auto& texts, auto out) { answer_terms(theirs, texts, out); }, into, lifetime);
  std::pmr::monotonic_buffer_resource texts;
  const auto read_one = [&](Huri huri) {
    if (const TermView* fetched = into.find(huri)) return *fetched;
    TermView term;
    read({&huri, 1}, {&term, 1}, texts);
    return term;
  };
  // Their texts stay until the query ends, also those of a batch.
  triples.compose(read_one,
                  [&](Huri triple, std::string_view text) { into.add(triple, TermView::triple(arena_.copy(text))); });
}

// Two exchanges a batch: terms that the database does not have go to the owner that their hash chooses, and HURIs come
// back. Texts are read in place.
void QueryDictionary::unify_in_group(std::span<const Huri> local) {
  std::vector<Huri> unknown(local.begin(), local.end());
  std::erase_if(unknown, [&](Huri huri) {
    const Huri known = find_here(local_term(huri));
    if (!known.is_unbound()) canonical_[huri] = known;
    return !known.is_unbound();
  });
  if (team_.size() == 1) return;
  const auto members = static_cast<std::size_t>(team_.size());
  std::vector<std::vector<Huri>> asked(members);
  for (const Huri huri : unknown) {
    const TermView term = local_term(huri);
    const std::size_t hash = std::hash<std::string_view>{}(term.text) ^ std::hash<std::string_view>{}(term.datatype);
    asked[(hash >> 7) % members].push_back(huri);
  }
  pgas::QueryArena buffers(team_.heap());
  const auto outgoing = buffers.make_span<pgas::Block>(members);
  for (std::size_t member = 0; member < members; ++member) {
    const auto block = buffers.make_span<Huri>(asked[member].size());
    std::copy(asked[member].begin(), asked[member].end(), block.begin());
    outgoing[member] = std::as_bytes(block);
  }
  pgas::ExchangeView questions(team_, outgoing);
  const auto replies = buffers.make_span<pgas::Block>(members);
  for (std::size_t member = 0; member < members; ++member) {
    const auto theirs = questions.from_as<Huri>(static_cast<int>(member));
    const auto block = buffers.make_span<Huri>(theirs.size());
    for (std::size_t place = 0; place < theirs.size(); ++place) block[place] = local_.intern(local_term(theirs[place]));
    replies[member] = std::as_bytes(block);
  }
  questions.finish();
  pgas::ExchangeView answers(team_, replies);
  for (std::size_t member = 0; member < members; ++member) {
    const auto theirs = answers.from_as<Huri>(static_cast<int>(member));
    for (std::size_t place = 0; place < theirs.size(); ++place) canonical_[asked[member][place]] = theirs[place];
  }
  answers.finish();
}

// A term that the database does not have is kept by the member that its hash chooses: one exchange there and one back.
// Terms of other groups' images are fetched first, because their text decides the member.
void QueryDictionary::unify_across_groups(std::span<const Huri> unknown) {
  travelling_.clear();
  fetch(unknown, travelling_, FetchedTerms::Lifetime::batch);
  std::vector<TermView> terms;
  for (const Huri huri : unknown) terms.push_back(is_here(huri) ? local_term(huri) : *travelling_.find(huri));
  std::vector<Huri> found(unknown.size());
  if (is_spread()) {
    found = find_computed(terms);
  } else {
    std::transform(terms.begin(), terms.end(), found.begin(), [&](TermView term) { return find_here(term); });
  }
  std::vector<TermView> asked;
  std::vector<std::int32_t> owners;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < terms.size(); ++place) {
    if (!found[place].is_unbound()) continue;
    asked.push_back(terms[place]);
    owners.push_back(static_cast<std::int32_t>(hash_of(terms[place]) % static_cast<std::size_t>(team_.size())));
    places.push_back(place);
  }
  const auto keep = [&](std::span<const TermView> theirs, std::span<Huri> huris) {
    std::transform(theirs.begin(), theirs.end(), huris.begin(), [&](TermView term) { return local_.intern(term); });
  };
  std::vector<Huri> kept(asked.size());
  exchange_.huris(asked, owners, keep, kept);
  for (std::size_t place = 0; place < places.size(); ++place) found[places[place]] = kept[place];
  for (std::size_t place = 0; place < unknown.size(); ++place) canonical_[unknown[place]] = found[place];
}

}  // namespace quadrille::query
