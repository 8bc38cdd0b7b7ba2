#pragma once

// Terms in the forms that Turtle, N-Triples and the TSV format share.

#include <string>
#include <string_view>

#include "base/term.hpp"
#include "query/results/text_rows.hpp"

namespace quadrille::results {

// <iri>, with what an IRIREF may not hold as a \u escape.
void append_iri(std::string& out, std::string_view iri);

// "text", on one line.
void append_quoted(std::string& out, std::string_view text);

// A whole term in canonical N-Triples form: the same bytes as base/term.hpp's append_ntriples(), at the speed that
// answers of many megabytes need.
void append_long_form(std::string& out, TermView term);

// The same of IRIs and plain strings, as the syntax of texts has it.
TermSyntax::Plain plain_iri();
TermSyntax::Plain plain_string();

// Whether the literal may stand bare, as the token INTEGER, DECIMAL or DOUBLE of Turtle (6.5): its datatype is
// that token's and its lexical form is spelled like the token. ("1." is an xsd:decimal but no DECIMAL; "INF" no
// DOUBLE.)
bool is_bare_number(TermView literal);

}  // namespace quadrille::results
