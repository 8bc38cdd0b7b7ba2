#pragma once

// OperatorChoices restricts which of two equivalent plans a planner may choose. A server uses the defaults; tests force
// each alternative and compare the answers.

#include "query/plan/cost/costs.hpp"
#include "query/plan/logical/rules.hpp"
#include "query/table/key_runs.hpp"

namespace quadrille::query {

struct OperatorChoices {
  RuleSet off = {};     // rules that are not used
  RuleSet always = {};  // of multiway_join and semi_join: used wherever they can be, not only where they pay
  Grouping grouping = Grouping::by_order;         // by_hash: rows also move before any of them are merged
  bool spreads_closures = true;                   // all images share the work of a closure from a term
  bool spreads_order = true;                      // and of a whole answer in order
  bool term_by_term = false;                      // no text is made directly from the vocabulary: the same bytes
  double rows_for_owners = cost::kRowsForOwners;  // so many rows are moved to the images that own their keys
  // Every step's plan is checked (query/plan/logical/verify.hpp, query/plan/physical/verify_placed.hpp). EXPLAIN of the
  // rules does so in any case.
#ifdef NDEBUG
  bool verifies = false;
#else
  bool verifies = true;
#endif
};

}  // namespace quadrille::query
