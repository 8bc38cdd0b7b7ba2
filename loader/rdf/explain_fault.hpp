#pragma once

// Improves the message for a malformed statement: it names the first token that is wrong in its place, the tokens
// expected there, and a remedy.
//
//   Serd:  "expected `.', not `e'"       in column 20
//   here:  "unexpected 'ex:b', expected ',', ';' or '.'; is '.' or ';' missing at the end of line 3, column 17?"
//
// Nothing is accepted or rejected here: a statement comes here after it was rejected. Cost: a pass over its text.

#include <string_view>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/detail/statement_check.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Returns why a statement of Turtle or TriG is malformed. `known`: the reason so far. `is_place_known`: `known` names
// the first wrong byte, and not in Serd's words, so only text before it can also be wrong. `is_first`: the statement is
// the first of the document, which may be something other than Turtle.
Fault explain_statement(std::string_view text, Fault known, bool is_place_known, bool is_first,
                        const detail::DocumentNames& names, detail::StatementPlace place);

// The same for a line of N-Triples or N-Quads. `head`: the document from this line on, if it is the first one.
Fault explain_line(std::string_view line, Fault known, const detail::DocumentNames& names, Syntax syntax,
                   std::string_view head);

}  // namespace quadrille
