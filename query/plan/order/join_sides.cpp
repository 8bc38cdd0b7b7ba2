// The joins of two sides: which way, and which keys.

#include <fmt/format.h>

#include <algorithm>

#include "query/index/cardinality.hpp"
#include "query/index/routed_path.hpp"
#include "query/plan/cost/costs.hpp"
#include "query/plan/order/equalities.hpp"
#include "query/plan/order/estimate.hpp"
#include "query/plan/order/ordered.hpp"
#include "query/plan/order/semi_join.hpp"

namespace quadrille::query {

using logical::NodePtr;

namespace {

// True if the variables have their values in the rows of `side`. A variable that is unbound there may be bound by a
// part that is joined later, and then fulfil a condition without having a key here.
bool stands_in(const logical::Node& side, const logical::Node& other, const VariableSet& variables) {
  const auto list = variables.list();
  return std::all_of(list.begin(), list.end(), [&](VariableId variable) {
    return side.certain.has(variable) && (!other.columns.has(variable) || other.certain.has(variable));
  });
}

}  // namespace

std::vector<VariableId> add_value_keys(Planning& planning, NodePtr& left, NodePtr& right,
                                       const logical::Conditions& conditions) {
  std::vector<VariableId> keys;
  if (left->columns.meets(right->columns)) return keys;
  for (const parser::Expression* condition : conditions) {
    const auto equality = equality_of(*condition);
    if (!equality) continue;
    const auto stand = [&](const VariableSet& of_left, const VariableSet& of_right) {
      return stands_in(*left, *right, of_left) && stands_in(*right, *left, of_right);
    };
    const bool straight = stand(equality->of_first, equality->of_second);
    if (!straight && !stand(equality->of_second, equality->of_first)) continue;
    const VariableId key = planning.new_variable(fmt::format(".key{}", planning.variables.size()));
    const auto add = [&](NodePtr& side, ValueKeys::Side which, const parser::Expression* of) {
      side = estimated(planning, logical::KeyColumn{std::move(side), which, of, equality->by, key});
    };
    add(left, ValueKeys::Side::left, straight ? equality->first : equality->second);
    add(right, ValueKeys::Side::right, straight ? equality->second : equality->first);
    keys.push_back(key);
  }
  return keys;
}

bool can_index_join(const Planning& planning, JoinKind kind, const logical::Node& left, const QuadPattern& pattern) {
  if (kind == JoinKind::mark || kind == JoinKind::minus) return false;
  const auto bound = bound_in(left, pattern);
  if (bound.empty()) return false;
  return !planning.is_apart() ||
         look_up_by_owner(planning.data, pattern, bound, {}, Distribution::anyhow(), kind == JoinKind::inner);
}

NodePtr joined_with_pattern(Planning& planning, logical::Join& join, const logical::Node& right,
                            const VariableSet& wanted) {
  if (join.kind == JoinKind::inner || !join.conditions.empty()) return nullptr;
  const auto* group = right.as<logical::JoinGroup>();
  const QuadPattern* pattern = group ? group->only_pattern() : nullptr;
  if (!pattern || pattern->scope.kind == GraphScope::Kind::everything) return nullptr;
  JoinKind kind = join.kind;
  if (kind == JoinKind::minus) {  // where all shared variables are bound, compatible rows share a binding
    const bool hidden = pattern->scope.kind == GraphScope::Kind::each;
    if (hidden || !join.left->certain.includes(join.shared)) return nullptr;
    kind = JoinKind::anti;
  }
  const double rows = join.left->rows;
  const double pattern_rows = estimate_pattern(planning.data, planning.counts, *pattern).rows;
  auto way = semi_join_that_pays(planning, kind, *join.left, *pattern, pattern_rows);
  const bool by_index = join.kind != JoinKind::minus && rows * cost::kLookUpPays < pattern_rows &&
                        can_index_join(planning, kind, *join.left, *pattern);
  if (!way && !by_index) return nullptr;
  if (way) planning.fired.add(Rule::semi_join);
  logical::PatternJoin made{kind, std::move(join.left), *pattern, std::move(way), wanted, join.mark};
  NodePtr node = estimated(planning, std::move(made));
  if (join.kind == JoinKind::minus) node->rows = rows;
  return node;
}

}  // namespace quadrille::query
