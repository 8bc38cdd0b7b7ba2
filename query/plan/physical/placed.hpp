#pragma once

// placed() makes the operators of an ordered plan: one for each node, and those that move rows and fetch terms between
// them (distribution.hpp). It serves one image, one group of images and several groups alike; a PatternJoin becomes a
// semi-join by the owners of the keys, or a look-up, depending on where the rows are.
//
// Every row of every operator is on exactly one image, except the rows that an Exchange replicates as the right side of
// a join. Every image makes the same operators.

#include <string_view>

#include "query/operators/bind_join_rows.hpp"
#include "query/operators/dependent_rows.hpp"
#include "query/operators/operator.hpp"
#include "query/plan/logical/node.hpp"
#include "query/plan/logical/planning.hpp"

namespace quadrille::query {

// Tables of joins around a node, which operators made for it may read.
struct KeptTables {
  std::shared_ptr<BindJoinRows> left;                      // of the innermost bind join; nullptr: there is none
  std::vector<std::shared_ptr<DependentRows>> dependents;  // of all dependent joins
};

// Local. Throws Error(unsupported) if the plan is too deep or a table too wide.
OperatorPtr placed(Planning& planning, const logical::Node& node, const KeptTables& tables = {});

// The parts of placed().
OperatorPtr placed_scan(Planning& planning, const logical::Scan& scan);
OperatorPtr placed_pattern_join(Planning& planning, const logical::PatternJoin& join, const KeptTables& tables);
OperatorPtr placed_join(Planning& planning, const logical::Join& join, const KeptTables& tables);

}  // namespace quadrille::query
