#pragma once

// A LineScanner reads the lines of N-Triples and N-Quads at memory speed, one call a line.
//
// It takes every well-formed line, and no malformed one. Relative IRIs are well-formed only with a base. A line ends
// with LF, CR LF or CR. LineCheck finds the faults of malformed lines (explain_fault.hpp).
//
//   S1  The text ends with a line feed and kScanPadding bytes of any value follow, so no loop checks for the end.
//   S2  The terms of a quad point into the text, or (escapes, relative IRIs, language tags with capitals, triple terms
//       that are not in canonical form) into the scanner's own buffers: they are valid until the next call. Subject and
//       predicate are valid until forget().
// Source: RDF 1.2 N-Triples, 7; N-Quads, 4. Cost: about one byte a cycle (README).

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/input_file.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille {

enum class ScannedLine : std::uint8_t { quad, nothing, version, malformed };

// The quads of a line with quoted triples (quoted_triple.hpp): those of the reifiers, the inner ones first, then that
// of the line.
struct QuotedLine {
  struct Reifier {
    std::string label, triple;
  };
  std::deque<Reifier> reifiers;  // the quads point to them
  std::vector<QuadView> quads;
};

class LineScanner {
 public:
  // Syntax::ntriples or Syntax::nquads. Quads without a graph get `default_graph`. Relative IRIs are resolved with
  // `base`, if that is not empty. Both outlive the scanner.
  LineScanner(Syntax syntax, std::optional<TermView> default_graph, std::string_view base = {});

  // Scans the line that begins at `at`, in a text that ends at `end`, and moves `at` to the start of the next line. Of
  // a line VERSION "1.2", the object is the version, a string.
  ScannedLine scan(const char*& at, const char* end, QuadView& quad);

  // Scans a line that begins at `line` and that scan() has found malformed as one of RDF-star: it has quoted triples.
  // Returns false if it is malformed.
  bool scan_quoted(const char* line, QuotedLine& found);

  // Called before the text is freed; the next line is not compared to the previous one.
  void forget();

 private:
  // `bytes` receives an IRI whose bytes differ from those in the text.
  const char* scan_iri(const char* at, TermView& term, std::string& bytes);
  const char* scan_odd_iri(const char* begin, const char* at, TermView& term, std::string& bytes);
  const char* scan_node(const char* at, TermView& term, std::string& bytes);
  ScannedLine scan_version(const char*& line, TermView& version);
  const char* end_of_line(const char* line, const char* at);
  const char* scan_object(const char* at, TermView& object);
  const char* scan_triple(const char* at, TermView& term);
  const char* check_triple(const char* at, int depth, bool& is_canonical);
  const char* check_component(const char* at, int column, int depth, bool& is_canonical);
  const char* write_triple(const char* at);
  const char* quoted_triple(const char* at, TermView& reifier, int depth, QuotedLine& found);
  const char* scan_literal(const char* at, TermView& literal);
  const char* scan_escapes(const char* text, const char* at);
  const char* scan_suffix(const char* at, TermView& literal);
  const char* scan_language(const char* at, TermView& literal);

  bool with_graphs_;
  std::optional<TermView> default_graph_;
  std::string_view base_;
  std::string_view subject_token_;  // as written in the previous line, with the space after it; empty: not known
  std::string_view predicate_token_;
  TermView subject_, predicate_;
  std::uint32_t not_ascii_ = 0;  // not 0 if the line has bytes of 0x80 and more
  std::string text_;             // a literal's lexical form, if it has escapes
  std::string language_;         // a language tag, if it has capitals
  std::string triple_;           // a triple term, if it is not written in canonical form
  std::string subject_bytes_, predicate_bytes_, object_bytes_, graph_bytes_;  // resolved or unescaped IRIs
};

// The start of the line after the one that contains `at`.
const char* next_line(const char* at);

}  // namespace quadrille
