#include "inferencer/strata.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "inferencer/inference.hpp"
#include "inferencer/schema.hpp"

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

// A rule, or what it is for one class: with the class in the place of a variable, or for all classes without instances
// of their own.
struct Instance {
  Rule rule;
  std::uint32_t origin;                 // the number of the rule
  std::optional<std::uint32_t> others;  // the variable for other classes
};

class Dependencies {
 public:
  explicit Dependencies(const std::vector<Instance>& instances) : instances_(instances), of_rules_(instances.size()) {
    for (RuleNumber number = 0; number < instances.size(); ++number) {
      for (const Atom& head : instances[number].rule.head)
        (head.predicate.is_variable() ? heads_of_any_ : heads_[head.predicate.constant()][object_of(head)])
            .push_back({number, &head});
    }
    for (RuleNumber number = 0; number < instances.size(); ++number) {
      const Rule& rule = instances[number].rule;
      for (const Atom& atom : rule.body) add(number, atom, rule.runs_once());
      for (const Negation& negation : rule.absent)
        for (const Atom& atom : negation.atoms) add(number, atom, true);
    }
  }

  const std::vector<Dependency>& of(RuleNumber instance) const { return of_rules_[instance]; }

 private:
  struct Head {
    RuleNumber instance;
    const Atom* atom;
  };
  using Heads = std::vector<Head>;

  static Huri object_of(const Atom& atom) { return atom.object.is_variable() ? kUnbound : atom.object.constant(); }
  static bool is_other(const Instance& instance, const Atom& atom) {
    return instance.others && atom.object == Slot::variable(*instance.others);
  }

  void add(RuleNumber number, const Atom& atom, bool is_closed) {
    if (atom.is_given) return;
    const auto look = [&](const Heads& heads) {
      for (const Head& head : heads) {
        const Instance& its = instances_[head.instance];
        const bool has_own = (is_other(instances_[number], atom) && !head.atom->object.is_variable()) ||
                             (is_other(its, *head.atom) && !atom.object.is_variable());
        if (!has_own && may_match(atom, *head.atom, its.rule)) of_rules_[number].push_back({head.instance, is_closed});
      }
    };
    look(heads_of_any_);
    for (const auto& [predicate, by_object] : heads_) {
      if (!atom.predicate.is_variable() && atom.predicate.constant() != predicate) continue;
      for (const auto& [object, heads] : by_object)
        if (object.is_unbound() || atom.object.is_variable() || atom.object.constant() == object) look(heads);
    }
  }

