#pragma once

// constants_of() lists all terms that are in a query, which the planner, operators and expressions will look up.
// They are found all at once where a lookup is expensive (QueryDictionary::find_all).

#include <vector>

#include "parser/query.hpp"

namespace quadrille::query {

// Local. Roughly in the order of the text, with repetitions; the same on all images. Blank nodes are left out. The
// views point into the query.
std::vector<TermView> constants_of(const parser::Query& query);
// The same without the data of INSERT DATA, which is interned and not looked up.
std::vector<TermView> constants_of(const parser::UpdateOperation& operation);

}  // namespace quadrille::query
