#pragma once

// Takes the plain lines of N-Triples and N-Quads at memory speed, one call a line.
//
// Plain are: comments and empty lines; IRIs, with escapes too, relative ones only with a base; blank node labels;
// literals, with escapes too; language tags; LF, CR LF or CR at the end. Whatever else a line has, it is
// not_recognised: Serd judges it (line_judge.hpp), and if it is malformed, says why. So everything that is taken here
// must be right by the grammar, and nothing has to be taken.
//
//   S1  The text ends with a line feed and kScanPadding bytes of any value follow, so no loop asks for the end.
//   S2  The terms of a quad look into the text, or (escapes, relative IRIs, language tags with capitals) into the
//       scanner's own buffers: they live until the next call. Subject and predicate live until forget().
// Source: RDF 1.1 N-Triples, 7; N-Quads, 4. Cost: about one byte a cycle (README).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loader/rdf/input_file.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille {

enum class ScannedLine : std::uint8_t { quad, nothing, not_recognised };

class LineScanner {
 public:
  // Syntax::ntriples or Syntax::nquads. What has no graph goes to `default_graph`. Relative IRIs are resolved by
  // `base`, if that is not empty. Both outlive the scanner.
  LineScanner(Syntax syntax, std::optional<TermView> default_graph, std::string_view base = {});

  // Looks at the line that begins at `at`, in a text that ends at `end`, and moves `at` to the begin of the next.
  ScannedLine scan(const char*& at, const char* end, QuadView& quad);

  // The text is about to go; the next line is not compared to the one before.
  void forget();

 private:
  // `bytes` is for an IRI that is not in the text as it is.
  const char* scan_iri(const char* at, TermView& term, std::string& bytes);
  const char* scan_odd_iri(const char* begin, const char* at, TermView& term, std::string& bytes);
  const char* scan_node(const char* at, TermView& term, std::string& bytes);
  const char* scan_object(const char* at, TermView& object);
  const char* scan_literal(const char* at, TermView& literal);
  const char* scan_escapes(const char* text, const char* at);
  const char* scan_suffix(const char* at, TermView& literal);
  const char* scan_language(const char* at, TermView& literal);

  bool with_graphs_;
  std::optional<TermView> default_graph_;
  std::string_view base_;
  std::string_view subject_token_;  // as it stands in the line before, with the space after it; empty: not known
  std::string_view predicate_token_;
  TermView subject_, predicate_;
  std::uint32_t not_ascii_ = 0;  // has the line bytes of 0x80 and more
  std::string text_;             // a literal's lexical form, where it has escapes
  std::string language_;         // a language tag, where it has capitals
  std::string subject_bytes_, predicate_bytes_, object_bytes_, graph_bytes_;  // IRIs that are not in the text
};

// The begin of the line after the one that `at` is in.
const char* next_line(const char* at);

}  // namespace quadrille
