#include "tests/rules/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "inferencer/literal_facts.hpp"
#include "inferencer/literal_value.hpp"

namespace quadrille::tests {

namespace {

constexpr std::uint64_t pair_of(std::uint64_t a, std::uint64_t b) {
  return a << 32 | b;
}

struct Negation {  // NOT { ... }
  std::vector<FactPattern> body;
  std::vector<std::pair<Slot, Slot>> different;
};

// A rule with its terms as ids.
struct Rule {
  const parser::InferenceRule* text;
  std::vector<FactPattern> body, head;
  std::vector<std::pair<Slot, Slot>> different;  // FILTER(!sameTerm(?x, ?y))
  std::vector<Negation> absent;
};

class RuleReader {
 public:
  explicit RuleReader(FactBase& facts) : facts_(facts) {}

  Rule read(const parser::InferenceRule& text) {
    Rule rule{&text, {}, {}, {}, {}};
    for (const parser::RuleElement& part : text.body) {
      if (const auto* quad = std::get_if<parser::QuadPattern>(&part.element)) {
        rule.body.push_back(pattern(*quad));
      } else if (const auto* condition = std::get_if<parser::Expression>(&part.element)) {
        rule.different.push_back(inequality(*condition));
      } else if (const auto* negation = std::get_if<parser::RuleNegation>(&part.element);
                 negation != nullptr && !negation->data_only) {
        Negation& absent = rule.absent.emplace_back();
        for (const parser::QuadPattern& wanted : negation->patterns) absent.body.push_back(pattern(wanted));
        for (const parser::Expression& expression : negation->conditions)
          absent.different.push_back(inequality(expression));
      } else {
        fail(ErrorKind::unsupported, "the reference does not evaluate this element of rule {}", text.name);
      }
    }
    for (const parser::QuadPattern& quad : text.head) rule.head.push_back(pattern(quad));
    return rule;
  }

  FactPattern pattern(const parser::QuadPattern& quad) {
    return {slot(quad.triple.subject), slot(quad.triple.predicate), slot(quad.triple.object),
            quad.graph ? slot(*quad.graph) : Slot{}};
  }

 private:
  Slot slot(const parser::Node& node) {
    if (const auto* variable = std::get_if<parser::VariableId>(&node)) return {true, *variable};
    return {false, facts_.term(std::get<Term>(node).view())};
  }
  Slot slot(const parser::Expression& expression) {
    if (expression.kind == parser::ExpressionKind::variable) return {true, expression.variable};
    if (expression.kind == parser::ExpressionKind::constant) return {false, facts_.term(expression.constant.view())};
    fail(ErrorKind::unsupported, "the reference compares variables and terms only");
  }
  std::pair<Slot, Slot> inequality(const parser::Expression& condition) {
    if (condition.kind == parser::ExpressionKind::logical_not) {
      const parser::Expression& same = condition.arguments.front();
      if (same.kind == parser::ExpressionKind::function && same.builtin == parser::Builtin::sameterm)
        return {slot(same.arguments[0]), slot(same.arguments[1])};
    }
    fail(ErrorKind::unsupported, "the reference evaluates FILTER(!sameTerm(...)) only");
  }

