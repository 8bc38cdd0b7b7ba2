#pragma once

// Terms that are too long for a database (base/longest_term.hpp), found where their place in the document is known.

#include <optional>
#include <string_view>

#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

// Local. Of a quad that `text`, a line or a statement, has given; the fault is where the term begins in it, if it
// stands there as it is. Costs nothing where the text is short.
std::optional<Fault> long_term_fault(const QuadView& quad, std::string_view text);

// As locate(), for such a fault of `text`. A policy that stops does not get the text, which is long.
SyntaxErrorAt locate_long_term(const Fault& fault, std::string_view text, const ErrorPolicy& errors, std::string file,
                               std::uint64_t line, std::uint32_t column = 1);

}  // namespace quadrille
