#pragma once

// A LineCheck applies the grammar of N-Triples and N-Quads to tokens and finds the first token of a malformed line that
// is wrong in its place. It finds none in a well-formed line; LineScanner, an implementation of the grammar for speed,
// takes exactly these. Tests compare the two. Source: RDF 1.2 N-Triples; RDF 1.2 N-Quads.

#include <optional>
#include <string>
#include <string_view>

#include "loader/rdf/detail/token_words.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille::detail {

class LineCheck {
 public:
  // `line` has no line end. It and `names` outlive the check.
  LineCheck(std::string_view line, const DocumentNames& names, bool with_graphs)
      : names_(names), with_graphs_(with_graphs), found_{line, {}, {}} {}

  std::optional<Fault> find();

 private:
  // Every function matches a part of the grammar and returns false after a fault.
  bool statement();
  bool version();
  bool subject();
  bool predicate();
  bool object();
  bool triple(int depth);
  bool literal();
  bool graph();
  bool dot();
  bool end();

  bool advance();
  bool iri();
  bool node();
  bool refuse_at(std::size_t offset, std::string reason);
  bool refuse(std::string_view expected, const std::string& hint);
  bool is(TokenKind kind) const { return found_.token.kind == kind; }
  std::string hint() const;
  std::string_view graph_or_dot() const { return with_graphs_ ? "the graph's name or '.'" : "'.'"; }
  std::string typed(std::string_view datatype) const;

  const DocumentNames& names_;
  const bool with_graphs_;
  FoundToken found_;
  std::optional<Fault> fault_;
};

}  // namespace quadrille::detail
