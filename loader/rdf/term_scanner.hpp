#pragma once

// A TermScanner reads the plain terms of Turtle and TriG from a document's text, in one pass over their bytes.
//
// Plain are: IRIs, absolute or relative, with escapes too; prefixed names; blank node labels; numbers, true, false;
// strings of all four forms, with escapes too; language tags and datatypes, without comments before them; the verb "a".
// Every term that is read here means the same to Serd (loader/rdf/serd_reader.hpp), which reads the others.
//
//   T1  The text is followed by a line feed and 2 * detail::kScanPadding bytes, none of them of a name.
//   T2  Terms look into the text, or into the scanner's own bytes: these live until clear().
// Every function gives the place behind the term at `at`, or nullptr; then stopped_at() says which byte it did not
// like. Source: RDF 1.1 Turtle, 6.5.

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

  const char* node(const char* at, TermView& term);    // what a subject or a graph can be
  const char* verb(const char* at, TermView& term);    // what a predicate can be
  const char* object(const char* at, TermView& term);  // but for [ ] and ( )

  // Fails: for whoever finds what cannot be at `at`.
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
  const char* local_name(const char* at, std::string_view& name);  // which may be in scratch_
  const char* blank(const char* at, TermView& term);
  const char* word_or_name(const char* at, TermView& term);
  const char* number(const char* at, TermView& term);
  const char* string(const char* at, TermView& term);
  const char* suffix(const char* at, TermView& literal);

  // Prefixes of up to eight bytes that have been looked up, by a hash of these. Names stay where they are in memory
  // when they get another meaning.
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
