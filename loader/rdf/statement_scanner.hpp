#pragma once

// A StatementScanner reads the statements of Turtle and TriG: one pass from bytes to quads.
//
//   p:a a p:b ; p:c 1 , [ p:d ( "x"@en ) ] .        terms (term_scanner.hpp) in all of the grammar's forms
//   p:g { p:a p:b p:c . p:d p:e p:f }               two statements, the first with the graph's header
//   p:a p:b p:c ~ p:r {| p:d << p:e p:f 1 >> |} .   reifiers: quads of rdf:reifies, in the graph of the statement
//
// It takes every well-formed statement except directives (detail/directive_scanner.hpp), and no malformed one. It says
// nothing about the faults of malformed statements: StatementSplitter finds their ends, StatementCheck their faults.
//
//   S1  Statements are divided as by StatementSplitter. Nodes without a label are numbered in the order of their first
//       quads, and reifiers without a name likewise: a reified triple's quads precede the quad that it is in.
//   S2  Terms point into the text or into the scanner's bytes: they are valid until the next scan().
// Source: RDF 1.2 Turtle, 6.5; RDF 1.2 TriG, 4. Cost: README.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/statement_window.hpp"
#include "loader/rdf/term_scanner.hpp"

namespace quadrille {

class StatementScanner {
 public:
  // Quads without a graph get `default_graph`. Both references outlive the scanner. With `rdf_star`, equal triples have
  // the same reifier if it has no name (quoted_triple.hpp).
  StatementScanner(bool with_graphs, const detail::DocumentNames& names, std::optional<TermView> default_graph,
                   bool rdf_star = false);

  // Scans the statement at the start of the window's rest(), which grows if necessary. Returns false if the statement
  // is malformed, or a directive, or missing.
  bool scan(StatementWindow& window);

  // Of the statement scanned last:
  const std::vector<QuadView>& quads() const { return quads_; }
  std::size_t size() const { return size_; }  // in bytes, with the space before it

  // The number of nodes without a label so far.
  std::uint64_t labels() const { return numbers_.labels; }
  void set_labels(std::uint64_t count) { numbers_.labels = count; }

  // True if the next statement is within the braces of a graph.
  bool in_graph() const { return in_graph_; }
  void leave_graph() { set_graph(false, std::nullopt); }
  // Opens the graph of a malformed statement at the start of the window's rest(), if the graph's header is well-formed.
  void open_graph(StatementWindow& window);

 private:
  enum class Outcome : std::uint8_t { taken, refused, incomplete };

  Outcome scan_text(StatementWindow& window);
  bool is_utf8(StatementWindow& window, std::size_t space);
  const char* statement(const char* at);
  const char* graph_header(const char* at);
  const char* unnamed_graph(const char* at);
  const char* triples(const char* at);
  const char* first_subject(const char* at, TermView& subject);
  const char* first_verb(const char* at, TermView& verb);
  const char* predicates(const char* at, const TermView& subject, int depth);
  const char* objects(const char* at, const TermView& subject, const TermView& predicate, int depth);
  const char* object(const char* at, const TermView& subject, const TermView& predicate, int depth, TermView& term);
  const char* annotations(const char* at, const QuadView& of, int depth);
  const char* reifier(const char* at, TermView& term);
  const char* triple_or_reified(const char* at, TermView& term, int depth);
  const char* triple(const char* at, int depth);
  const char* reified(const char* at, TermView& reifier, int depth);
  const char* component_node(const char* at, TermView& term);
  const char* component_object(const char* at, TermView& term);
  const char* properties(const char* at, const TermView& node, int depth);
  const char* elements(const char* at, const TermView& head, int depth);
  const char* end_of_statement(const char* at);
  void keep_what_lasts();
  void forget();

  // nullopt: none, or "{" without a name.
  void set_graph(bool in_graph, std::optional<TermView> name);
  void add(const TermView& subject, const TermView& predicate, const TermView& object);
  void add_reifier(const TermView& reifier, const TermView& triple);
  TermView triple_term(const QuadView& of);
  TermView new_node();
  TermView unnamed_reifier(const TermView& triple);
  const char* refuse(const char* at) { return terms_.refuse(at); }

  const bool with_graphs_, rdf_star_;
  const std::optional<TermView> default_graph_;
  TermScanner terms_;
  const char* end_ = nullptr;  // of the text

  bool in_graph_ = false;
  std::optional<TermView> graph_;  // of the statement
  std::string graph_name_;         // the bytes of graph_, if it has a name

  std::vector<QuadView> quads_;
  std::string triple_;  // the text of a triple term
  std::size_t size_ = 0;
  // Of nodes without a label, and of graphs named [].
  struct Numbers {
    std::uint64_t labels = 0, unnamed_graphs = 0;
  };
  Numbers numbers_;
  bool closes_graph_ = false;

  // A term that the next statement may repeat.
  struct Repeated {
    std::string_view token;  // as written, with the space after; empty: not known, or the term is not as written
    TermView term;
    std::string_view last;  // the text of the last quad's term; empty: not known
  };
  Repeated subject_, predicate_;
};

}  // namespace quadrille
