#include "inferencer/upkeep.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "base/sort_different.hpp"
#include "inferencer/evaluation.hpp"
#include "inferencer/fact_closure.hpp"
#include "inferencer/inference.hpp"
#include "inferencer/proofs.hpp"

namespace quadrille::inferencer {

namespace {

using FactSet = std::unordered_set<Fact, FactHash>;

bool is_rdf(const Fact& fact) {
  return !fact.subject.is_literal() && fact.predicate.is_iri();
}

std::vector<PredicateKey> keys_of(std::span<const Huri> predicates) {
  std::vector<PredicateKey> keys;
  for (const Huri predicate : predicates) keys.push_back({predicate, kUnbound});
  return keys;
}

// The facts of a store, and of others, that belong to the schema, and all predicates.
struct GivenSchema {
  std::vector<Fact> stored, others;
  std::vector<Huri> predicates;
};

GivenSchema given_schema(const RuleParts& parts, FactStore& store, std::span<const Fact> others) {
  const Schema& schema = parts.schema;
  GivenSchema given;
  const auto add = [&](const Fact& pattern, const auto& is_wanted) {
    store.visit(pattern, [&](const Fact& fact) {
      if (is_wanted(fact)) given.stored.push_back(fact);
      return true;
    });
  };
  const auto any = [](const Fact&) { return true; };
  for (const Huri predicate : schema.predicates())
    if (!schema.is_local(predicate)) add({kUnbound, predicate, kUnbound}, any);
  for (const Huri its : schema.classes()) add({kUnbound, schema.type(), its}, any);
  given.predicates = store.predicates();
  for (const Fact& fact : others) {
    given.predicates.push_back(fact.predicate);
    if (schema.has(fact)) given.others.push_back(fact);
  }
  sort_different(given.predicates);
  std::vector<Fact> all = given.stored;
  all.insert(all.end(), given.others.begin(), given.others.end());
  const std::vector<Huri> possible = parts.possible_predicates(keys_of(given.predicates), all);
  const auto names = [&](const Fact& fact) { return schema.names_predicate(fact, possible); };
  for (const Huri predicate : schema.naming_predicates()) add({kUnbound, predicate, kUnbound}, names);
  std::copy_if(others.begin(), others.end(), std::back_inserter(given.others),
               [&](const Fact& fact) { return !schema.has(fact) && names(fact); });
  return given;
}

// What two compilations of the rules have alone.
struct RulesChange {
  std::vector<Fact> gained, lost;          // of the closed schemas, without the namespace local:
  std::vector<std::uint32_t> added, gone;  // rules of the second one, and of the first one
};

class Upkeep {
 public:
  Upkeep(RuleParts& parts, FactStore& store, UpkeepState before, const StatedChanges& stated,
         const UpkeepOptions& options)
      : parts_(parts),
        store_(store),
        view_(store),
        before_(std::move(before)),
        stated_(stated),
        options_(options),
        gained_(stated.gained.begin(), stated.gained.end()),
        lost_(stated.lost.begin(), stated.lost.end()) {}

  UpkeepResult run() {
    if (!before_.rules) before_ = state_of_store();
    after_ = before_;
    if (!before_.rules->can_follow()) throw GivenUp{"the rules need all facts"};
    if (changes_rules()) compile_anew();
    solving_.emplace(view_, *after_.rules, options_.most_steps, options_.pulse);
    proofs_.emplace(view_, *after_.rules, *solving_, [this](const Fact& fact) { return is_base(fact); });
    for (const auto* facts : {&stated_.gained, &stated_.lost})
      for (const Fact& fact : *facts) look_at(fact);
    remove();
    insert();
    UpkeepResult result{changes(), after_, std::move(contradicting_.found), solving_->steps()};
    check_limit(result.changes);
    return result;
  }

 private:
  UpkeepState state_of_store() {
    const GivenSchema given = given_schema(parts_, store_, {});
    UpkeepState state;
    state.rules = compile(given.stored, given.predicates);
    std::vector<Fact> stated;
    for (const Fact& fact : given.stored)
      if (store_.is_stated(fact)) stated.push_back(fact);
    if (stated.size() == given.stored.size()) return state;
    const auto of_stated = compile(stated, given.predicates);
    for (const Fact& fact : given.stored)
      if (!of_stated->schema().contains(fact)) state.schema_of_data.insert(fact);
    return state;
  }

  std::shared_ptr<const UpkeepRules> compile(std::span<const Fact> schema, std::vector<Huri> predicates) {
    const auto has_literals = [&](Huri predicate) {
      return store_.has_literals(predicate) ||
             std::any_of(stated_.gained.begin(), stated_.gained.end(),
                         [&](const Fact& fact) { return fact.predicate == predicate && fact.object.is_literal(); });
    };
    return std::make_shared<const UpkeepRules>(parts_, schema, std::move(predicates), has_literals,
                                               options_.stops_at_contradictions);
  }

