#pragma once

// Functions that make the rows of each format, called by make_text_rows(), and their booleans.

#include <memory>
#include <string>
#include <vector>

#include "query/results/text_rows.hpp"

namespace quadrille::results {

using Variables = std::vector<std::string>;

std::unique_ptr<TextRows> make_json_rows(const Variables& variables);
std::unique_ptr<TextRows> make_xml_rows(const Variables& variables);
std::unique_ptr<TextRows> make_csv_rows(const Variables& variables);
std::unique_ptr<TextRows> make_tsv_rows(const Variables& variables);
void append_json_boolean(bool value, std::string& out);
void append_xml_boolean(bool value, std::string& out);

// For solutions, and for graphs of three columns.
std::unique_ptr<TextRows> make_html_rows(const Variables& variables);
void append_html_boolean(bool value, std::string& out);

std::unique_ptr<TextRows> make_ntriples_rows();
std::unique_ptr<TextRows> make_nquads_rows();
std::unique_ptr<TextRows> make_rdfxml_rows(std::vector<Prefix> prefixes);
std::unique_ptr<TextRows> make_turtle_rows(std::vector<Prefix> prefixes);
std::unique_ptr<TextRows> make_trig_rows(std::vector<Prefix> prefixes);
std::unique_ptr<TextRows> make_jsonld_rows(std::vector<Prefix> prefixes);

}  // namespace quadrille::results
