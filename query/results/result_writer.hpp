#pragma once

// Writers of answers. Every call appends to the caller's string, so an answer is written, sent and discarded chunk by
// chunk:
//
//   auto writer = make_result_writer(ResultFormat::json, {"x", "name"});       SELECT
//   writer->begin(out);
//   writer->rows(cells, row_count, out);   as often as wanted
//   writer->end(out);
//
//   auto writer = make_graph_writer(ResultFormat::turtle);                     CONSTRUCT, DESCRIBE
//   writer->begin(out);  writer->triples(triples, out);  writer->end(out);
//
//   append_boolean(ResultFormat::json, true, out);                             ASK: the whole answer
//
// Several processes may write one answer: each has a writer with the same variables, only image 0 calls begin and end,
// and the bytes of all pieces are concatenated in order. A JSON row depends on whether it is the first of the whole
// answer: a writer of rows that follow others' rows calls continue_after_rows() once, before its own first rows. In
// the other formats that call changes nothing. Pieces of graphs do not need it.
//
// Terms are written as they are: valid UTF-8 is expected and not checked. XML 1.0 cannot hold the control characters
// but tab, line feed and carriage return, nor U+FFFE and U+FFFF, not even escaped: solutions in XML have U+FFFD
// instead, and RDF/XML refuses them.
//
// Triple terms and strings with a direction need RDF 1.2. Turtle, TriG and RDF/XML announce it where such a term
// follows, Turtle and TriG once in the rows of each process. N-Triples and N-Quads are in canonical form, which has no
// announcement. The parameter version=1.2 of a media type would be sent before the first row; at that time it is not
// known if a later one needs it. Sources: SPARQL 1.1 Query Results JSON Format; SPARQL Query Results XML Format (2nd
// edition); SPARQL 1.1 Query Results CSV and TSV Formats; RFC 4180; RDF 1.2 N-Triples, N-Quads, Turtle, TriG, XML
// Syntax.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/name_spaces.hpp"
#include "base/term.hpp"
#include "query/results/result_format.hpp"

namespace quadrille::results {

using Prefix = DeclaredPrefix;
// rdf, rdfs, xsd, owl.
std::vector<Prefix> usual_prefixes();

// The value of one variable in one row; nullopt: unbound.
using Cell = std::optional<TermView>;

class TextRows;

// Writes rows of terms by the TextRows of a format.
class ResultWriter {
 public:
  explicit ResultWriter(std::unique_ptr<TextRows> rows);
  ~ResultWriter();

  void begin(std::string& out) const;
  // `cells` are row-major: cells[row * variables + variable]. The number of rows is a parameter because it cannot be
  // derived if there are no variables.
  void rows(std::span<const Cell> cells, std::size_t row_count, std::string& out);
  void end(std::string& out) const;
  // Call it if rows written by others precede all rows of this writer.
  void continue_after_rows() { rows_before_ = true; }

 private:
  const std::unique_ptr<TextRows> rows_;
  bool rows_before_ = false;
};

// `variables` are names without '?'. Needs can_hold(format, AnswerKind::solutions); or nquads, trig, whose rows are
// quads: subject, predicate, object, graph, the last unbound in the default graph.
std::unique_ptr<ResultWriter> make_result_writer(ResultFormat format, const std::vector<std::string>& variables,
                                                 std::vector<Prefix> prefixes = usual_prefixes());

// Needs can_hold(format, AnswerKind::boolean). CSV and TSV, for which no recommendation exists, contain only the word.
void append_boolean(ResultFormat format, bool value, std::string& out);

struct TripleView {
  TermView subject;
  TermView predicate;
  TermView object;
};

class GraphWriter : public ResultWriter {
 public:
  using ResultWriter::ResultWriter;
  // Every piece is complete in itself. Turtle and RDF/XML group adjacent triples of one subject, so output is shortest
  // if triples are sorted by subject.
  void triples(std::span<const TripleView> triples, std::string& out);
};

// Needs can_hold(format, AnswerKind::graph). `prefixes` are for Turtle, TriG and RDF/XML; each prefix and each
// namespace occurs once (declared_prefixes() of name_spaces.hpp).
std::unique_ptr<GraphWriter> make_graph_writer(ResultFormat format, std::vector<Prefix> prefixes = usual_prefixes());

// In RDF/XML, a triple that cannot be expressed is an Error(user) that names it: a predicate that does not end in an
// XML name, or characters that XML cannot hold.

}  // namespace quadrille::results
