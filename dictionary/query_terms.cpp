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

// The slot of the term, or the free slot where it belongs.
std::size_t QueryTerms::slot_of(std::uint64_t hash, HuriKind kind, TermView term) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) return slot;
    const Entry& entry = terms_[slots_[slot] - 1];
    if (entry.hash == hash && entry.kind == kind && entry.term == term) return slot;
  }
}

void QueryTerms::grow_slots() {
  const std::size_t size = std::max(slots_.size() * 2, kFirstTerms * 2);
  charge((size - slots_.size()) * sizeof(std::uint64_t));
  std::vector<std::uint64_t> slots(size);
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    std::size_t slot = terms_[i].hash & (size - 1);
    while (slots[slot] != 0) slot = (slot + 1) & (size - 1);
    slots[slot] = i + 1;
  }
  slots_ = std::move(slots);
}

Huri QueryTerms::huri_at(std::size_t index) const {
  const std::uint64_t image = static_cast<std::uint64_t>(static_cast<std::uint16_t>(image_)) << kVolatileIndexBits;
  return Huri::make_volatile(terms_[index].kind, kQueryTermBit | image | index);
}

// The entry's texts are already ours.
Huri QueryTerms::add(const Entry& entry) {
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
    fail(ErrorKind::unsupported, "the label _:{} names no blank node inside a query", term.text);
  }
  const std::uint64_t hash = hash_of(term);
  if (!slots_.empty()) {
    const std::uint64_t known = slots_[slot_of(hash, place.kind, term)];
    if (known != 0) return huri_at(known - 1);
  }
  if (slots_.size() < 2 * (terms_.size() + 1)) grow_slots();
  const Huri huri = add({keep(term), hash, place.kind});
  slots_[slot_of(hash, place.kind, term)] = terms_.size();
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