  FactBase& facts_;
};

TermId value_of(const Slot& slot, const Bindings& bindings) {
  return slot.is_variable ? *bindings[slot.value] : slot.value;
}

Fact fact_of(const FactPattern& pattern, const Bindings& bindings) {
  return {value_of(pattern.subject, bindings), value_of(pattern.predicate, bindings),
          value_of(pattern.object, bindings), value_of(pattern.graph, bindings)};
}

}  // namespace

TermId FactBase::term(TermView view) {
  const std::string text = to_ntriples(view);
  const auto [place, is_new] = ids_.emplace(text, static_cast<TermId>(texts_.size()));
  if (is_new) {
    texts_.push_back(text);
    is_local_.push_back(text.starts_with("<urn:quadrille:local:"));
    terms_.emplace_back(view);
  }
  return place->second;
}

std::optional<TermId> FactBase::find(const std::string& ntriples) const {
  const auto found = ids_.find(ntriples);
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

bool FactBase::add(const Fact& fact) {
  if (!known_.insert(fact).second) return false;
  const auto number = static_cast<std::uint32_t>(facts_.size());
  facts_.push_back(fact);
  all_.push_back(number);
  const std::uint64_t keys[] = {fact.subject, fact.predicate, fact.object, pair_of(fact.subject, fact.predicate),
                                pair_of(fact.predicate, fact.object)};
  for (std::size_t list = 0; list < lists_.size(); ++list) lists_[list][keys[list]].push_back(number);
  return true;
}

void FactBase::quad(const QuadView& quad) {
  const auto id = [this](const TermView& view) {
    return view.kind == TermKind::blank ? term(TermView::blank(document + "-" + std::string(view.text))) : term(view);
  };
  add({id(quad.subject), id(quad.predicate), id(quad.object), quad.graph ? id(*quad.graph) : 0});
}

const std::vector<std::uint32_t>& FactBase::candidates(const FactPattern& pattern, const Bindings& bindings) const {
  static const std::vector<std::uint32_t> none;
  const auto known = [&](const Slot& slot) {
    return slot.is_variable ? bindings[slot.value] : std::optional(slot.value);
  };
  const auto subject = known(pattern.subject), predicate = known(pattern.predicate), object = known(pattern.object);
  std::size_t list = 0;
  std::uint64_t key = 0;
  if (subject && predicate) {
    list = 3, key = pair_of(*subject, *predicate);
  } else if (predicate && object) {
    list = 4, key = pair_of(*predicate, *object);
  } else if (subject) {
    list = 0, key = *subject;
  } else if (object) {
    list = 2, key = *object;
  } else if (predicate) {
    list = 1, key = *predicate;
  } else {
    return all_;
  }
  const auto found = lists_[list].find(key);
  return found == lists_[list].end() ? none : found->second;
}

std::size_t FactBase::cheapest(const std::vector<FactPattern>& patterns, const Bindings& bindings) const {
  if (patterns.size() == 1) return 0;
  std::size_t best = 0, fewest = candidates(patterns[0], bindings).size();
  for (std::size_t i = 1; i < patterns.size() && fewest > 0; ++i) {
    const std::size_t size = candidates(patterns[i], bindings).size();
    if (size < fewest) best = i, fewest = size;
  }
  return best;
}

bool FactBase::matches(const FactPattern& pattern, const Fact& fact, Bindings& bindings) const {
  if (pattern.predicate.is_variable && is_local_[fact.predicate]) return false;
  const auto match = [&](const Slot& slot, TermId value) {
    if (!slot.is_variable) return slot.value == value;
    std::optional<TermId>& bound = bindings[slot.value];
    if (!bound) bound = value;
    return *bound == value;
  };
  return match(pattern.subject, fact.subject) && match(pattern.predicate, fact.predicate) &&
         match(pattern.object, fact.object) && match(pattern.graph, fact.graph);
}

namespace {

// The facts that the rules about datatypes read (inferencer/literal_facts.hpp), for all literals of `facts`.
void add_literals(FactBase& facts) {
  const auto word = [&](std::string_view iri) { return facts.term(TermView::iri(iri)); };
  const TermId same_as = word("http://www.w3.org/2002/07/owl#sameAs"), value_in = word(inferencer::kValueIn),
               value_not_in = word(inferencer::kValueNotIn), value = word(inferencer::kValue),
               named = word(inferencer::kNamed);
  const std::vector<Fact> before = facts.facts();
  const auto is_literal = [&](TermId id) { return facts.view(id).kind == TermKind::literal; };
  for (const Fact& fact : before) {
    for (const auto& [literal, thing] : {std::pair(fact.subject, fact.object), std::pair(fact.object, fact.subject)}) {
      if (!is_literal(literal)) continue;
      const inferencer::LiteralValue its = inferencer::literal_value(facts.view(literal));
      for (std::size_t i = 0; i < inferencer::literal_datatypes().size(); ++i) {
        const bool has = (its.datatypes >> i & 1) != 0;
        facts.add({literal, has ? value_in : value_not_in, word(inferencer::literal_datatypes()[i])});
      }
      if (!its.is_valid) continue;
      const TermId stands_for = facts.term(TermView::literal(its.key, "urn:value"));
      facts.add({literal, value, stands_for});
      if (fact.predicate == same_as && !is_literal(thing)) facts.add({thing, named, stands_for});
    }
  }
}

// Calls use() for each solution of the rule in which patterns[which] is one of the facts from `first` to before `last`;
// without `which`, for each solution.
template <class Use>
void for_each_solution(const FactBase& facts, const Rule& rule, std::optional<std::size_t> which, std::size_t first,
                       std::size_t last, const Use& use) {
  Bindings bindings(rule.text->variables.size());
  const auto if_different = [&](const Bindings& solution) {
    const bool holds = std::all_of(rule.different.begin(), rule.different.end(), [&](const auto& pair) {
      return value_of(pair.first, solution) != value_of(pair.second, solution);
    });
    if (holds) use(solution);
    return true;
  };
  which ? facts.solve_with(rule.body, *which, first, last, bindings, if_different)
        : static_cast<void>(facts.solve(rule.body, bindings, if_different));
}

bool may_agree(const FactPattern& a, const FactPattern& b) {
  const auto agree = [](const Slot& left, const Slot& right) {
    return left.is_variable || right.is_variable || left.value == right.value;
  };
  return agree(a.subject, b.subject) && agree(a.predicate, b.predicate) && agree(a.object, b.object) &&
         agree(a.graph, b.graph);
}

// The rules by stratum: what a NOT of a rule may match is derived by rules of lower strata alone.
std::vector<std::vector<Rule>> in_strata(const std::vector<Rule>& rules) {
  std::vector<std::size_t> stratum(rules.size(), 0);
  const auto raise = [&](std::size_t rule, const std::vector<FactPattern>& body, std::size_t by) {
    bool changes = false;
    for (std::size_t other = 0; other < rules.size(); ++other) {
      const bool is_needed = std::any_of(body.begin(), body.end(), [&](const FactPattern& wanted) {
        return std::any_of(rules[other].head.begin(), rules[other].head.end(),
                           [&](const FactPattern& head) { return may_agree(wanted, head); });
      });
      if (is_needed && stratum[rule] < stratum[other] + by) stratum[rule] = stratum[other] + by, changes = true;
    }
    return changes;
  };
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
      changes |= raise(rule, rules[rule].body, 0);
      for (const Negation& absent : rules[rule].absent) changes |= raise(rule, absent.body, 1);
      if (stratum[rule] > rules.size()) fail(ErrorKind::syntax, "rule {} needs itself", rules[rule].text->name);
    }
  }
  std::vector<std::vector<Rule>> strata;
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    if (stratum[rule] >= strata.size()) strata.resize(stratum[rule] + 1);
    strata[stratum[rule]].push_back(rules[rule]);
  }
  return strata;
}

