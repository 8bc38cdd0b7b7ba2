#include "query/results/pretty/document_terms.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "base/triple_term.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

constexpr std::size_t kFirstTextBytes = 4096;

// The order of kinds in a document.
int place_of(TermKind kind) {
  switch (kind) {
    case TermKind::iri:
      return 0;
    case TermKind::blank:
      return 1;
    case TermKind::literal:
      return 2;
    case TermKind::triple:
      return 3;
  }
  return 3;
}

}  // namespace

DocumentTerms::DocumentTerms(std::pmr::memory_resource& memory)
    : memory_(memory), texts_(kFirstTextBytes, &memory), entries_(&memory), triples_(&memory), numbers_(&memory) {}

TermNumber DocumentTerms::number_of(const TermView& term) {
  const auto hash_of = [](std::string_view text) { return std::hash<std::string_view>()(text); };
  numbers_.make_room(entries_.size(), [&](std::uint32_t entry) { return hash_of(text_of(entries_[entry])); });
  scratch_.clear();
  append_long_form(scratch_, term);
  const TermNumber number = numbers_.find_or_insert(
      hash_of(scratch_), entries_.size(), [&](std::uint32_t entry) { return text_of(entries_[entry]) == scratch_; });
  if (number < entries_.size()) return number;
  char* const text = static_cast<char*>(texts_.allocate(scratch_.size(), 1));
  copy_bytes(text, scratch_.data(), scratch_.size());
  entries_.push_back({text, static_cast<std::uint32_t>(scratch_.size()), 0, term.kind});
  if (term.kind == TermKind::triple) {
    const TripleParts parts(text_of(entries_[number]));
    const Triple triple{number_of(parts.subject()), number_of(parts.predicate()), number_of(parts.object())};
    entries_[number].triple = static_cast<std::uint32_t>(triples_.size());
    triples_.push_back(triple);
  }
  return number;
}

std::pmr::vector<TermNumber> DocumentTerms::sort() {
  numbers_ = NumberTable(&memory_);
  std::string type;
  append_iri(type, iri::kRdfType);
  const auto key_of = [&](const Entry& entry) {
    const std::string_view text = text_of(entry);
    return std::tuple(text != type, place_of(entry.kind), text);
  };
  std::pmr::vector<TermNumber> order(entries_.size(), &memory_), ranks(entries_.size(), &memory_);
  std::iota(order.begin(), order.end(), TermNumber{0});
  std::sort(order.begin(), order.end(),
            [&](TermNumber a, TermNumber b) { return key_of(entries_[a]) < key_of(entries_[b]); });
  for (std::size_t rank = 0; rank < order.size(); ++rank) ranks[order[rank]] = static_cast<TermNumber>(rank);
  std::pmr::vector<Entry> sorted(&memory_);
  sorted.reserve(order.size());
  for (const TermNumber number : order) sorted.push_back(entries_[number]);
  entries_.swap(sorted);
  for (Triple& triple : triples_) {
    for (TermNumber& component : triple) component = ranks[component];
  }
  return ranks;
}

TermView DocumentTerms::view(TermNumber term, TermBytes& bytes) const {
  const std::string_view text = text_of(entries_[term]);
  if (kind(term) == TermKind::triple) return TermView::triple(text);
  const std::optional<TermView> read = CanonicalTermReader(text).next(bytes);
  QUADRILLE_ASSERT(read.has_value(), "the text of a term");
  return *read;
}

TermNumber DocumentTerms::find_iri(std::string_view iri) const {
  std::string text;
  append_iri(text, iri);
  const auto is_before = [&](const Entry& entry, std::string_view wanted) {
    return entry.kind == TermKind::iri && text_of(entry) < wanted;
  };
  const bool has_type = !entries_.empty() && entries_[0].kind == TermKind::iri;  // perhaps rdf:type, not in order
  if (has_type && text_of(entries_[0]) == text) return 0;
  const auto found = std::lower_bound(entries_.begin() + (has_type ? 1 : 0), entries_.end(), text, is_before);
  return found != entries_.end() && text_of(*found) == text ? static_cast<TermNumber>(found - entries_.begin())
                                                            : kNoTerm;
}

}  // namespace quadrille::results
