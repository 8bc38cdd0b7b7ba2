#pragma once

// Reads the directives of Turtle and TriG, with the lexer.
//
//   @prefix p: <http://x/> .     @base <http://x/> .     @version "1.2" .
//   PREFIX p: <http://x/>        BASE <http://x/>        VERSION "1.2"
//
// A directive without its dot is malformed, but declares its name, so that skipping it does not reject the statements
// that use the name.

#include <cstddef>
#include <functional>
#include <string_view>

#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/statement_window.hpp"

namespace quadrille::detail {

// Returns the size of the directive at the start of the window's rest(), after advancing over the space before it; 0 if
// it is malformed, or no directive. Its declaration is added to `names`; `on_version` receives the version that it
// announces. Precondition: the window is not in a graph.
std::size_t take_directive(StatementWindow& window, DocumentNames& names,
                           const std::function<void(std::string_view version)>& on_version = {});

}  // namespace quadrille::detail
