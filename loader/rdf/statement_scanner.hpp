#pragma once

// A StatementScanner reads the plain statements of Turtle and TriG: one pass from bytes to quads.
//
//   p:a a p:b ; p:c 1 , [ p:d ( "x"@en ) ] .        plain terms (term_scanner.hpp) in all of the grammar's forms
//   p:g { p:a p:b p:c . p:d p:e p:f }               two statements, the first with the graph's header
//
// It does not take directives, statements nested deeper than kPlainNesting, or statements with a term that is not
// plain. Serd decides about those (loader/rdf/serd_reader.hpp) and finds their faults. So a statement taken here must
// be right by the grammar, and the scanner need not take every right statement.
//
//   S1  Statements are divided as by StatementSplitter, and their quads are those of Serd, in the same order, with
//       nodes without a label numbered in that order.
//   S2  Terms point into the text or into the scanner's bytes: they are valid until the next scan().
// Source: RDF 1.1 Turtle, 6.5; RDF 1.1 TriG, 4. Cost: README.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/statement_window.hpp"
#include "loader/rdf/term_scanner.hpp"

namespace quadrille {

constexpr int kPlainNesting = 900;  // less than StatementSplitter accepts

enum class ScannedStatement : std::uint8_t { taken, not_plain, incomplete };

class StatementScanner {
 public:
  // Quads without a graph get `default_graph`. Both references outlive the scanner.
  StatementScanner(bool with_graphs, const detail::DocumentNames& names, std::optional<TermView> default_graph);

  // Scans the first statement of the window's rest(). `labels`: the number of nodes without a label so far. Incomplete:
  // it may be plain, if there is more text.
  ScannedStatement scan(StatementWindow& window, std::uint64_t labels);

  // Of the statement scanned last:
  const std::vector<QuadView>& quads() const { return quads_; }
  std::size_t size() const { return size_; }           // in bytes, with the space before it
  std::uint64_t labels() const { return labels_; }     // the number of nodes without a label, with this statement
  std::string_view header() const { return header_; }  // the header of the graph that it has opened, with "{"; or empty

  // Called after the text has moved, or after another reader has read a statement.
  void forget();

  // Sets the graph of the next statement; nullopt: none, or "{" without a name.
  void set_graph(bool in_graph, std::optional<TermView> name);
  bool in_graph() const { return in_graph_; }

  // The number of graphs named [] so far.
  std::uint64_t unnamed_graphs() const { return unnamed_graphs_; }
  void set_unnamed_graphs(std::uint64_t count) { unnamed_graphs_ = count; }

 private:
  const char* statement(const char* at);
  const char* graph_header(const char* at);
  const char* unnamed_graph(const char* at);
  const char* triples(const char* at);
  const char* first_subject(const char* at, TermView& subject);
  const char* first_verb(const char* at, TermView& verb);
  const char* predicates(const char* at, const TermView& subject, int depth);
  const char* objects(const char* at, const TermView& subject, const TermView& predicate, int depth);
  const char* object(const char* at, const TermView& subject, const TermView& predicate, int depth);
  const char* properties(const char* at, const TermView& node, int depth);
  const char* elements(const char* at, const TermView& head, int depth);
  const char* end_of_statement(const char* at);
  void keep_what_lasts();

  void add(const TermView& subject, const TermView& predicate, const TermView& object);
  TermView new_node();
  const char* refuse(const char* at) { return terms_.refuse(at); }

  const bool with_graphs_;
  const std::optional<TermView> default_graph_;
  TermScanner terms_;
  const char* end_ = nullptr;  // of the text

  bool in_graph_ = false;
  std::optional<TermView> graph_;  // of the statement
  std::string graph_name_;         // the bytes of graph_, if it has a name

  std::vector<QuadView> quads_;
  std::size_t size_ = 0;
  std::uint64_t labels_ = 0;
  std::string_view header_;
  bool closes_graph_ = false;
  bool opens_unnamed_graph_ = false;
  std::uint64_t unnamed_graphs_ = 0;

  // As written in an earlier statement, with the space after; empty: not known, or the terms are not as written.
  std::string_view subject_token_, predicate_token_;
  TermView subject_, predicate_;
  std::string_view last_subject_, last_predicate_;  // the texts of the last quad's terms; empty: not known
};

}  // namespace quadrille
