#pragma once

// The terms that stand in a query, wherever they do: what the planner, operators and expressions will look up. Found
// all at once when looking up is dear (QueryDictionary::find_all).

#include <vector>

#include "parser/query.hpp"

namespace quadrille::query {

// Local. In the order of the text, more or less, with repetitions; the same on all images. Blank nodes are left out.
// Views of what the query holds.
std::vector<TermView> constants_of(const parser::Query& query);
// Likewise, those of the data of INSERT DATA left out, which are not looked up but interned.
std::vector<TermView> constants_of(const parser::UpdateOperation& operation);

}  // namespace quadrille::query
