#pragma once

// Functions that make the writers, one for each source file, called by the factories of result_writer.hpp.

#include <memory>
#include <string>
#include <vector>

#include "query/results/result_writer.hpp"
#include "query/results/text_rows.hpp"

namespace quadrille::results {

using Variables = std::vector<std::string>;

std::unique_ptr<ResultWriter> make_json_writer(Variables variables);
std::unique_ptr<ResultWriter> make_xml_writer(Variables variables);
std::unique_ptr<ResultWriter> make_csv_writer(Variables variables);
std::unique_ptr<ResultWriter> make_tsv_writer(Variables variables);
std::unique_ptr<TextRows> make_json_rows(const Variables& variables);
std::unique_ptr<TextRows> make_xml_rows(const Variables& variables);
std::unique_ptr<TextRows> make_csv_rows(const Variables& variables);
std::unique_ptr<TextRows> make_tsv_rows(const Variables& variables);
void append_json_boolean(bool value, std::string& out);
void append_xml_boolean(bool value, std::string& out);

// For solutions, and for graphs of three columns.
std::unique_ptr<ResultWriter> make_html_writer(Variables variables);
std::unique_ptr<GraphWriter> make_html_graph_writer();
std::unique_ptr<TextRows> make_html_rows(const Variables& variables);
void append_html_boolean(bool value, std::string& out);

std::unique_ptr<ResultWriter> make_nquads_writer();
std::unique_ptr<ResultWriter> make_trig_writer(std::vector<Prefix> prefixes);

std::unique_ptr<GraphWriter> make_rdfxml_writer(std::vector<Prefix> prefixes);
std::unique_ptr<GraphWriter> make_ntriples_writer();
std::unique_ptr<GraphWriter> make_turtle_writer(std::vector<Prefix> prefixes);

std::unique_ptr<TextRows> make_ntriples_rows();
std::unique_ptr<TextRows> make_nquads_rows();
std::unique_ptr<TextRows> make_turtle_rows(std::vector<Prefix> prefixes);
std::unique_ptr<TextRows> make_trig_rows(std::vector<Prefix> prefixes);

}  // namespace quadrille::results
