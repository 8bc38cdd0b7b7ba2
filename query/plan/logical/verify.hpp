#pragma once

// verify() checks what holds for every logical plan, between any two steps:
//
// L1  The columns, certain and resources of a node are those that its children give it; certain variables are columns.
// L2  A mark, a hidden graph and the key columns that a node adds are no columns of the child below it.
// L3  The columns that a Project, Group or BindGraph reads are columns of its child, or no row binds them.
// L4  BindJoinValues, and services with keys, stand on the right side of a join whose left side is kept.

#include <string_view>

#include "query/plan/logical/node.hpp"

namespace quadrille::query {

// Local. Throws Error(internal) that names `step`.
void verify(const logical::Node& root, std::string_view step);

// The same, in builds with assertions.
inline void verify_in_debug([[maybe_unused]] const logical::Node& root, [[maybe_unused]] std::string_view step) {
#ifndef NDEBUG
  verify(root, step);
#endif
}

}  // namespace quadrille::query