  bool changes_rules() const {
    const UpkeepRules& rules = *before_.rules;
    return std::any_of(stated_.gained.begin(), stated_.gained.end(),
                       [&](const Fact& fact) { return rules.is_new(fact) || rules.is_of_schema(fact); }) ||
           std::any_of(stated_.lost.begin(), stated_.lost.end(),
                       [&](const Fact& fact) { return rules.is_of_schema(fact); });
  }

  // The rules after the change. A schema that data rules have added to cannot be told from the stated facts.
  void compile_anew() {
    GivenSchema given = given_schema(parts_, store_, stated_.gained);
    std::vector<Fact> schema = given.others;
    bool changes_schema = !schema.empty();
    for (const Fact& fact : given.stored) {
      if (lost_.contains(fact)) {
        changes_schema = true;
      } else if (!before_.schema_of_data.empty() || store_.is_stated(fact)) {
        schema.push_back(fact);
      }
    }
    if (changes_schema && !before_.schema_of_data.empty()) throw GivenUp{"rules over data have added to the schema"};
    after_.rules = compile(schema, std::move(given.predicates));
    if (!after_.rules->can_follow()) throw GivenUp{"the rules need all facts"};
    if (after_.rules->others() != before_.rules->others()) throw GivenUp{"rules with more than atoms have changed"};
    note_changes();
  }

  // What the two closed schemas, and the two sets of rules, have alone.
  void note_changes() {
    const auto alone = [&](const FactIndex& some, const FactIndex& others, std::vector<Fact>& out) {
      for (const Fact& fact : some.facts())
        if (!parts_.schema.is_local(fact.predicate) && !others.contains(fact)) out.push_back(fact);
    };
    alone(after_.rules->schema(), before_.rules->schema(), rules_.gained);
    alone(before_.rules->schema(), after_.rules->schema(), rules_.lost);
    const auto &old = before_.rules->rules(), &now = after_.rules->rules();
    for (std::uint32_t i = 0, k = 0; i < old.size() || k < now.size();) {
      if (k == now.size() || (i < old.size() && old[i].rule < now[k].rule)) {
        rules_.gone.push_back(i++);
      } else if (i == old.size() || now[k].rule < old[i].rule) {
        rules_.added.push_back(k++);
      } else {
        ++i, ++k;
      }
    }
  }

  bool is_base(const Fact& fact) {
    if (gained_.contains(fact) || after_.rules->schema().contains(fact) || after_.rules->has_data(fact)) return true;
    return view_.was_stated(fact) && !lost_.contains(fact);
  }

  // A fact that changes.
  void look_at(const Fact& fact) const {
    if (after_.rules->concerns_others(fact)) throw GivenUp{"a rule with more than atoms may see a change"};
  }
  // Of a fact that follows: the schema must not change by it.
  void look_at_derived(const Fact& fact) const {
    look_at(fact);
    if (!after_.rules->is_possible(fact.predicate)) throw GivenUp{"a new predicate follows"};
    if (after_.rules->is_of_schema(fact) && !after_.rules->schema().contains(fact) &&
        !before_.rules->schema().contains(fact))
      throw GivenUp{"the schema may change by rules over data"};
  }

  void remove() {
    std::vector<Fact> asked(stated_.lost.begin(), stated_.lost.end());
    asked.insert(asked.end(), rules_.lost.begin(), rules_.lost.end());
    if (!rules_.gone.empty()) add_of_gone_rules(asked);
    for (std::size_t next = 0; next < asked.size(); ++next) {
      const Fact fact = asked[next];
      if (before_.schema_of_data.contains(fact)) throw GivenUp{"the schema may change by rules over data"};
      if (!view_.contains(fact) || proofs_->prove(fact)) continue;
      if (next >= stated_.lost.size()) look_at_derived(fact);
      for_each_head(fact, [&](const Fact& head) { asked.push_back(head); });
      view_.take_out(fact);
    }
  }

  void add_of_gone_rules(std::vector<Fact>& asked) {
    Solving solving(view_, *before_.rules, options_.most_steps, options_.pulse);
    for (const std::uint32_t rule : rules_.gone) {
      solving.all(rule, [&](const Bindings& bindings) {
        for (const Atom& atom : before_.rules->rules()[rule].rule.head) add_head(fact_of(atom, bindings), asked);
        return true;
      });
    }
  }
  void add_head(const Fact& head, std::vector<Fact>& heads) {
    if (is_rdf(head)) {
      heads.push_back(head);
    } else if (after_.rules->is_beyond(head)) {
      throw GivenUp{"facts about literals may matter"};
    }
  }