// True if none of the negations has a solution that agrees with `bindings`.
bool holds(const FactBase& facts, const std::vector<Negation>& absent, const Bindings& bindings) {
  return std::all_of(absent.begin(), absent.end(), [&](const Negation& negation) {
    Bindings its = bindings;
    return facts.solve(negation.body, its, [&](const Bindings& solution) {
      return std::any_of(negation.different.begin(), negation.different.end(), [&](const auto& pair) {
        return value_of(pair.first, solution) == value_of(pair.second, solution);
      });
    });
  });
}

}  // namespace

void Reference::infer(FactBase& facts) {
  RuleReader reader(facts);
  std::vector<Rule> rules;
  for (const parser::InferenceRule& rule : rules_.rules) rules.push_back(reader.read(rule));
  for (const parser::QuadPattern& quad : rules_.data) facts.add(fact_of(reader.pattern(quad), {}));
  if (facts.find(fmt::format("<{}>", inferencer::kValueIn))) add_literals(facts);
  const auto apply = [&](const Rule& rule, std::optional<std::size_t> which, std::size_t first, std::size_t last) {
    std::vector<Fact> found;
    for_each_solution(facts, rule, which, first, last, [&](const Bindings& solution) {
      if (!holds(facts, rule.absent, solution)) return;
      for (const FactPattern& head : rule.head) found.push_back(fact_of(head, solution));
      if (rule.head.empty() && !(rule.body.empty() && rule.absent.empty()))
        contradictions_.push_back({rule.text->name, {}});
    });
    bool is_new = false;
    for (const Fact& fact : found) is_new |= facts.add(fact);
    return is_new;
  };
  rounds_ = 0;
  for (const std::vector<Rule>& stratum : in_strata(rules)) {
    std::size_t first = 0, last = facts.facts().size();
    for (const Rule& rule : stratum) apply(rule, std::nullopt, 0, 0);
    for (++rounds_; last < facts.facts().size(); ++rounds_) {
      first = std::exchange(last, facts.facts().size());
      for (const Rule& rule : stratum) {
        for (std::size_t which = 0; which < rule.body.size() && !rule.head.empty(); ++which)
          apply(rule, which, first, last);
      }
    }
  }
  contradictions_.clear();
  for (const Rule& rule : rules) {
    if (apply(rule, std::nullopt, 0, 0))
      fail(ErrorKind::internal, "the reference has missed what follows by rule {}", rule.text->name);
  }
}

bool entails(FactBase& facts, const FactBase& graph) {
  std::vector<FactPattern> patterns;
  std::map<TermId, std::uint32_t> blank_nodes;
  for (const Fact& fact : graph.facts()) {
    bool is_known = true;
    const auto slot = [&](TermId id) -> Slot {
      const std::string& text = graph.text(id);
      if (text.starts_with("_:"))
        return {true, blank_nodes.emplace(id, static_cast<std::uint32_t>(blank_nodes.size())).first->second};
      const auto known = id == 0 ? std::optional<TermId>(0) : facts.find(text);
      is_known &= known.has_value();
      return {false, known.value_or(0)};
    };
    patterns.push_back({slot(fact.subject), slot(fact.predicate), slot(fact.object), slot(fact.graph)});
    if (!is_known) return false;
  }
  Bindings bindings(blank_nodes.size());
  return !facts.solve(patterns, bindings, [](const Bindings&) { return false; });
}

}  // namespace quadrille::tests
