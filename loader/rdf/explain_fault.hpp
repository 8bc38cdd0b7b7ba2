#pragma once

// Better words for what is wrong with a malformed statement: the first token that cannot be where it is, what was
// expected there, and what to do.
//
//   Serd:  "expected `.', not `e'"       in column 20
//   here:  "unexpected 'ex:b', expected ',', ';' or '.'; is '.' or ';' missing at the end of line 3, column 17?"
//
// Nothing is accepted or refused here: a statement comes once it has been refused. Cost: a pass over its text.

#include <string_view>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/detail/statement_check.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Why a statement of Turtle or TriG is malformed. `known`: the reason so far. `is_place_known`: `known` is of the first
// wrong byte, and not in Serd's words, so that only what comes before it can be wrong too. `is_first`: of the document,
// which may be something else than Turtle.
Fault explain_statement(std::string_view text, Fault known, bool is_place_known, bool is_first,
                        const detail::DocumentNames& names, detail::StatementPlace place);

// The same of a line of N-Triples or N-Quads. `head`: the document from this line on, if it is the first one.
Fault explain_line(std::string_view line, Fault known, const detail::DocumentNames& names, Syntax syntax,
                   std::string_view head);

}  // namespace quadrille
