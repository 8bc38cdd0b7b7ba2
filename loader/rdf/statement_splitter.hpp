#pragma once

// A StatementSplitter divides a Turtle or TriG document into statements, so that each can be checked, located and
// skipped by itself, and so that a document of any size can be streamed.
//
//   @prefix p: <http://x/> .            a statement ends with its dot,
//   PREFIX q: <http://y/>               or with the IRI of a directive in SPARQL's style
//   p:g { p:a p:b 1 . p:c p:d [] }      a graph of n statements is cut into n, each with the graph's name:
//                                       p:g { p:c p:d [] }
//
// Brackets are balanced in a statement, and nested no deeper than kDeepestNesting (Serd recurses). A caller that reads
// a statement of the window in another way (loader/rdf/statement_scanner.hpp) advances the window, and reports the
// graphs that it has opened or closed.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/plain_tokens.hpp"
#include "loader/rdf/statement_window.hpp"
#include "loader/rdf/syntax_error.hpp"
#include "loader/rdf/turtle_lexer.hpp"

namespace quadrille {

constexpr std::size_t kDeepestNesting = 1000;

// Marks the labels of graphs named [] in plain text. No document contains such labels, since written labels have
// kNameMark.
inline constexpr char kGraphMark = 'g';

class StatementSplitter {
 public:
  // `window` outlives the splitter.
  StatementSplitter(StatementWindow& window, bool with_graphs) : window_(window), with_graphs_(with_graphs) {}

  // Moves to the next statement, well-formed or not; after a fault, to the probable start of the next one. Returns
  // false at the end.
  bool next();

  // Of the current statement, until the next call:
  std::string_view text() const { return window_.rest().substr(0, size_); }  // as written
  const PlainTokens& plain() const { return plain_; }
  const std::optional<Fault>& fault() const { return fault_; }  // a fault found without Serd; offset in text()
  std::uint64_t line() const { return window_.line(); }         // where text() begins, from 1
  std::uint32_t column() const { return window_.column(); }

  // True if the statement declares a prefix or a base. Precondition: it has no fault.
  bool is_directive() const {
    return kinds_.front() == TokenKind::at_word || first_word_ == "base" || first_word_ == "prefix";
  }

  StatementContent content() const {
    const bool is_end_of_graph = kinds_.front() == TokenKind::close_brace;
    return is_end_of_graph || is_directive() ? StatementContent::no_quads : StatementContent::quads;
  }

  // Moves to the end of the statement; the window's rest() begins there.
  void finish();

  // True if the next statement is within the braces of a graph.
  bool in_graph() const { return graph_.has_value(); }
  // `header`: a name or [], with or without GRAPH, or nothing; then "{". Precondition: !in_graph(), and no statement.
  void enter_graph(std::string_view header);

  // The number of graphs named [] so far. A caller that reads statements in another way counts those itself.
  std::uint64_t unnamed_graphs() const { return unnamed_graphs_; }
  void set_unnamed_graphs(std::uint64_t count) { unnamed_graphs_ = count; }
  void leave_graph() { graph_.reset(); }

 private:
  enum class Step : std::uint8_t { more, complete };

  Step take(const Token& token);
  Step take_dot(const Token& token);
  Step open_graph(const Token& token);
  Step close_graph(const Token& token);
  bool is_lone_node() const;
  PlainTokens unnamed_graph();
  bool is_directive_complete(const Token& token) const;
  Step refuse(std::size_t offset, const char* reason);
  void find_next_statement();
  std::string_view rest() const { return window_.rest(); }

  StatementWindow& window_;
  bool with_graphs_;
  std::size_t size_ = 0;  // of the statement at the start of the window's rest()

  PlainTokens plain_;
  std::vector<TokenKind> kinds_;      // of the statement's tokens; in a graph without its name
  std::string first_word_;            // in lower case, if the statement begins with a word
  std::vector<TokenKind> brackets_;   // open ones
  std::optional<std::string> graph_;  // in a graph: its name and "{", in plain text
  std::uint64_t unnamed_graphs_ = 0;
  std::optional<Fault> fault_;
  bool is_whole_ = false;  // the end of the statement with fault_ is known
};

}  // namespace quadrille
