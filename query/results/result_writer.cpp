#include "query/results/result_writer.hpp"

#include "base/assert.hpp"
#include "query/results/detail/writers.hpp"

namespace quadrille::results {

std::unique_ptr<ResultWriter> make_result_writer(ResultFormat format, std::vector<std::string> variables,
                                                 std::vector<Prefix> prefixes) {
  QUADRILLE_ASSERT(can_hold(format, AnswerKind::solutions) || can_hold(format, AnswerKind::dataset),
                   "solutions are written in a form for solutions, or for quads");
  switch (format) {
    case ResultFormat::nquads:
      return make_nquads_writer();
    case ResultFormat::trig:
      return make_trig_writer(std::move(prefixes));
    case ResultFormat::xml:
      return make_xml_writer(std::move(variables));
    case ResultFormat::csv:
      return make_csv_writer(std::move(variables));
    case ResultFormat::tsv:
      return make_tsv_writer(std::move(variables));
    case ResultFormat::html:
      return make_html_writer(std::move(variables));
    default:
      return make_json_writer(std::move(variables));
  }
}

std::unique_ptr<TextRows> make_text_rows(ResultFormat format, const std::vector<std::string>& variables,
                                         std::vector<Prefix> prefixes) {
  switch (format) {
    case ResultFormat::json:
      return make_json_rows(variables);
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
    case ResultFormat::html:
      return make_html_rows(variables);
    default:
      return nullptr;
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
  if (format == ResultFormat::ntriples) return make_ntriples_writer();
  if (format == ResultFormat::rdfxml) return make_rdfxml_writer(std::move(prefixes));
  if (format == ResultFormat::html) return make_html_graph_writer();
  return make_turtle_writer(std::move(prefixes));
}

std::unique_ptr<GraphWriter> make_graph_writer(ResultFormat format) {
  return make_graph_writer(format, usual_prefixes());
}

std::vector<Prefix> usual_prefixes() {
  return {{"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
          {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
          {"xsd", std::string(iri::kXsd)},
          {"owl", "http://www.w3.org/2002/07/owl#"}};
}

}  // namespace quadrille::results
