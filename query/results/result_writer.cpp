#include "query/results/result_writer.hpp"

#include <deque>
#include <limits>

#include "base/assert.hpp"
#include "query/results/detail/writers.hpp"

namespace quadrille::results {

ResultWriter::ResultWriter(std::unique_ptr<TextRows> rows) : rows_(std::move(rows)) {}
ResultWriter::~ResultWriter() = default;

void ResultWriter::begin(std::string& out) const {
  out += rows_->opening();
}

void ResultWriter::end(std::string& out) const {
  out += rows_->closing();
}

void ResultWriter::rows(std::span<const Cell> cells, std::size_t row_count, std::string& out) {
  if (row_count == 0) return;
  const std::size_t width = cells.size() / row_count;
  std::vector<std::vector<std::string_view>> columns(width, std::vector<std::string_view>(row_count));
  std::deque<WideText> texts;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!cells[i]) continue;
    std::string text;
    rows_->syntax(i % width).append(*cells[i], text);
    columns[i % width][i / width] = texts.emplace_back(text).view();
  }
  TextBuffer written;
  const std::vector<TextColumn> views(columns.begin(), columns.end());
  rows_->write(views, 0, row_count, std::numeric_limits<std::size_t>::max(), written);
  out += written.from(rows_before_ ? 0 : rows_->separator_bytes());
  rows_before_ = true;
}

void GraphWriter::triples(std::span<const TripleView> triples, std::string& out) {
  std::vector<Cell> cells;
  for (const TripleView& triple : triples) cells.insert(cells.end(), {triple.subject, triple.predicate, triple.object});
  rows(cells, triples.size(), out);
}

std::unique_ptr<ResultWriter> make_result_writer(ResultFormat format, const std::vector<std::string>& variables,
                                                 std::vector<Prefix> prefixes) {
  QUADRILLE_ASSERT(can_hold(format, AnswerKind::solutions) || can_hold(format, AnswerKind::dataset),
                   "solutions are written in a form for solutions, or for quads");
  return std::make_unique<ResultWriter>(make_text_rows(format, variables, std::move(prefixes)));
}

std::unique_ptr<TextRows> make_text_rows(ResultFormat format, const std::vector<std::string>& variables,
                                         std::vector<Prefix> prefixes) {
  switch (format) {
    case ResultFormat::xml:
      return make_xml_rows(variables);
    case ResultFormat::csv:
      return make_csv_rows(variables);
    case ResultFormat::tsv:
      return make_tsv_rows(variables);
    case ResultFormat::ntriples:
      return make_ntriples_rows();
    case ResultFormat::nquads:
      return make_nquads_rows();
    case ResultFormat::turtle:
      return make_turtle_rows(std::move(prefixes));
    case ResultFormat::trig:
      return make_trig_rows(std::move(prefixes));
    case ResultFormat::jsonld:
      return make_jsonld_rows(std::move(prefixes));
    case ResultFormat::html:
      return make_html_rows(variables);
    case ResultFormat::rdfxml:
      return make_rdfxml_rows(std::move(prefixes));
    default:
      return make_json_rows(variables);
  }
}

void append_boolean(ResultFormat format, bool value, std::string& out) {
  QUADRILLE_ASSERT(can_hold(format, AnswerKind::boolean), "a boolean is written in a form for booleans");
  switch (format) {
    case ResultFormat::xml:
      return append_xml_boolean(value, out);
    case ResultFormat::csv:
      out += value ? "true\r\n" : "false\r\n";
      return;
    case ResultFormat::tsv:
      out += value ? "true\n" : "false\n";
      return;
    case ResultFormat::html:
      return append_html_boolean(value, out);
    default:
      return append_json_boolean(value, out);
  }
}

std::unique_ptr<GraphWriter> make_graph_writer(ResultFormat format, std::vector<Prefix> prefixes) {
  QUADRILLE_ASSERT(can_hold(format, AnswerKind::graph), "a graph is written in a form for graphs");
  const std::vector<std::string> columns = {"subject", "predicate", "object"};
  return std::make_unique<GraphWriter>(make_text_rows(format, columns, std::move(prefixes)));
}

std::vector<Prefix> usual_prefixes() {
  return {{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
          {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
          {"xsd", std::string(iri::kXsd)},
          {"owl", "http://www.w3.org/2002/07/owl#"}};
}

}  // namespace quadrille::results
