#pragma once

// Reports terms that are too long for a database (base/longest_term.hpp), with their place in the document.

#include <optional>
#include <string_view>

#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Local. Checks a quad from `text`, a line or a statement. The fault is at the start of the term, if the text has the
// term unchanged. Costs nothing if the text is short.
std::optional<Fault> long_term_fault(const QuadView& quad, std::string_view text);

// The same as locate(), for such a fault of `text`. A policy that stops does not receive the text, which is long.
SyntaxErrorAt locate_long_term(const Fault& fault, std::string_view text, const ErrorPolicy& errors, std::string file,
                               std::uint64_t line, std::uint32_t column = 1);

}  // namespace quadrille
