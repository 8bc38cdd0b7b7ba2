#pragma once

// A StatementSplitter finds the ends of malformed statements of Turtle and TriG, so that each can be located, explained
// and skipped by itself. The scanner (loader/rdf/statement_scanner.hpp) reads all others, and divides them likewise.
//
//   @prefix p: <http://x/> .            a statement ends with its dot,
//   PREFIX q: <http://y/>               or with the IRI or version of a directive in SPARQL's style
//   p:g { p:a p:b 1 . p:c p:d [] }      a graph of n statements is n statements, the first with the graph's header
//
// Brackets, and the marks of annotations, are balanced in a statement, and nested no deeper than kDeepestNesting. The
// caller of both reports the graphs that the scanner has opened or closed.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/statement_window.hpp"
#include "loader/rdf/syntax_error.hpp"
#include "loader/rdf/turtle_lexer.hpp"

namespace quadrille {

constexpr int kDeepestNesting = 1000;  // readers recurse

class StatementSplitter {
 public:
  // `window` outlives the splitter.
  StatementSplitter(StatementWindow& window, bool with_graphs) : window_(window), with_graphs_(with_graphs) {}

  // Moves to the next statement; after a fault, its end is probable. Returns false at the end.
  bool next();

  // Of the current statement, until the next call:
  std::string_view text() const { return window_.rest().substr(0, size_); }  // as written
  const std::optional<Fault>& fault() const { return fault_; }  // that hides the statement's end; offset in text()
  std::uint64_t line() const { return window_.line(); }         // where text() begins, from 1
  std::uint32_t column() const { return window_.column(); }

  // True if the statement begins as a directive.
  bool is_directive() const;

  // Moves to the end of the statement; the window's rest() begins there.
  void finish();

  // True if the next statement is within the braces of a graph.
  bool in_graph() const { return in_graph_; }
  void set_in_graph(bool in_graph) { in_graph_ = in_graph; }

 private:
  enum class Step : std::uint8_t { more, complete };

  Step take(const Token& token);
  Step take_end(const Token& token);
  Step take_dot(const Token& token);
  Step take_at_word(const Token& token, bool is_first);
  Step open_bracket(const Token& token);
  Step close_bracket(const Token& token);
  Step open_graph(const Token& token);
  Step close_graph(const Token& token);
  Step refuse(std::size_t offset, const char* reason);
  void find_next_statement();
  std::string_view rest() const { return window_.rest(); }

  StatementWindow& window_;
  bool with_graphs_;
  std::size_t size_ = 0;  // of the statement at the start of the window's rest()

  std::size_t tokens_ = 0;           // of the statement so far; in a graph without its header
  std::string first_word_;           // of those: @prefix, @base, or in lower case a word; empty: another token
  std::vector<TokenKind> brackets_;  // open ones
  bool in_graph_ = false;
  std::optional<Fault> fault_;
};

}  // namespace quadrille
