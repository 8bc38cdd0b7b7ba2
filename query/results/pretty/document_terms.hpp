#pragma once

// DocumentTerms numbers the terms of a document. Once all are there, sort() renumbers them, so that the order of
// numbers is that of the document:
//
//   rdf:type | IRIs | blank nodes | literals | triple terms       each ascending by its text in N-Triples
//
// Memory: about 40 bytes a term, and its text. Local.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "base/canonical_term.hpp"
#include "base/number_table.hpp"
#include "base/term.hpp"

namespace quadrille::results {

using TermNumber = std::uint32_t;
inline constexpr TermNumber kNoTerm = ~TermNumber{0};

class DocumentTerms {
 public:
  using Triple = std::array<TermNumber, 3>;

  explicit DocumentTerms(std::pmr::memory_resource& memory);

  // The number of a term; of a triple term, its components get numbers, too.
  TermNumber number_of(const TermView& term);
  // Returns the new numbers by the old ones. Then no more terms can be added.
  std::pmr::vector<TermNumber> sort();

  std::size_t size() const { return entries_.size(); }
  TermKind kind(TermNumber term) const { return entries_[term].kind; }
  bool is_triple(TermNumber term) const { return kind(term) == TermKind::triple; }
  bool is_blank(TermNumber term) const { return kind(term) == TermKind::blank; }
  const Triple& triple(TermNumber term) const { return triples_[entries_[term].triple]; }
  // Points into `bytes` or this.
  TermView view(TermNumber term, TermBytes& bytes) const;
  // After sort(): the number of an IRI; kNoTerm, if it does not occur.
  TermNumber find_iri(std::string_view iri) const;

 private:
  struct Entry {
    const char* text = nullptr;
    std::uint32_t bytes = 0;
    std::uint32_t triple = 0;  // in triples_, of a triple term
    TermKind kind = TermKind::iri;
  };
  static std::string_view text_of(const Entry& entry) { return {entry.text, entry.bytes}; }

  std::pmr::memory_resource& memory_;
  std::pmr::monotonic_buffer_resource texts_;
  std::pmr::vector<Entry> entries_;
  std::pmr::vector<Triple> triples_;
  NumberTable numbers_;
  std::string scratch_;
};

}  // namespace quadrille::results
