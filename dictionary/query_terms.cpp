#include "dictionary/query_terms.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "dictionary/datatype.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kFirstTerms = 64;

std::uint64_t hash_of(TermView term) {
  const std::uint64_t datatype = XXH3_64bits(term.datatype.data(), term.datatype.size());
  const std::uint64_t language = XXH3_64bits_withSeed(term.language.data(), term.language.size(), datatype);
  return XXH3_64bits_withSeed(term.text.data(), term.text.size(), language);
}

}  // namespace

QueryTerms::QueryTerms(ImageId image, Budget budget) : image_(image), budget_(std::move(budget)) {}

void QueryTerms::charge(std::size_t bytes) {
  if (budget_) budget_(bytes);
  bytes_ += bytes;
}

Huri QueryTerms::huri_at(std::size_t index) const {
  const std::uint64_t image = static_cast<std::uint64_t>(static_cast<std::uint16_t>(image_)) << kVolatileIndexBits;
  return Huri::make_volatile(terms_[index].kind, kQueryTermBit | image | index);
}

// The entry's texts are already ours.
Huri QueryTerms::add(const Entry& entry) {
  if (const std::size_t bytes = numbers_.bytes_to_grow(terms_.size())) {
    charge(bytes);
    numbers_.make_room(terms_.size(), [&](std::uint32_t number) { return terms_[number].hash; });
  }
  if (terms_.size() == terms_.capacity()) {
    const std::size_t capacity = std::max(terms_.capacity() * 2, kFirstTerms);
    charge((capacity - terms_.capacity()) * sizeof(Entry));
    terms_.reserve(capacity);
  }
  terms_.push_back(entry);
  return huri_at(terms_.size() - 1);
}

Huri QueryTerms::intern(TermView term) {
  const TermPlace place = place_of(term);
  if (place.inlined) return *place.inlined;
  if (place.kind == HuriKind::blank) {
    fail(ErrorKind::unsupported, "_:{} is not a blank node of this query", term.text);
  }
  const std::uint64_t hash = hash_of(term);
  const std::uint32_t known = numbers_.find(hash, [&](std::uint32_t number) {
    const Entry& entry = terms_[number];
    return entry.hash == hash && entry.kind == place.kind && entry.term == term;
  });
  if (known != NumberTable::kNone) return huri_at(known);
  if (terms_.size() + 1 >= NumberTable::kNone)
    fail(ErrorKind::memory, "more than 4 billion computed terms on one image");
  const Huri huri = add({keep(term), hash, place.kind});
  numbers_.find_or_insert(hash, terms_.size() - 1, [](std::uint32_t) { return false; });
  return huri;
}

TermView QueryTerms::keep(TermView term) {
  const Datatype known = datatype_of(term.datatype);
  const std::string_view datatype = known == Datatype::other ? term.datatype : std::string_view();
  const std::size_t bytes = term.text.size() + term.language.size() + datatype.size();
  if (bytes > texts_.free_bytes()) charge(texts_.bytes_to_reserve(bytes));
  char* at = texts_.allocate(bytes);
  const auto copy = [&](std::string_view text) {
    const std::string_view kept(at, text.size());
    at = std::copy(text.begin(), text.end(), at);
    return kept;
  };
  const TermView kept{term.kind, copy(term.text), copy(datatype), copy(term.language)};
  return known == Datatype::other ? kept : TermView{kept.kind, kept.text, datatype_iri(known), kept.language};
}

Huri QueryTerms::fresh_blank() {
  const std::string label = fmt::format("q{}_{}", index(image_), terms_.size());
  const TermView term = keep(TermView::blank(label));
  return add({term, hash_of(term), HuriKind::blank});
}

bool QueryTerms::holds(Huri huri) const {
  return is_query_term(huri) && volatile_image(huri) == image_ && volatile_index(huri) < terms_.size() &&
         terms_[volatile_index(huri)].kind == huri.kind();
}

TermView QueryTerms::term(Huri huri) const {
  QUADRILLE_ASSERT(holds(huri), "the table of a query's term is asked for it");
  return terms_[volatile_index(huri)].term;
}

}  // namespace quadrille
