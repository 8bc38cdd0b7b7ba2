#pragma once

// Returns the fault of a malformed statement: the first token that is wrong in its place, the tokens expected there,
// and a remedy.
//
//   "unexpected 'ex:b', expected ',', ';' or '.'; is '.' or ';' missing at the end of line 3, column 17?"
//
// Nothing is accepted or rejected here: a statement comes here after a scanner has refused it. Cost: a pass over its
// text.

#include <optional>
#include <string_view>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/detail/statement_check.hpp"
#include "loader/rdf/input_file.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// For a statement of Turtle or TriG. `known`: a fault that the splitter has found; only text before it can also be
// wrong. `is_first`: the statement is the first of the document, which may be something other than Turtle.
Fault explain_statement(std::string_view text, const std::optional<Fault>& known, bool is_first,
                        const detail::DocumentNames& names, detail::StatementPlace place);

// For a line of N-Triples or N-Quads. `head`: the document from this line on, if it is the first one.
Fault explain_line(std::string_view line, const detail::DocumentNames& names, Syntax syntax, std::string_view head);

}  // namespace quadrille
