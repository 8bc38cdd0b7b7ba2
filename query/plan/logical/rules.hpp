#pragma once

// The rules of the planner, each with a name. A rule is on unless it is switched off; a plan without a rule is slower,
// and its answers are the same. EXPLAIN shows the rules that fired (docs/explain.md).

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace quadrille::query {

enum class Rule : std::uint8_t {
  decorrelate_exists,
  fold_constants,
  push_conditions,
  merge_equal_variables,
  ranges_from_conditions,
  counts_from_index,
  top_rows,
  bind_join,
  late_table,
  multiway_join,
  bushy_joins,
  rows_together,
  semi_join,
};
inline constexpr std::size_t kRules = static_cast<std::size_t>(Rule::semi_join) + 1;

// "push-conditions"
std::string_view name(Rule rule);

class RuleSet {
 public:
  RuleSet() = default;
  static RuleSet only(Rule rule) {
    RuleSet set;
    set.rules_.set(static_cast<std::size_t>(rule));
    return set;
  }
  bool has(Rule rule) const { return rules_.test(static_cast<std::size_t>(rule)); }

 private:
  std::bitset<kRules> rules_;
};

// How often each rule changed the plan.
class RuleLog {
 public:
  void add(Rule rule) { ++times_[static_cast<std::size_t>(rule)]; }
  std::size_t times(Rule rule) const { return times_[static_cast<std::size_t>(rule)]; }

 private:
  std::array<std::size_t, kRules> times_{};
};

}  // namespace quadrille::query
