#include "tests/rules/rule_layers.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/error.hpp"

namespace quadrille::tests {

namespace {

// A constant, a variable of the pattern, a variable of the head, or a new node of the head.
struct Symbol {
  enum Kind { constant, of_pattern, of_head, new_node } kind;
  std::uint32_t number;
  auto operator<=>(const Symbol&) const = default;
  bool is_variable() const { return kind == of_pattern || kind == of_head; }
};

// Makes pairs of symbols the same, as long as no two different terms meet.
class Unifier {
 public:
  bool unify(Symbol a, Symbol b) {
    a = value_of(a), b = value_of(b);
    if (a == b) return true;
    if (!a.is_variable()) std::swap(a, b);
    if (!a.is_variable()) return false;
    value_[a] = b;
    return true;
  }

 private:
  Symbol value_of(Symbol symbol) const {
    for (auto next = value_.find(symbol); next != value_.end(); next = value_.find(symbol)) symbol = next->second;
    return symbol;
  }
  std::map<Symbol, Symbol> value_;
};

struct Edge {
  std::size_t from, to;
  bool is_closed;
};

std::vector<Edge> edges_of(const std::vector<StepRule>& rules, FactBase& facts, Matching matching) {
  std::vector<Edge> edges;
  for (std::size_t from = 0; from < rules.size(); ++from) {
    for (const Look& look : looks_of(rules[from], facts)) {
      for (std::size_t to = 0; to < rules.size(); ++to) {
        const auto matches = [&](const FactPattern& head) {
          return may_match(look.pattern, head, rules[to], facts, matching);
        };
        if (std::any_of(rules[to].head.begin(), rules[to].head.end(), matches))
          edges.push_back({from, to, look.is_closed});
      }
    }
  }
  return edges;
}

}  // namespace

bool may_match(const FactPattern& pattern, const FactPattern& head, const StepRule& deriving, const FactBase& facts,
               Matching matching) {
  const bool of_graph = pattern.graph.is_variable || pattern.graph.value != 0;
  const bool into_graph = head.graph.is_variable || head.graph.value != 0;
  if (of_graph != into_graph) return false;
  if (matching == Matching::exact && pattern.predicate.is_variable && !head.predicate.is_variable &&
      facts.is_local(head.predicate.value))
    return false;
  const auto of_pattern = [](const Slot& slot) {
    return Symbol{slot.is_variable ? Symbol::of_pattern : Symbol::constant, slot.value};
  };
  const auto of_head = [&](const Slot& slot) {
    if (!slot.is_variable) return Symbol{Symbol::constant, slot.value};
    return Symbol{slot.value < deriving.text->variables.size() ? Symbol::of_head : Symbol::new_node, slot.value};
  };
  Unifier all;
  const auto unify = [&](const Slot& wanted, const Slot& derived) {
    Unifier one;
    return (matching == Matching::exact ? all : one).unify(of_pattern(wanted), of_head(derived));
  };
  return unify(pattern.subject, head.subject) && unify(pattern.predicate, head.predicate) &&
         unify(pattern.object, head.object) && unify(pattern.graph, head.graph);
}

std::vector<std::vector<const StepRule*>> layers_of(const std::vector<StepRule>& rules, FactBase& facts,
                                                    Matching matching) {
  const std::vector<Edge> edges = edges_of(rules, facts, matching);
  std::vector<std::size_t> layer(rules.size(), 0);
  for (bool changes = true; changes;) {
    changes = false;
    for (const Edge& edge : edges) {
      const std::size_t least = layer[edge.to] + (edge.is_closed ? 1 : 0);
      if (layer[edge.from] >= least) continue;
      layer[edge.from] = least;
      changes = true;
      if (least > rules.size())
        fail(ErrorKind::syntax, "rule {} {} depends on itself through a closed look", rules[edge.from].number,
             rules[edge.from].text->name);
    }
  }
  std::vector<std::vector<const StepRule*>> layers;
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    if (rules[rule].head.empty()) continue;
    if (layer[rule] >= layers.size()) layers.resize(layer[rule] + 1);
    layers[layer[rule]].push_back(&rules[rule]);
  }
  return layers;
}

bool has_layers(const parser::RuleSet& rules, Matching matching) {
  FactBase facts;
  std::vector<StepRule> read;
  for (const parser::InferenceRule& rule : rules.rules)
    read.push_back(read_steps(rule, static_cast<std::uint32_t>(read.size()), facts));
  try {
    layers_of(read, facts, matching);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace quadrille::tests