  const std::vector<Instance>& instances_;
  std::map<Huri, std::map<Huri, Heads>> heads_;  // by predicate and object; unbound: a variable
  Heads heads_of_any_;
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

// `sources`: of the rules that it needs, up to itself, the last one first.
[[noreturn]] void refuse_cycle(const parser::RuleSet& set, const Rule& rule, std::span<const std::uint32_t> sources) {
  const std::string name = name_of(set.rules[rule.source]);
  std::string text = name;
  std::uint32_t last = rule.source;
  for (const std::uint32_t source : sources) {
    if (source == last) continue;  // a subquery and its rule
    last = source;
    text += " needs " + name_of(set.rules[last]);
  }
  if (last != rule.source || text == name) text += " needs " + name;
  const parser::Position position = set.rules[rule.source].position;
  const Reason reason = reason_of(rule);
  fail(ErrorKind::syntax, "line {}, column {}: a rule depends on itself through {}: {}. {}", position.line,
       position.column, reason.what, text, reason.remedy);
}

bool begins_later(const Rule& rule) {
  return rule.runs_once() || !rule.absent.empty();
}

// Numbers the strongly connected components: a rule depends on those of its own and of smaller ones.
// Source: R. Tarjan, Depth-first search and linear graph algorithms (SIAM J. Comput. 1972), without recursion.
std::vector<RuleNumber> components_of(const Dependencies& dependencies, std::size_t instances) {
  constexpr RuleNumber kNone = ~RuleNumber{0};
  std::vector<RuleNumber> component(instances, kNone), order(instances, kNone), low(instances);
  std::vector<RuleNumber> open;
  struct Visit {
    RuleNumber rule;
    std::size_t next = 0;  // of its dependencies
  };
  std::vector<Visit> visits;
  RuleNumber visited = 0, components = 0;
  const auto enter = [&](RuleNumber rule) {
    order[rule] = low[rule] = visited++;
    open.push_back(rule);
    visits.push_back({rule});
  };
  for (RuleNumber start = 0; start < instances; ++start) {
    if (order[start] == kNone) enter(start);
    while (!visits.empty()) {
      const RuleNumber rule = visits.back().rule;
      if (visits.back().next < dependencies.of(rule).size()) {
        const RuleNumber on = dependencies.of(rule)[visits.back().next++].on;
        if (order[on] == kNone) {
          enter(on);
        } else if (component[on] == kNone) {
          low[rule] = std::min(low[rule], low[on]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) low[visits.back().rule] = std::min(low[visits.back().rule], low[rule]);
      if (low[rule] != order[rule]) continue;
      RuleNumber member = kNone;
      do {
        member = open.back();
        open.pop_back();
        component[member] = components;
      } while (member != rule);
      ++components;
    }
  }
  return component;
}

// The stratum of each instance.
std::vector<std::uint32_t> strata_of(const parser::RuleSet& set, const std::vector<Instance>& instances) {
  const Dependencies dependencies(instances);
  const std::vector<RuleNumber> component = components_of(dependencies, instances.size());
  std::vector<RuleNumber> order(instances.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](RuleNumber a, RuleNumber b) { return component[a] < component[b]; });
  std::vector<std::uint32_t> strata(instances.size());
  for (auto begin = order.begin(); begin != order.end();) {
    const auto end =
        std::find_if(begin, order.end(), [&](RuleNumber other) { return component[other] != component[*begin]; });
    std::uint32_t highest = 0;
    for (auto rule = begin; rule != end; ++rule) {
      if (begins_later(instances[*rule].rule)) highest = std::max(highest, 1u);
      for (const Dependency& dependency : dependencies.of(*rule)) {
        if (component[dependency.on] != component[*rule]) {
          highest = std::max(highest, strata[dependency.on] + (dependency.is_closed ? 1 : 0));
        } else if (dependency.is_closed) {
          std::vector<std::uint32_t> sources;
          for (const RuleNumber other : way(dependencies, instances.size(), dependency.on, *rule))
            sources.push_back(instances[other].rule.source);
          refuse_cycle(set, instances[*rule].rule, sources);
        }
      }
    }
    for (auto rule = begin; rule != end; ++rule) strata[*rule] = highest;
    begin = end;
  }
  return strata;
}

// A word of RDFS or OWL in the body, other than rdf:type.
bool has_vocabulary(const parser::InferenceRule& rule) {
  return std::any_of(rule.body.begin(), rule.body.end(), [](const parser::RuleElement& part) {
    const auto* quad = std::get_if<parser::QuadPattern>(&part.element);
    const auto* predicate = quad == nullptr ? nullptr : std::get_if<Term>(&quad->triple.predicate);
    return predicate != nullptr && predicate->text != iri::kRdfType && is_in_vocabulary(predicate->text);
  });
}

// A variable for a class that a plain rule has in a pattern and in its head; nullopt: there is none.
std::optional<std::uint32_t> passed_class(const Rule& rule, Huri type) {
  const auto is_type = [&](const Atom& atom) {
    return !atom.predicate.is_variable() && atom.predicate.constant() == type && atom.object.is_variable();
  };
  if (!rule.is_plain() || rule.head.size() != 1 || !is_type(rule.head[0])) return std::nullopt;
  const Slot its_class = rule.head[0].object;
  const bool passes = std::any_of(rule.body.begin(), rule.body.end(),
                                  [&](const Atom& atom) { return is_type(atom) && atom.object == its_class; });
  return passes ? std::optional(its_class.number()) : std::nullopt;
}

std::vector<Instance> instances_of(std::span<const Rule> rules, Huri type) {
  std::set<Huri> classes;
  for (const Rule& rule : rules) {
    for_each_atom(rule, [&](const Atom& atom) {
      if (!atom.predicate.is_variable() && atom.predicate.constant() == type && !atom.object.is_variable())
        classes.insert(atom.object.constant());
    });
  }
  std::vector<Instance> instances;
  for (std::uint32_t number = 0; number < rules.size(); ++number) {
    const auto passed = passed_class(rules[number], type);
    instances.push_back({rules[number], number, passed});
    if (!passed) continue;
    for (const Huri its_class : classes) {
      Rule rule = rules[number];
      for_each_atom(rule, [&](Atom& atom) {
        for_each_slot(atom, [&](Slot& slot) {
          if (slot == Slot::variable(*passed)) slot = Slot::of(its_class);
        });
      });
      instances.push_back({std::move(rule), number, std::nullopt});
    }
  }
  return instances;
}

}  // namespace

void check_strata(const parser::RuleSet& set, std::span<const Rule> rules) {
  std::vector<Instance> as_written;
  for (const Rule& rule : rules)
    if (!has_vocabulary(set.rules[rule.source])) as_written.push_back({rule, 0, std::nullopt});
  if (std::any_of(as_written.begin(), as_written.end(), [](const Instance& its) { return begins_later(its.rule); }))
    strata_of(set, as_written);
}

void find_strata(const parser::RuleSet& set, std::span<Rule> rules, std::span<Collector> collectors, Huri type) {
  for (Rule& rule : rules) rule.stratum = 0;
  for (Collector& collector : collectors) collector.stratum = 1;
  if (std::none_of(rules.begin(), rules.end(), begins_later)) return;
  const std::vector<Instance> instances = instances_of(rules, type);
  const std::vector<std::uint32_t> strata = strata_of(set, instances);
  for (std::size_t number = 0; number < instances.size(); ++number) {
    Rule& rule = rules[instances[number].origin];
    if (!begins_later(rule)) continue;
    rule.stratum = strata[number];
    if (!rule.collector) continue;
    std::uint32_t& its = collectors[*rule.collector].stratum;
    its = std::max(its, rule.stratum);
  }
  for (Rule& rule : rules)
    if (rule.collector) rule.stratum = collectors[*rule.collector].stratum;
}

}  // namespace quadrille::inferencer
