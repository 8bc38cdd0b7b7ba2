#pragma once

// Functions that write terms in the syntax that Turtle, N-Triples and the TSV format share.

#include <string>
#include <string_view>

#include "base/term.hpp"
#include "query/results/text_rows.hpp"

namespace quadrille::results {

// <iri>, with characters that an IRIREF cannot hold as \u escapes.
void append_iri(std::string& out, std::string_view iri);

// "text", on one line.
void append_quoted(std::string& out, std::string_view text);

// """text""", with its line ends.
void append_long_quoted(std::string& out, std::string_view text);

// A whole term in canonical N-Triples form: the same bytes as append_ntriples() of base/term.hpp, fast enough for
// answers of many megabytes.
void append_long_form(std::string& out, TermView term);

// The same for IRIs and plain strings, as a syntax of texts.
TermSyntax::Plain plain_iri();
TermSyntax::Plain plain_string();

// True if the literal may be written bare, as the token INTEGER, DECIMAL or DOUBLE of Turtle (6.5): its datatype is
// that of the token and its lexical form is spelled like the token. ("1." is an xsd:decimal but not a DECIMAL; "INF" is
// not a DOUBLE.)
bool is_bare_number(TermView literal);

}  // namespace quadrille::results
