#include "inferencer/strata.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
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

// A place of a pattern or of a head: a term; a new blank node, which is no other term; or a variable.
struct Place {
  enum Kind : std::uint8_t { term, blank, of_pattern, of_head } kind;
  std::uint64_t value;
  auto operator<=>(const Place&) const = default;
  bool is_variable() const { return kind >= of_pattern; }
};

// Finds out whether places may have the same terms. Source: J. A. Robinson, A machine-oriented logic based on the
// resolution principle (JACM 1965), for terms without functions.
class Unifier {
 public:
  bool unify(Place a, Place b) {
    a = value_of(a), b = value_of(b);
    if (a == b) return true;
    if (!a.is_variable()) std::swap(a, b);
    if (!a.is_variable()) return false;
    values_.emplace_back(a, b);
    return true;
  }

 private:
  Place value_of(Place place) const {
    for (const auto& [variable, value] : values_)
      if (variable == place) place = value;
    return place;
  }
  std::vector<std::pair<Place, Place>> values_;  // a later one may be of an earlier one's value
};

// True if the head of a rule may be a fact that the pattern matches.
bool may_match(const Atom& pattern, const Atom& head, const Rule& deriving) {
  if (pattern.graph.has_value() != head.graph.has_value()) return false;
  const auto of_pattern = [](const Slot& slot) {
    return slot.is_variable() ? Place{Place::of_pattern, slot.number()} : Place{Place::term, slot.constant().bits()};
  };
  const auto of_head = [&](const Slot& slot) {
    if (!slot.is_variable()) return Place{Place::term, slot.constant().bits()};
    const bool is_blank =
        std::find(deriving.blanks.begin(), deriving.blanks.end(), slot.number()) != deriving.blanks.end();
    return Place{is_blank ? Place::blank : Place::of_head, slot.number()};
  };
  Unifier places;
  return places.unify(of_pattern(pattern.predicate), of_head(head.predicate)) &&
         places.unify(of_pattern(pattern.subject), of_head(head.subject)) &&
         places.unify(of_pattern(pattern.object), of_head(head.object)) &&
         (!pattern.graph || places.unify(of_pattern(*pattern.graph), of_head(*head.graph)));
}

class Dependencies {
 public:
  explicit Dependencies(const std::vector<Rule>& rules) : rules_(rules), of_rules_(rules.size()) {
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
        if (may_match(atom, *head.atom, rules_[head.rule])) of_rules_[rule].push_back({head.rule, is_closed});
    };
    look(heads_of_any_);
    if (!atom.predicate.is_variable()) {
      if (const auto found = heads_.find(atom.predicate.constant()); found != heads_.end()) look(found->second);
    } else {
      for (const auto& [predicate, heads] : heads_) look(heads);
    }
  }

  const std::vector<Rule>& rules_;
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
  if (rule.collector) return {"a subquery", "What a subquery looks at must be derived without the rule"};
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
