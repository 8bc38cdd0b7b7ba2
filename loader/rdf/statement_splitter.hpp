#pragma once

// Cuts a Turtle or TriG document into statements, so that each can be judged, located and skipped by itself, and so
// that a document of any size streams.
//
//   @prefix p: <http://x/> .            a statement ends with its dot,
//   PREFIX q: <http://y/>               or with the IRI of a directive in SPARQL's style
//   p:g { p:a p:b 1 . p:c p:d [] }      a graph of n statements is cut into n, each with the graph's name:
//                                       p:g { p:c p:d [] }
//
// Brackets are balanced here, and nested no deeper than kDeepestNesting (Serd recurses). Who reads a statement of the
// window by other means (loader/rdf/statement_scanner.hpp) advances it, and says what graphs were opened or closed
// there.

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

// Graphs whose name is [] get a label in plain text that no document can hold, since written labels carry kNameMark.
inline constexpr char kGraphMark = 'g';

class StatementSplitter {
 public:
  // `window` outlives the splitter.
  StatementSplitter(StatementWindow& window, bool with_graphs) : window_(window), with_graphs_(with_graphs) {}

  // Goes to the next statement, well-formed or not; false: there is none. After a fault, to where the next seems to
  // begin.
  bool next();

  // Of the statement, until the next call:
  std::string_view text() const { return window_.rest().substr(0, size_); }  // as written
  const PlainTokens& plain() const { return plain_; }
  const std::optional<Fault>& fault() const { return fault_; }  // what is wrong without asking Serd; offset in text()
  std::uint64_t line() const { return window_.line(); }         // where text() begins, from 1
  std::uint32_t column() const { return window_.column(); }

  // Whether it declares a prefix or a base. Precondition: it has no fault.
  bool is_directive() const {
    return kinds_.front() == TokenKind::at_word || first_word_ == "base" || first_word_ == "prefix";
  }

  StatementContent content() const {
    const bool is_end_of_graph = kinds_.front() == TokenKind::close_brace;
    return is_end_of_graph || is_directive() ? StatementContent::no_quads : StatementContent::quads;
  }

  // Goes behind the statement, so that the window's rest() begins with what comes next.
  void finish();

  // Whether what comes next is within the braces of a graph.
  bool in_graph() const { return graph_.has_value(); }
  // `header`: a name or [], or GRAPH and such, or nothing; then "{". Precondition: !in_graph(), and no statement.
  void enter_graph(std::string_view header);

  // How many graphs were called [] so far. Who reads statements by other means counts them there.
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
  std::size_t size_ = 0;  // of the statement, with which the window's rest() begins

  PlainTokens plain_;
  std::vector<TokenKind> kinds_;      // of the statement's tokens; in a graph without its name
  std::string first_word_;            // in lower case, if the statement begins with a word
  std::vector<TokenKind> brackets_;   // open ones
  std::optional<std::string> graph_;  // in a graph: its name and "{", in plain text
  std::uint64_t unnamed_graphs_ = 0;
  std::optional<Fault> fault_;
  bool is_whole_ = false;  // where the statement with fault_ ends is known
};

}  // namespace quadrille
