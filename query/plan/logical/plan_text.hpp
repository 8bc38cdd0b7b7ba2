#pragma once

// A logical plan as text, for tests and for EXPLAIN of the rules: a node a line, below its parent.
//
//   Project  ?x
//     Join semi  on ?x
//       Group  where ?n > 5
//         pattern  ?x ex:p ?n  ranges of ?n
//       Group
//         pattern  ?x ex:q ?y

#include <string>
#include <string_view>

#include "query/operators/plan_words.hpp"
#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query::logical {

// Local. A pattern of a JoinGroup is shown as a line below it.
std::string to_text(const Node& root, const PlanWords& words);

// Local. Adds a step to planning.options.trace, if there is one.
void record(const Planning& planning, std::string_view step, std::size_t times, const Node& root);

}  // namespace quadrille::query::logical
