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
#include "base/sort_different.hpp"
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
  std::uint32_t origin;               // the number of the rule
  std::vector<std::uint32_t> others;  // the variables for other classes
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
    return std::any_of(instance.others.begin(), instance.others.end(),
                       [&](std::uint32_t variable) { return atom.object == Slot::variable(variable); });
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
  const std::string name = name_of(set, rule.source);
  std::string text = name;
  std::uint32_t last = rule.source;
  for (const std::uint32_t source : sources) {
    if (source == last) continue;  // a subquery and its rule
    last = source;
    text += " needs " + name_of(set, last);
  }
  if (last != rule.source || text == name) text += " needs " + name;
  const auto& [line, column] = set.rules[rule.source].position;
  const std::string file = set.files.size() > 1 ? set.files[set.rules[rule.source].file] + ": " : "";
  const Reason reason = reason_of(rule);
  fail(ErrorKind::syntax, "{}line {}, column {}: a rule depends on itself through {}: {}. {}", file, line, column,
       reason.what, text, reason.remedy);
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

// Makes instances of rules that pass on the class of a thing.
class TypeInstances {
 public:
  TypeInstances(std::span<const Rule> rules, const StrataWords& words) : words_(words) {
    for (const Rule& rule : rules) {
      for_each_atom(rule, [&](const Atom& atom) {
        if (is_type(atom) && !atom.object.is_variable()) all_.insert(atom.object.constant());
      });
    }
  }
  const std::set<Huri>& all() const { return all_; }

  void add_instances(const Rule& rule, std::uint32_t number, std::vector<Instance>& instances) const {
    const std::vector<std::uint32_t> variables = passed(rule);
    instances.push_back({rule, number, variables});
    if (variables.size() != 1) return;
    for (const Huri its_class : all_) {
      Rule of_class = rule;
      for_each_atom(of_class, [&](Atom& atom) {
        for_each_slot(atom, [&](Slot& slot) {
          if (slot == Slot::variable(variables.front())) slot = Slot::of(its_class);
        });
      });
      instances.push_back({std::move(of_class), number, {}});
    }
  }

 private:
  bool is_type(const Atom& atom) const {
    return !atom.predicate.is_variable() && atom.predicate.constant() == words_.type;
  }

  // Of a plain rule { ?x a ?c } <- { ?y a ?c ... }: ?c. Of { ?x a ?d } <- { ?y a ?c . ?c owl:sameAs ?d }: ?d and ?c.
  std::vector<std::uint32_t> passed(const Rule& rule) const {
    if (!rule.is_plain() || rule.head.size() != 1 || !is_type(rule.head[0]) || !rule.head[0].object.is_variable())
      return {};
    const Slot its_class = rule.head[0].object;
    for (const Atom& atom : rule.body) {
      if (!is_type(atom) || !atom.object.is_variable()) continue;
      if (atom.object == its_class) return {its_class.number()};
      for (const Atom& same : rule.body) {
        const bool is_same = !same.predicate.is_variable() && same.predicate.constant() == words_.same_as &&
                             ((same.subject == atom.object && same.object == its_class) ||
                              (same.subject == its_class && same.object == atom.object));
        if (is_same) return {its_class.number(), atom.object.number()};
      }
    }
    return {};
  }

  const StrataWords words_;
  std::set<Huri> all_;  // that rules name
};

}  // namespace

bool has_vocabulary(const parser::InferenceRule& rule) {
  const auto is_word = [](const parser::Node& node) {
    const auto* term = std::get_if<Term>(&node);
    return term != nullptr && term->kind == TermKind::iri && term->text != iri::kRdfType &&
           is_in_vocabulary(term->text);
  };
  return std::any_of(rule.body.begin(), rule.body.end(), [&](const parser::RuleElement& part) {
    const auto* quad = std::get_if<parser::QuadPattern>(&part.element);
    return quad != nullptr && (is_word(quad->triple.predicate) || is_word(quad->triple.object));
  });
}

void check_strata(const parser::RuleSet& set, std::span<const Rule> rules) {
  std::vector<Instance> as_written;
  for (const Rule& rule : rules)
    if (!has_vocabulary(set.rules[rule.source])) as_written.push_back({rule, 0, {}});
  if (std::any_of(as_written.begin(), as_written.end(), [](const Instance& its) { return begins_later(its.rule); }))
    strata_of(set, as_written);
}

std::vector<Huri> find_strata(const parser::RuleSet& set, std::span<Rule> rules, std::span<Collector> collectors,
                              const StrataWords& words) {
  for (Rule& rule : rules) rule.stratum = 0;
  for (Collector& collector : collectors) collector.stratum = 1;
  if (std::none_of(rules.begin(), rules.end(), begins_later)) return {};
  const TypeInstances classes(rules, words);
  std::vector<Instance> instances;
  for (std::uint32_t number = 0; number < rules.size(); ++number)
    classes.add_instances(rules[number], number, instances);
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
  return {classes.all().begin(), classes.all().end()};
}

std::vector<std::vector<std::uint32_t>> awaited_rules(std::span<const Rule> rules, const StrataWords& words) {
  std::vector<std::vector<std::uint32_t>> awaited(rules.size());
  const TypeInstances classes(rules, words);
  std::vector<Instance> instances;
  for (std::uint32_t number = 0; number < rules.size(); ++number)
    classes.add_instances(rules[number], number, instances);
  const Dependencies dependencies(instances);
  for (RuleNumber number = 0; number < instances.size(); ++number) {
    for (const Dependency& dependency : dependencies.of(number))
      if (dependency.is_closed) awaited[instances[number].origin].push_back(instances[dependency.on].origin);
  }
  for (std::vector<std::uint32_t>& numbers : awaited) sort_different(numbers);
  return awaited;
}

}  // namespace quadrille::inferencer
