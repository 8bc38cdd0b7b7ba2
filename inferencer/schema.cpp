#include "inferencer/schema.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/sort_different.hpp"
#include "inferencer/literal_facts.hpp"
#include "inferencer/rule_sets.hpp"

namespace quadrille::inferencer {

namespace {

constexpr std::array<std::string_view, 3> kVocabularies{"http://www.w3.org/1999/02/22-rdf-syntax-ns#",
                                                        "http://www.w3.org/2000/01/rdf-schema#",
                                                        "http://www.w3.org/2002/07/owl#"};
constexpr std::array<std::string_view, 2> kDataPredicates{"http://www.w3.org/2002/07/owl#sameAs",
                                                          "http://www.w3.org/2002/07/owl#differentFrom"};
// Classes of the vocabularies whose members are things of the data.
constexpr std::array<std::string_view, 5> kDataClasses{
    "http://www.w3.org/2002/07/owl#Thing", "http://www.w3.org/2002/07/owl#Nothing",
    "http://www.w3.org/2002/07/owl#NamedIndividual", "http://www.w3.org/2000/01/rdf-schema#Resource",
    "http://www.w3.org/2000/01/rdf-schema#Literal"};

constexpr std::array<std::string_view, 4> kLiteralPredicates{kValueIn, kValueNotIn, kValue, kNamed};

template <std::size_t kSize>
bool is_one_of(std::string_view iri, const std::array<std::string_view, kSize>& words) {
  return std::find(words.begin(), words.end(), iri) != words.end();
}

const Term* iri_of(const parser::Node& node) {
  const auto* term = std::get_if<Term>(&node);
  return term != nullptr && term->kind == TermKind::iri ? term : nullptr;
}

// The variables in the place of predicates in a body.
std::vector<std::uint32_t> predicate_variables(const Rule& rule) {
  std::vector<std::uint32_t> variables;
  for (const Atom& atom : rule.body)
    if (atom.predicate.is_variable()) variables.push_back(atom.predicate.number());
  return variables;
}

void bind(std::vector<Atom>& atoms, const Bindings& bindings) {
  for (Atom& atom : atoms) {
    for_each_slot(atom, [&](Slot& slot) {
      if (const Huri value = value_of(slot, bindings); !value.is_unbound()) slot = Slot::of(value);
    });
  }
}

// The variables in the place of graphs in a body, but for quads of the namespace local:.
std::vector<std::uint32_t> graph_variables(const Rule& rule, const Schema& schema) {
  std::vector<std::uint32_t> variables;
  for (const Atom& atom : rule.body)
    if (schema.has_graph(atom) && atom.graph->is_variable()) variables.push_back(atom.graph->number());
  return variables;
}

// Specialises one rule.
class Specialiser {
 public:
  Specialiser(const Schema& schema, const FactIndex& facts, const PossibleNames& names, std::vector<Rule>& out)
      : schema_(schema), facts_(facts), names_(names), out_(out) {}

  void add(const Rule& rule) {
    std::vector<Atom> of_schema;
    Rule rest = rule;
    rest.body.clear();
    const std::vector<std::uint32_t> predicates = predicate_variables(rule), graphs = graph_variables(rule, schema_);
    for (const Atom& atom : rule.body) {
      const bool names_predicate = !atom.predicate.is_variable() && !atom.is_given && !schema_.has_graph(atom) &&
                                   !is_column(atom.predicate.constant()) && has_one(atom, predicates);
      (schema_.has(atom) || names_predicate ? of_schema : rest.body).push_back(atom);
    }
    Bindings bindings(rule.variables);
    facts_.solve(of_schema, bindings, [&](const Bindings& solution) {
      instantiate(rest, solution, predicates, names_.predicates, [&](const Bindings& named) {
        instantiate(rest, named, graphs, names_.graphs, [&](const Bindings& all) { finish(rest, all); });
      });
    });
  }

 private:
  static bool has_one(Atom atom, const std::vector<std::uint32_t>& variables) {
    bool found = false;
    for_each_slot(atom, [&](const Slot& slot) {
      found |= slot.is_variable() && std::find(variables.begin(), variables.end(), slot.number()) != variables.end();
    });
    return found;
  }

