#pragma once

// A StatementCheck applies the grammar of Turtle and TriG to tokens and finds the first token of a malformed statement
// that is wrong in its place. It finds none in a well-formed statement; the scanner (loader/rdf/statement_scanner.hpp),
// an implementation of the grammar for speed, takes exactly these. Tests compare the two.
//
// Recursive descent with one token of lookahead; recursion ends at kDeepestNesting, and then no fault is found.
// Source: RDF 1.2 Turtle, 6.5; RDF 1.2 TriG, 4.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/detail/token_words.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille::detail {

// The context of a statement.
struct StatementPlace {
  bool with_graphs = false;  // TriG
  bool in_graph = false;     // within the braces of a graph
  std::uint64_t line = 1;    // of the start of its text
  std::uint32_t column = 1;
};

class StatementCheck {
 public:
  // Both outlive the check.
  StatementCheck(std::string_view text, const DocumentNames& names, StatementPlace place);

  // The first fault that the grammar, or an undeclared prefix, shows; its offset is in the text.
  std::optional<Fault> find();

 private:
  // Every function matches a part of the grammar and returns false after a fault.
  bool statement();
  bool prefix_directive(bool with_dot);
  bool base_directive(bool with_dot);
  bool version_directive(bool with_dot);
  bool directive_end();
  bool graph_or_triples();
  bool named_graph();
  bool graph();
  bool graph_triples();
  bool triples_after(bool needs_verb);
  bool subject(bool& needs_verb);
  bool predicates();
  bool verb();
  bool objects();
  bool object();
  bool literal();
  bool bracketed(bool& is_empty);
  bool list();
  bool annotations();
  bool annotation_block();
  bool reifier();
  bool triple_term();
  bool reified_triple();
  bool components(bool is_term);
  bool component_subject(bool is_term);
  bool component_object(bool is_term);
  bool anonymous_node();
  bool open_triple();
  bool refuse_depth();
  bool close_triple(TokenKind closing, std::string_view expected);
  bool node(std::string_view expected);
  bool end_of_triples();

  bool advance();
  bool iri();
  bool name();
  bool label();
  bool refuse(std::string_view expected, std::string hint = {});
  bool refuse_at(std::size_t offset, std::string reason);
  bool is(TokenKind kind) const { return found_.token.kind == kind; }
  bool is_word(std::string_view word) const;
  std::string hint() const;
  std::string subject_hint() const;
  std::string not_a_literal(std::string_view what) const;
  std::string undeclared(std::string_view prefix) const;
  std::string open_bracket_hint() const;
  std::string where(std::size_t offset) const;

  std::string_view text_;
  const DocumentNames& names_;
  const StatementPlace place_;
  FoundToken found_;
  std::vector<std::size_t> open_;  // the starts of open brackets, blocks and triples
  int triples_ = 0;                // open, each within the one before it
  int deepest_ = 0;                // the most of them within the object
  std::optional<Fault> fault_;
};

}  // namespace quadrille::detail
