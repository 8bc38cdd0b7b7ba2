#include "inferencer/strata.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "inferencer/inference.hpp"

namespace quadrille::inferencer {

namespace {

using RuleNumber = std::uint32_t;

struct Dependency {
  RuleNumber on;
  bool through_not;
};

bool may_agree(const parser::Node& a, const parser::Node& b) {
  const auto *left = std::get_if<Term>(&a), *right = std::get_if<Term>(&b);
  return left == nullptr || right == nullptr || *left == *right;
}

bool may_agree(const parser::QuadPattern& a, const parser::QuadPattern& b) {
  if (a.graph.has_value() != b.graph.has_value()) return false;
  return may_agree(a.triple.subject, b.triple.subject) && may_agree(a.triple.predicate, b.triple.predicate) &&
         may_agree(a.triple.object, b.triple.object) && (!a.graph || may_agree(*a.graph, *b.graph));
}

class Dependencies {
 public:
  explicit Dependencies(const parser::RuleSet& set) : set_(set), of_rules_(set.rules.size()) {
    for (RuleNumber rule = 0; rule < set.rules.size(); ++rule) {
      for (const parser::QuadPattern& head : set.rules[rule].head) {
        const auto* predicate = std::get_if<Term>(&head.triple.predicate);
        (predicate != nullptr ? heads_[predicate->text] : heads_of_any_).push_back({rule, &head});
      }
    }
    for (RuleNumber rule = 0; rule < set.rules.size(); ++rule) {
      for (const parser::RuleElement& part : set.rules[rule].body) {
        if (const auto* quad = std::get_if<parser::QuadPattern>(&part.element)) add(rule, *quad, false);
        const auto* negation = std::get_if<parser::RuleNegation>(&part.element);
        if (negation == nullptr || negation->data_only) continue;
        for (const parser::QuadPattern& pattern : negation->patterns) add(rule, pattern, true);
      }
    }
  }

  const std::vector<Dependency>& of(RuleNumber rule) const { return of_rules_[rule]; }

 private:
  struct Head {
    RuleNumber rule;
    const parser::QuadPattern* pattern;
  };

  void add(RuleNumber rule, const parser::QuadPattern& pattern, bool through_not) {
    const auto look = [&](const std::vector<Head>& heads) {
      for (const Head& head : heads)
        if (may_agree(pattern, *head.pattern)) of_rules_[rule].push_back({head.rule, through_not});
    };
    look(heads_of_any_);
    if (const auto* predicate = std::get_if<Term>(&pattern.triple.predicate)) {
      if (const auto found = heads_.find(predicate->text); found != heads_.end()) look(found->second);
    } else {
      for (const auto& [name, heads] : heads_) look(heads);
    }
  }

  const parser::RuleSet& set_;
  std::map<std::string, std::vector<Head>> heads_;  // by predicate
  std::vector<Head> heads_of_any_;
  std::vector<std::vector<Dependency>> of_rules_;
};

// The rules on a way from `from` to `to` over dependencies, both of them included; empty if there is none.
std::vector<RuleNumber> way(const Dependencies& dependencies, std::size_t rules, RuleNumber from, RuleNumber to) {
  std::vector<std::optional<RuleNumber>> before(rules);
  std::vector<RuleNumber> pending{from};
  before[from] = from;
  for (std::size_t next = 0; next < pending.size() && !before[to]; ++next) {
    for (const Dependency& dependency : dependencies.of(pending[next])) {
      if (before[dependency.on]) continue;
      before[dependency.on] = pending[next];
      pending.push_back(dependency.on);
    }
  }
  if (!before[to]) return {};
  std::vector<RuleNumber> rules_of_way{to};
  while (rules_of_way.back() != from) rules_of_way.push_back(*before[rules_of_way.back()]);
  std::reverse(rules_of_way.begin(), rules_of_way.end());
  return rules_of_way;
}

// Fails if some rule depends on itself through NOT.
void refuse_cycles(const parser::RuleSet& set, const Dependencies& dependencies) {
  for (RuleNumber rule = 0; rule < set.rules.size(); ++rule) {
    for (const Dependency& dependency : dependencies.of(rule)) {
      if (!dependency.through_not) continue;
      const std::vector<RuleNumber> back = way(dependencies, set.rules.size(), dependency.on, rule);
      if (back.empty()) continue;
      std::string text = name_of(set.rules[rule]);
      for (const RuleNumber other : back) text += " needs " + name_of(set.rules[other]);
      const parser::Position position = set.rules[rule].position;
      fail(ErrorKind::syntax,
           "line {}, column {}: a rule depends on itself through NOT: {}. What a NOT looks at must be derived without "
           "the rule",
           position.line, position.column, text);
    }
  }
}

bool has_negation(const parser::InferenceRule& rule) {
  return std::any_of(rule.body.begin(), rule.body.end(), [](const parser::RuleElement& part) {
    return std::holds_alternative<parser::RuleNegation>(part.element);
  });
}

}  // namespace

std::vector<std::uint32_t> strata_of(const parser::RuleSet& set) {
  std::vector<std::uint32_t> strata;
  for (const parser::InferenceRule& rule : set.rules) strata.push_back(has_negation(rule) ? 1 : 0);
  if (std::find(strata.begin(), strata.end(), 1) == strata.end()) return strata;
  const Dependencies dependencies(set);
  refuse_cycles(set, dependencies);
  for (bool changes = true; changes;) {
    changes = false;
    for (RuleNumber rule = 0; rule < strata.size(); ++rule) {
      for (const Dependency& dependency : dependencies.of(rule)) {
        const std::uint32_t least = strata[dependency.on] + (dependency.through_not ? 1 : 0);
        if (strata[rule] < least) strata[rule] = least, changes = true;
      }
    }
  }
  return strata;
}

}  // namespace quadrille::inferencer
