#pragma once

// A TermScanner reads the terms of Turtle and TriG from a document's text, in one pass over their bytes: IRIs, prefixed
// names, blank node labels, numbers, true, false, strings with language tags and datatypes, the verb "a".
//
//   T1  The text is followed by a line feed and 2 * detail::kScanPadding bytes, none of them of a name.
//   T2  Terms point into the text, or into the scanner's own bytes, which are valid until clear().
// Every function returns the end of the term at `at`, or nullptr if it is malformed; then stopped_at() is the byte that
// does not fit. With a longer text this byte may fit, if it is close to the end.
// Source: RDF 1.2 Turtle, 6.5.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/detail/stable_bytes.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille {

class TermScanner {
 public:
  // `names` outlives the scanner.
  explicit TermScanner(const detail::DocumentNames& names) : names_(names) {}

  void set_end(const char* end) { end_ = end; }
  void clear() { bytes_.clear(); }

  const char* node(const char* at, TermView& term);    // a term that can be a subject or a graph
  const char* verb(const char* at, TermView& term);    // a term that can be a predicate
  const char* object(const char* at, TermView& term);  // any term except [ ], ( ) and those with <<

  // Returns nullptr, with stopped_at() = `at`: also for callers that find a wrong byte.
  const char* refuse(const char* at) {
    stopped_at_ = at;
    return nullptr;
  }
  const char* stopped_at() const { return stopped_at_; }

  detail::StableBytes& bytes() { return bytes_; }

 private:
  const char* iri(const char* at, TermView& term);
  const char* escaped_iri(const char* begin, const char* at, TermView& term);
  const char* prefixed_name(const char* at, TermView& term);
  const char* local_name(const char* at, std::string_view& name);  // `name` may be in scratch_
  const char* blank(const char* at, TermView& term);
  const char* word_or_name(const char* at, TermView& term);
  const char* number(const char* at, TermView& term);
  const char* string(const char* at, TermView& term);
  const char* suffix(const char* at, TermView& literal);

  // Cache of looked-up prefixes of up to eight bytes, by a hash of these. A name keeps its address when its meaning
  // changes.
  struct KnownPrefix {
    std::uint64_t bytes = 0;
    const std::string* iri = nullptr;
  };
  const std::string* find_prefix(const char* prefix, std::size_t size);

  const detail::DocumentNames& names_;
  std::array<KnownPrefix, 64> known_prefixes_;
  detail::StableBytes bytes_;
  std::string scratch_;
  std::string resolved_;
  const char* end_ = nullptr;  // of the text
  const char* stopped_at_ = nullptr;
};

}  // namespace quadrille