  // Calls use(head) for what follows from the fact and others of the view.
  template <class Use>
  void for_each_head(const Fact& fact, const Use& use) {
    std::vector<Fact> heads;
    after_.rules->for_each_in_bodies(fact, [&](UpkeepRules::Place place) {
      const Rule& rule = after_.rules->rules()[place.rule].rule;
      solving_->from_body(place, fact, [&](const Bindings& bindings) {
        if (rule.head.empty()) note_contradiction(rule, bindings);
        for (const Atom& atom : rule.head) add_head(fact_of(atom, bindings), heads);
        return true;
      });
    });
    for (const Fact& head : heads) use(head);
  }

  void note_contradiction(const Rule& rule, const Bindings& bindings) {
    if (!contradicting_.is_watched || !contradicting_.solutions.emplace(rule.source, bindings).second) return;
    contradicting_.found.add(rule.source, [&] {
      std::vector<Fact> facts;
      for (const Atom& atom : rule.body) facts.push_back(fact_of(atom, bindings));
      return facts;
    });
  }

  void insert() {
    contradicting_.is_watched = true;
    const auto add = [&](const Fact& fact) {
      if (view_.contains(fact)) return;
      view_.add(fact);
      solving_->step();
    };
    for (const Fact& fact : stated_.gained) add(fact);
    for (const Fact& fact : rules_.gained) add(fact);
    const auto add_derived = [&](const Fact& fact) {
      if (view_.contains(fact)) return;
      look_at_derived(fact);
      add(fact);
    };
    if (!rules_.added.empty()) add_of_new_rules(add_derived);
    for (std::size_t next = 0; next < view_.added().facts().size(); ++next)
      for_each_head(view_.added().facts()[next], add_derived);
    if (options_.stops_at_contradictions && !rules_.gained.empty()) find_contradictions_of_schema();
  }

  template <class Add>
  void add_of_new_rules(const Add& add) {
    for (const std::uint32_t number : rules_.added) {
      const Rule& rule = after_.rules->rules()[number].rule;
      std::vector<Fact> heads;
      solving_->all(number, [&](const Bindings& bindings) {
        if (rule.head.empty()) note_contradiction(rule, bindings);
        for (const Atom& atom : rule.head) add_head(fact_of(atom, bindings), heads);
        return true;
      });
      for (const Fact& head : heads) add(head);
    }
  }

  void find_contradictions_of_schema() {
    for (const Rule& rule : parts_.rules.all) {
      if (!rule.head.empty() || rule.body.empty() || !parts_.schema.has_body(rule)) continue;
      Bindings bindings(rule.variables);
      after_.rules->schema().solve(rule.body, bindings, [&](const Bindings& solution) {
        if (all_differ(rule.different, solution)) note_contradiction(rule, solution);
      });
    }
  }

  ClosureChanges changes() {
    ClosureChanges all;
    for (const Fact& fact : view_.removed().facts())
      if (!lost_.contains(fact) && !view_.added().contains(fact)) all.removed.push_back(fact);
    for (const Fact& fact : view_.added().facts())
      if (!gained_.contains(fact) && !view_.removed().contains(fact)) all.added.push_back(fact);
    for (const Fact& fact : stated_.lost)
      if (view_.contains(fact)) all.still.push_back(fact);
    return all;
  }

  void check_limit(const ClosureChanges& changes) {
    const FactStore::Size size = store_.size();
    InferenceLimit limit;
    const std::uint64_t stated = size.stated + stated_.gained.size() - stated_.lost.size();
    limit.facts = options_.most.value_or(most_inferred(stated));
    std::uint64_t inferred = size.inferred + changes.added.size() + changes.still.size() - changes.removed.size();
    for (const Fact& fact : stated_.gained)
      if (view_.was_there(fact)) --inferred;
    if (inferred > limit.facts) limit.refuse();
  }

  RuleParts& parts_;
  FactStore& store_;
  ClosureView view_;
  UpkeepState before_, after_;
  const StatedChanges& stated_;
  const UpkeepOptions& options_;
  const FactSet gained_, lost_;
  RulesChange rules_;
  std::optional<Solving> solving_;
  std::optional<Proofs> proofs_;
  struct Contradicting {
    bool is_watched = false;
    std::set<std::pair<std::uint32_t, Bindings>> solutions;
    Contradictions found;
  };
  Contradicting contradicting_;
};

}  // namespace

std::optional<UpkeepResult> upkeep(RuleParts& parts, FactStore& before, const UpkeepState& state,
                                   const StatedChanges& changes, const UpkeepOptions& options, std::string& why) {
  try {
    return Upkeep(parts, before, state, changes, options).run();
  } catch (const GivenUp& reason) {
    why = reason.why;
    return std::nullopt;
  }
}

}  // namespace quadrille::inferencer
