#include "inferencer/strata.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "inferencer/inference.hpp"

namespace quadrille::inferencer {

namespace {

using RuleNumber = std::uint32_t;

struct Dependency {
  RuleNumber on;
  bool is_closed;  // that rule must have ended
};

bool may_agree(const Slot& a, const Slot& b) {
  return a.is_variable() || b.is_variable() || a.constant() == b.constant();
}

bool may_agree(const Atom& a, const Atom& b) {
  if (a.graph.has_value() != b.graph.has_value()) return false;
  return may_agree(a.subject, b.subject) && may_agree(a.predicate, b.predicate) && may_agree(a.object, b.object) &&
         (!a.graph || may_agree(*a.graph, *b.graph));
}

class Dependencies {
 public:
  explicit Dependencies(const std::vector<Rule>& rules) : of_rules_(rules.size()) {
    for (RuleNumber rule = 0; rule < rules.size(); ++rule) {
      for (const Atom& head : rules[rule].head)
        (head.predicate.is_variable() ? heads_of_any_ : heads_[head.predicate.constant()]).push_back({rule, &head});
    }
    for (RuleNumber rule = 0; rule < rules.size(); ++rule) {
      for (const Atom& atom : rules[rule].body) add(rule, atom, rules[rule].runs_once());
      for (const Negation& negation : rules[rule].absent)
        for (const Atom& atom : negation.atoms) add(rule, atom, true);
    }
  }

  const std::vector<Dependency>& of(RuleNumber rule) const { return of_rules_[rule]; }

 private:
  struct Head {
    RuleNumber rule;
    const Atom* atom;
  };

  void add(RuleNumber rule, const Atom& atom, bool is_closed) {
    if (atom.is_given) return;
    const auto look = [&](const std::vector<Head>& heads) {
      for (const Head& head : heads)
        if (may_agree(atom, *head.atom)) of_rules_[rule].push_back({head.rule, is_closed});
    };
    look(heads_of_any_);
    if (!atom.predicate.is_variable()) {
      if (const auto found = heads_.find(atom.predicate.constant()); found != heads_.end()) look(found->second);
    } else {
      for (const auto& [predicate, heads] : heads_) look(heads);
    }
  }

  std::map<Huri, std::vector<Head>> heads_;  // by predicate
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

// How a rule needs others to have ended, and what to do about a cycle.
struct Reason {
  const char *what, *remedy;
};
Reason reason_of(const Rule& rule) {
  if (!rule.absent.empty()) return {"NOT", "What a NOT looks at must be derived without the rule"};
  if (rule.collector)
    return {"a subquery", "What a subquery looks at must be derived without the rule"};
  if (!rule.blanks.empty())
    return {"a new blank node", "A rule that makes blank nodes must not need what it derives, or it would never end"};
  return {"SET", "A rule that makes terms must not need what it derives, or it would never end"};
}

// Fails if some rule must have ended before it begins.
void refuse_cycles(const parser::RuleSet& set, const std::vector<Rule>& rules, const Dependencies& dependencies) {
  for (RuleNumber rule = 0; rule < rules.size(); ++rule) {
    for (const Dependency& dependency : dependencies.of(rule)) {
      if (!dependency.is_closed) continue;
      const std::vector<RuleNumber> back = way(dependencies, rules.size(), dependency.on, rule);
      if (back.empty()) continue;
      const std::string name = name_of(set.rules[rules[rule].source]);
      std::string text = name;
      std::uint32_t last = rules[rule].source;
      for (const RuleNumber other : back) {
        if (rules[other].source == last) continue;  // a subquery and its rule
        last = rules[other].source;
        text += " needs " + name_of(set.rules[last]);
      }
      if (text == name) text += " needs " + name;
      const parser::Position position = set.rules[rules[rule].source].position;
      const Reason reason = reason_of(rules[rule]);
      fail(ErrorKind::syntax, "line {}, column {}: a rule depends on itself through {}: {}. {}", position.line,
           position.column, reason.what, text, reason.remedy);
    }
  }
}

bool begins_later(const Rule& rule) {
  return rule.runs_once() || !rule.absent.empty();
}

}  // namespace

void find_strata(const parser::RuleSet& set, Rules& rules) {
  std::vector<Rule>& all = rules.all;
  for (Rule& rule : all) rule.stratum = begins_later(rule) ? 1 : 0;
  if (std::none_of(all.begin(), all.end(), begins_later)) return;
  const Dependencies dependencies(all);
  refuse_cycles(set, all, dependencies);
  for (bool changes = true; changes;) {
    changes = false;
    for (RuleNumber rule = 0; rule < all.size(); ++rule) {
      for (const Dependency& dependency : dependencies.of(rule)) {
        const std::uint32_t least = all[dependency.on].stratum + (dependency.is_closed ? 1 : 0);
        if (all[rule].stratum < least) all[rule].stratum = least, changes = true;
      }
    }
  }
  for (const Rule& rule : all)
    if (rule.collector) rules.collectors[*rule.collector].stratum = rule.stratum;
}

}  // namespace quadrille::inferencer