  // Gives variables without a value each of the names.
  template <class Use>
  void instantiate(const Rule& rule, const Bindings& bindings, const std::vector<std::uint32_t>& variables,
                   std::span<const Huri> names, const Use& use) {
    const auto open = std::find_if(variables.begin(), variables.end(),
                                   [&](std::uint32_t variable) { return bindings[variable].is_unbound(); });
    if (open == variables.end()) return use(bindings);
    for (const Huri name : names) {
      Bindings more = bindings;
      more[*open] = name;
      instantiate(rule, more, variables, names, use);
    }
  }

  void finish(Rule rule, const Bindings& bindings) {
    bind(rule.body, bindings);
    bind(rule.head, bindings);
    for (Negation& negation : rule.absent) bind(negation.atoms, bindings);
    for_each_other_slot(rule, [&](Slot& slot) {
      if (const Huri value = value_of(slot, bindings); !value.is_unbound()) slot = Slot::of(value);
    });
    for (auto& [a, b] : rule.different) {
      if (const Huri value = value_of(a, bindings); !value.is_unbound()) a = Slot::of(value);
      if (const Huri value = value_of(b, bindings); !value.is_unbound()) b = Slot::of(value);
    }
    expand(rule);
    if (simplify(rule)) out_.push_back(std::move(rule));
  }

  // A NOT with a variable as a predicate or graph becomes one NOT for each possible name. If the body binds the
  // variable, the NOT looks only at solutions that have this name.
  void expand(Rule& rule) {
    std::vector<std::uint8_t> bound(rule.variables, 0);
    const auto bind = [&](const Slot& slot) {
      if (slot.is_variable()) bound[slot.number()] = 1;
    };
    for (const Atom& atom : rule.body) for_each_slot(atom, bind);
    for (const Computation& computation : rule.computations)
      if (computation.result) bound[*computation.result] = 1;
    std::vector<Negation> done;
    for (std::vector<Negation> open = std::move(rule.absent); !open.empty();) {
      Negation negation = std::move(open.back());
      open.pop_back();
      const auto [variable, is_graph] = open_name(negation);
      if (!variable) {
        done.push_back(std::move(negation));
        continue;
      }
      for (const Huri name : is_graph ? names_.graphs : names_.predicates) {
        Negation& its = open.emplace_back(negation);
        const auto fill = [&, variable = variable->number()](Slot& slot) {
          if (slot.is_variable() && slot.number() == variable) slot = Slot::of(name);
        };
        for (Atom& atom : its.atoms) for_each_slot(atom, fill);
        for (auto& [a, b] : its.different) fill(a), fill(b);
        for (auto& [a, b] : its.same) fill(a), fill(b);
        for (Computation& computation : its.conditions)
          for (auto& [number, slot] : computation.inputs) fill(slot);
        if (bound[variable->number()] != 0) its.same.emplace_back(*variable, Slot::of(name));
      }
    }
    rule.absent = std::move(done);
    sort_different(rule.absent);
  }

  // A variable that is the name of a predicate or a graph; nullopt: there is none.
  std::pair<std::optional<Slot>, bool> open_name(const Negation& negation) const {
    for (const Atom& atom : negation.atoms) {
      if (atom.predicate.is_variable()) return {atom.predicate, false};
      if (schema_.has_graph(atom) && atom.graph->is_variable()) return {*atom.graph, true};
    }
    return {std::nullopt, false};
  }

