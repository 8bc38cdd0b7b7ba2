#pragma once

// JoinSearch weighs the joins of a group's parts. Its states are tables of some parts, each with the steps that join
// them; join_order.cpp and bushy_joins.cpp choose which states are made. All functions are local.

#include <limits>
#include <vector>

#include "query/plan/order/arrangement.hpp"
#include "query/plan/order/join_order.hpp"

namespace quadrille::query {

// A table of one or several parts.
struct JoinState {
  double cost = std::numeric_limits<double>::infinity();
  bool product = false;  // a step had no common variable
  Estimate estimate;
  VariableSet variables;
  Arrangement arrangement;
  std::vector<JoinStep> steps;
};

// A join of two tables and its cost.
struct WeighedJoin {
  double cost = std::numeric_limits<double>::infinity();  // with all steps of both
  bool product = false;
  double rows = 0;
  JoinMethod method = JoinMethod::hash;
};

// Works on states and on weighed joins.
template <class A, class B>
bool better(const A& a, const B& b) {
  return a.product != b.product ? !a.product : a.cost < b.cost;
}

class JoinSearch {
 public:
  JoinSearch(const std::vector<JoinPart>& parts, const JoinCosts& costs, JoinSamples* samples,
             const std::vector<JoinLink>& links);
  std::size_t size() const { return parts_.size(); }
  const JoinPart& operator[](std::size_t part) const { return parts_[part]; }
  const std::vector<VariableId>& variables(std::size_t part) const { return lists_[part]; }
  const std::vector<JoinLink>& links() const { return links_; }

  // A table of one part.
  const JoinState& alone(std::size_t part) const { return alone_[part]; }
  // The best join of the two. If `right` is a pattern alone, rows of `left` may be looked up in it.
  WeighedJoin weigh(const JoinState& left, const JoinState& right) const;
  // `left` becomes the joined table.
  void take(JoinState& left, const JoinState& right, const WeighedJoin& join) const;

 private:
  std::vector<VariableId> shared(const JoinState& left, const JoinState& right) const;
  double cost_of_moving(const JoinState& left, const JoinState& right, bool right_is_built,
                        const std::vector<VariableId>& common) const;
  void weigh_look_up(const JoinState& left, std::size_t next, const std::vector<VariableId>& common, WeighedJoin& join,
                     double& cost) const;
  double move_later(const JoinState& left, std::size_t next, double rows, const std::vector<VariableId>& common) const;
  double linked_values(const JoinState& left, const JoinState& right) const;
  double sampled_values(const JoinState& left, VariableId variable, const JoinState& right) const;

  const std::vector<JoinPart>& parts_;
  const JoinCosts& costs_;
  JoinSamples* const samples_;
  const std::vector<JoinLink>& links_;
  std::vector<std::vector<VariableId>> lists_;
  std::vector<JoinState> alone_;
};

// Dynamic programming over the subsets of the parts: adds one part after the other to the best table of each subset.
// `join_branches`, if given, is called for each subset first, with the best tables by subset.
using JoinBranches = void (*)(const JoinSearch& search, std::vector<JoinState>& best, std::size_t subset);
std::vector<JoinStep> order_exactly(const JoinSearch& search, JoinBranches join_branches);

// The rule bushy-joins: two tables that are joined from several parts each are joined with each other, where that costs
// less than adding one part after the other. `one_by_one`: the order without such joins, which is returned if the
// search does not pay.
std::vector<JoinStep> with_bushy_joins(const JoinSearch& search, std::vector<JoinStep> one_by_one);

}  // namespace quadrille::query
