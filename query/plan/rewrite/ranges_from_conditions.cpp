// A pattern reads only the ranges of terms that the conditions on its variables allow (query/index/term_ranges.hpp).
// The conditions are still tested.

#include <algorithm>
#include <unordered_map>

#include "query/index/term_ranges.hpp"
#include "query/plan/cost/costs.hpp"
#include "query/plan/rewrite/rewrite.hpp"

namespace quadrille::query {

using logical::NodePtr;

namespace {

// The terms that conditions on one variable allow it; found once for each variable.
class AllowedTerms {
 public:
  AllowedTerms(const logical::Conditions& conditions, QueryDictionary& dictionary) : dictionary_(dictionary) {
    for (const auto* condition : conditions) {
      const std::vector<VariableId> variables = variables_of(*condition).list();
      if (variables.size() == 1) conditions_[variables.front()].push_back(condition);
    }
  }

  bool empty() const { return conditions_.empty(); }

  // Removes rows of a pattern for which such a condition does not hold. `small`: the group has a pattern of few rows,
  // which are joined in less time than it takes to find ranges for the others; then only a required single term is
  // looked for. Returns true if the pattern has ranges now.
  bool restrict(QuadPattern& pattern, bool small) {
    bool restricted = false;
    for (std::size_t place = 0; place < pattern.slots.size(); ++place) {
      const auto& variable = pattern.slots[place].variable;
      if (!variable || !conditions_.contains(*variable)) continue;
      if (small && !names_the_term(*variable)) continue;
      pattern.ranges[place] = ranges(*variable);
      restricted = restricted || pattern.ranges[place];
    }
    return restricted;
  }

 private:
  bool names_the_term(VariableId variable) const {
    const auto& conditions = conditions_.at(variable);
    return std::any_of(conditions.begin(), conditions.end(), [](const parser::Expression* condition) {
      return condition->kind == parser::ExpressionKind::equal || condition->kind == parser::ExpressionKind::in ||
             (condition->kind == parser::ExpressionKind::function && condition->builtin == parser::Builtin::sameterm);
    });
  }

  std::shared_ptr<const TermRanges> ranges(VariableId variable) {
    const auto [known, is_new] = known_.emplace(variable, nullptr);
    if (!is_new) return known->second;
    std::optional<TermRanges> allowed;
    for (const parser::Expression* condition : conditions_.at(variable)) {
      const auto ranges = ranges_of(*condition, variable, dictionary_);
      if (ranges) allowed = allowed ? intersection(*allowed, *ranges) : *ranges;
    }
    if (allowed && allowed->size() > cost::kMostRanges)
      *allowed = {{allowed->front().first, allowed->back().last, false}};
    if (allowed) known->second = std::make_shared<const TermRanges>(std::move(*allowed));
    return known->second;
  }

  QueryDictionary& dictionary_;
  std::unordered_map<VariableId, logical::Conditions> conditions_;
  std::unordered_map<VariableId, std::shared_ptr<const TermRanges>> known_;
};

bool has_few_rows(Planning& planning, const QuadPattern& pattern) {
  if (pattern.scope.kind == GraphScope::Kind::everything) {
    QuadPattern unnamed = pattern, named = pattern;
    unnamed.scope = GraphScope::unnamed_part();
    named.scope = pattern.scope.named_part();
    return has_few_rows(planning, unnamed) && has_few_rows(planning, named);
  }
  const std::vector<AccessPath> paths = access_paths(pattern, {}, {});
  return std::any_of(paths.begin(), paths.end(), [&](const AccessPath& path) {
    return static_cast<double>(planning.counts.rows(path)) < cost::kRowsOfRanges;
  });
}

void restrict(Planning& planning, logical::JoinGroup& group) {
  AllowedTerms allowed(group.conditions, planning.dictionary);
  if (allowed.empty()) return;
  const bool small = std::any_of(group.patterns.begin(), group.patterns.end(),
                                 [&](const logical::Pattern& pattern) { return has_few_rows(planning, pattern.quad); });
  for (logical::Pattern& pattern : group.patterns) {
    if (allowed.restrict(pattern.quad, small)) planning.fired.add(Rule::ranges_from_conditions);
  }
}

}  // namespace

void ranges_from_conditions(Planning& planning, NodePtr& root) {
  if (auto* group = root->as<logical::JoinGroup>(); group && !group->conditions.empty()) restrict(planning, *group);
  for_each_child(*root, [&](NodePtr& child) { ranges_from_conditions(planning, child); });
}

}  // namespace quadrille::query