  const Schema& schema_;
  const FactIndex& facts_;
  const PossibleNames& names_;
  std::vector<Rule>& out_;
};

}  // namespace

bool is_in_vocabulary(std::string_view iri) {
  return std::any_of(kVocabularies.begin(), kVocabularies.end(),
                     [&](std::string_view start) { return iri.starts_with(start); });
}

Schema::Schema(const parser::RuleSet& set, const std::function<Huri(TermView)>& huri_of, std::span<const Rule> rules)
    : type_(huri_of(TermView::iri(iri::kRdfType))) {
  const auto look = [&](const parser::QuadPattern& quad, bool in_body) {
    const Term* const predicate = iri_of(quad.triple.predicate);
    if (predicate == nullptr) return;
    const std::string& name = predicate->text;
    if (name.starts_with(kLocalNamespace)) local_.insert(huri_of(predicate->view()));
    if (name == kDataPredicates[0]) same_as_ = huri_of(predicate->view());
    if (is_one_of(name, kLiteralPredicates)) of_literals_.insert(huri_of(predicate->view()));
    if (!in_body || !is_in_vocabulary(name) || is_one_of(name, kDataPredicates)) return;
    if (name != iri::kRdfType) {
      predicates_.insert(huri_of(predicate->view()));
    } else if (const Term* const its = iri_of(quad.triple.object)) {
      if (is_in_vocabulary(its->text) && !is_one_of(its->text, kDataClasses)) classes_.insert(huri_of(its->view()));
    }
  };
  for (const parser::InferenceRule& rule : set.rules) {
    for (const parser::RuleElement& part : rule.body) {
      if (const auto* quad = std::get_if<parser::QuadPattern>(&part.element)) look(*quad, true);
      if (const auto* negation = std::get_if<parser::RuleNegation>(&part.element))
        for (const parser::QuadPattern& quad : negation->patterns) look(quad, false);
    }
    for (const parser::QuadPattern& quad : rule.head) look(quad, false);
  }
  for (const parser::QuadPattern& quad : set.data) look(quad, false);
  find_local(rules);
  find_naming(rules);
}

void Schema::find_naming(std::span<const Rule> rules) {
  for (const Rule& rule : rules) {
    const std::vector<std::uint32_t> predicates = predicate_variables(rule);
    const auto is_predicate = [&](const Slot& slot) {
      return slot.is_variable() && std::find(predicates.begin(), predicates.end(), slot.number()) != predicates.end();
    };
    for (const Atom& atom : rule.body) {
      if (atom.predicate.is_variable() || atom.is_given || has_graph(atom) || has(atom)) continue;
      const bool subject = is_predicate(atom.subject), object = is_predicate(atom.object);
      if (!subject && !object) continue;
      Naming& its = naming_[atom.predicate.constant()];
      its.by_subject |= subject;
      its.by_object |= object;
    }
  }
}

bool Schema::names_predicate(const Fact& fact, std::span<const Huri> predicates) const {
  const auto its = naming_.find(fact.predicate);
  if (its == naming_.end() || !fact.graph.is_unbound()) return false;
  const auto is_one = [&](Huri term) { return std::binary_search(predicates.begin(), predicates.end(), term); };
  return (its->second.by_subject && is_one(fact.subject)) || (its->second.by_object && is_one(fact.object));
}

// Takes those out that some rule derives from data.
void Schema::find_local(std::span<const Rule> rules) {
  predicates_.insert(local_.begin(), local_.end());
  for (const Huri predicate : of_literals_) predicates_.erase(predicate);
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const Rule& rule : rules) {
      if (has_body(rule)) continue;
      for (const Atom& atom : rule.head) {
        if (!atom.predicate.is_variable() && is_local(atom.predicate.constant()))
          is_new |= predicates_.erase(atom.predicate.constant()) != 0;
      }
    }
  }
}

bool Schema::has_graph(const Atom& atom) const {
  return atom.graph && (atom.predicate.is_variable() || !is_local(atom.predicate.constant()));
}

bool Schema::has(const Atom& atom) const {
  if (atom.predicate.is_variable() || atom.is_given || has_graph(atom)) return false;
  if (atom.predicate.constant() != type_) return predicates_.contains(atom.predicate.constant());
  return !atom.object.is_variable() && classes_.contains(atom.object.constant());
}

bool Schema::has(const Fact& fact) const {
  if (!fact.graph.is_unbound() && !is_local(fact.predicate)) return false;
  return fact.predicate == type_ ? classes_.contains(fact.object) : predicates_.contains(fact.predicate);
}

bool Schema::has_body(const Rule& rule) const {
  return rule.is_plain() &&
         std::all_of(rule.body.begin(), rule.body.end(), [this](const Atom& atom) { return has(atom); });
}

std::vector<Rule> specialise(std::span<const Rule> rules, const Schema& schema, const FactIndex& facts,
                             const PossibleNames& names) {
  std::vector<Rule> special;
  Specialiser specialiser(schema, facts, names, special);
  for (const Rule& rule : rules) {
    if (!schema.has_body(rule)) specialiser.add(rule);
  }
  sort_different(special);
  return special;
}

}  // namespace quadrille::inferencer
