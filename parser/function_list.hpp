#pragma once

// The functions and aggregates of SPARQL that the parser accepts by keyword, for the manual. Casts are named by IRIs:
// query/expression/cast.hpp has them.

#include <string_view>
#include <vector>

namespace quadrille::parser {

struct ListedFunction {
  std::string_view name;       // "STRLEN"
  std::string_view arguments;  // "with one argument"
};

// Local. In the order of the parser's table.
std::vector<ListedFunction> listed_functions();

}  // namespace quadrille::parser
