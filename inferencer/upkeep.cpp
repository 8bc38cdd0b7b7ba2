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

// The facts of a store, and of others, that belong to the schema, and all predicates.
struct GivenSchema {
  std::vector<Fact> stored, others;
  std::vector<PredicateKey> predicates;
};

// The facts of a predicate for which is_wanted(fact), which have one of these terms. A large class of equal things has
// very many facts: then those of each term are looked up.
template <class IsWanted>
std::vector<Fact> facts_that_name(FactStore& store, Huri predicate, std::span<const Huri> terms,
                                  const IsWanted& is_wanted) {
  constexpr std::size_t kFew = 10'000;
  std::vector<Fact> found;
  std::size_t visited = 0;
  const auto take = [&](const Fact& fact) {
    if (is_wanted(fact)) found.push_back(fact);
    return true;
  };
  const bool are_few = store.visit({kUnbound, predicate, kUnbound},
                                   [&](const Fact& fact) { return ++visited <= kFew + terms.size() && take(fact); });
  if (are_few) return found;
  found.clear();
  for (const Huri term : terms) {
    store.visit({term, predicate, kUnbound}, take);
    store.visit({kUnbound, predicate, term}, take);
  }
  sort_different(found);
  return found;
}

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
  given.predicates = in_default_graph(store.predicates());
  if (parts.graphs.used) {
    const std::vector<PredicateKey> named = store.named_predicates(UpkeepRules::kMostNamed);
    given.predicates.insert(given.predicates.end(), named.begin(), named.end());
  }
  for (const Fact& fact : others) {
    if (!fact.graph.is_unbound() && !parts.graphs.has(fact.graph)) continue;
    given.predicates.push_back({fact.predicate, fact.graph});
    if (schema.has(fact)) given.others.push_back(fact);
  }
  sort_different(given.predicates);
  std::vector<Fact> all = given.stored;
  all.insert(all.end(), given.others.begin(), given.others.end());
  const std::vector<Huri> possible = parts.possible_predicates(given.predicates, all);
  const auto names = [&](const Fact& fact) { return schema.names_predicate(fact, possible); };
  for (const Huri predicate : schema.naming_predicates()) {
    const std::vector<Fact> named = facts_that_name(store, predicate, possible, names);
    given.stored.insert(given.stored.end(), named.begin(), named.end());
  }
  std::copy_if(others.begin(), others.end(), std::back_inserter(given.others),
               [&](const Fact& fact) { return !schema.has(fact) && names(fact); });
  return given;
}

// The differences between two compilations of the rules.
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
        view_(store, stated.gained, stated.lost),
        before_(std::move(before)),
        stated_(stated),
        options_(options),
        pulse_([this] { options_.pulse(view_.used_bytes() + (search_.proofs ? search_.proofs->used_bytes() : 0)); }),
        limit_(options.most_steps, pulse_) {}

  UpkeepResult run() {
    if (!before_.rules) before_ = state_of_store();
    after_ = before_;
    if (!before_.rules->can_follow()) throw GivenUp{"the rules need all facts"};
    if (changes_rules()) compile_anew();
    search_.solving.emplace(view_, *after_.rules, options_.run, limit_, Solving::Of::view);
    search_.candidates.emplace(view_, *after_.rules, options_.run, limit_, Solving::Of::candidates);
    for (const auto* facts : {&stated_.gained, &stated_.lost})
      for (const Fact& fact : *facts) look_at(fact);
    for (const Fact& fact : stated_.gained) add(fact);
    for (const Fact& fact : rules_.gained) add(fact);
    const std::uint32_t strata = std::max(before_.rules->strata(), after_.rules->strata());
    for (stratum_ = 0; stratum_ < strata; ++stratum_) {
      remove();
      insert();
    }
    UpkeepResult result{changes(), after_, std::move(contradicting_.found), limit_.steps()};
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

  std::shared_ptr<const UpkeepRules> compile(std::span<const Fact> schema, std::span<const PredicateKey> predicates) {
    const auto has_literals = [&](Huri predicate) {
      return store_.has_literals(predicate) ||
             std::any_of(stated_.gained.begin(), stated_.gained.end(),
                         [&](const Fact& fact) { return fact.predicate == predicate && fact.object.is_only_object(); });
    };
    return std::make_shared<const UpkeepRules>(parts_, schema, predicates, has_literals,
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
      const bool was_of_schema = before_.rules->schema().contains(fact);
      if (!was_of_schema && !store_.is_stated(fact)) throw GivenUp{"rules over data have added to the schema"};
      if (view_.is_lost(fact)) {
        changes_schema = true;
      } else if (!before_.schema_of_data.empty() || store_.is_stated(fact)) {
        schema.push_back(fact);
      }
    }
    if (changes_schema && !before_.schema_of_data.empty()) throw GivenUp{"rules over data have added to the schema"};
    after_.rules = compile(schema, given.predicates);
    if (!after_.rules->can_follow()) throw GivenUp{"the rules need all facts"};
    if (after_.rules->others() != before_.rules->others()) throw GivenUp{"rules with more than atoms have changed"};
    note_changes();
  }

  // Finds the facts that only one closed schema has, and the rules that only one set has.
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
    return view_.is_stated(fact) || after_.rules->schema().contains(fact) || after_.rules->has_data(fact);
  }

  // A fact that changes.
  void look_at(const Fact& fact) const {
    if (after_.rules->concerns_others(fact)) throw GivenUp{"a rule with more than atoms may see a change"};
  }
  // Of a fact that follows: the schema must not change by it.
  void look_at_derived(const Fact& fact) const {
    look_at(fact);
    if (!after_.rules->is_possible(fact)) throw GivenUp{"a new predicate follows"};
    if (after_.rules->is_of_schema(fact) && !after_.rules->schema().contains(fact) &&
        !before_.rules->schema().contains(fact))
      throw GivenUp{"the schema may change by rules over data"};
  }

  // Of a fact that is asked and proved: by rules of a schema, part of which rules over data have derived. Nothing of
  // this part may need the fact.
  void look_for_schema(const Fact& first) {
    if (before_.schema_of_data.empty() || view_.is_stated(first)) return;
    std::vector<Fact> open{first};
    for (std::size_t next = 0; next < open.size(); ++next) {
      const Fact fact = open[next];
      if (before_.schema_of_data.contains(fact)) throw GivenUp{"the schema may change by rules over data"};
      if (search_.needed.insert(fact).second)
        ask_of_body(
            fact, [](UpkeepRules::Place) { return true; }, open);
    }
  }

  std::uint32_t stratum_of(UpkeepRules::Place place) const { return after_.rules->rules()[place.rule].stratum; }

  // Takes out what does not follow by the rules up to this stratum. Facts that lower ones have taken out, or added,
  // count for the rules of this one alone.
  void remove() {
    std::vector<Fact> asked = std::exchange(open_, {});
    if (stratum_ == 0) {
      asked = stated_.lost;
      asked.insert(asked.end(), rules_.lost.begin(), rules_.lost.end());
    }
    add_of_gone_rules(asked);
    const auto in_stratum = [this](UpkeepRules::Place place) { return stratum_of(place) == stratum_; };
    const auto up_to_stratum = [this](UpkeepRules::Place place) { return stratum_of(place) <= stratum_; };
    const std::vector<Fact> removed = view_.removed().facts(), added = view_.added().facts();
    for (const Fact& fact : removed) ask_of_body(fact, in_stratum, asked);
    for (const Fact& fact : stated_.lost)
      ask(after_.rules->given_places(fact), &Solving::from_body, fact, in_stratum, asked);
    for (const auto* facts : {&added, &stated_.gained})
      for (const Fact& fact : *facts)
        ask(after_.rules->absent_places(fact), &Solving::from_absent, fact, in_stratum, asked);
    search_.proofs.emplace(
        *after_.rules, *search_.solving, [this](const Fact& fact) { return is_base(fact); }, stratum_);
    for (std::size_t next = 0; next < asked.size(); ++next) {
      const Fact fact = asked[next];
      if (before_.schema_of_data.contains(fact)) throw GivenUp{"the schema may change by rules over data"};
      if (!view_.contains(fact)) continue;
      if (search_.proofs->prove(fact)) {
        look_for_schema(fact);
        open_.push_back(fact);
        continue;
      }
      if (!view_.is_lost(fact)) look_at_derived(fact);
      ask_of_body(fact, up_to_stratum, asked);
      view_.take_out(fact);
      paths_.erase(fact);
    }
    if (!search_.proofs->has_assumed()) open_.clear();
  }

  template <class IsWanted>
  void ask_of_body(const Fact& fact, const IsWanted& is_wanted, std::vector<Fact>& asked) {
    ask(after_.rules->body_places(fact), &Solving::from_body, fact, is_wanted, asked);
  }
  using From = void (Solving::*)(UpkeepRules::Place, const Fact&, const Solving::Use&);
  // Asks for what the fact has helped to derive before.
  template <class IsWanted>
  void ask(std::span<const UpkeepRules::Place> places, From from, const Fact& fact, const IsWanted& is_wanted,
           std::vector<Fact>& asked) {
    for (const UpkeepRules::Place place : places) {
      if (!is_wanted(place)) continue;
      (*search_.candidates.*from)(place, fact, [&](const Bindings& bindings) {
        add_heads(after_.rules->rules()[place.rule].rule, bindings, asked);
        return true;
      });
    }
  }

  void add_of_gone_rules(std::vector<Fact>& asked) {
    Solving solving(view_, *before_.rules, options_.run, limit_, Solving::Of::candidates);
    for (const std::uint32_t number : rules_.gone) {
      const UpkeepRule& its = before_.rules->rules()[number];
      if (its.stratum != stratum_) continue;
      solving.all(number, [&](const Bindings& bindings) {
        add_heads(its.rule, bindings, asked);
        return true;
      });
    }
  }

  void add_heads(const Rule& rule, const Bindings& bindings, std::vector<Fact>& heads) {
    for (const Atom& atom : rule.head) add_head(fact_of(atom, bindings), heads);
  }
  void add_head(const Fact& head, std::vector<Fact>& heads) {
    if (is_rdf(head)) {
      heads.push_back(head);
    } else if (after_.rules->is_beyond(head)) {
      throw GivenUp{"facts about literals may matter"};
    }
  }

  void note_contradiction(const Rule& rule, const Bindings& bindings) {
    if (!contradicting_.is_watched || !contradicting_.solutions.emplace(rule.source, bindings).second) return;
    contradicting_.found.add(rule.source, [&] {
      std::vector<Fact> facts;
      for (const Atom& atom : rule.body) facts.push_back(fact_of(atom, bindings));
      return facts;
    });
  }

  // Adds what follows by the rules up to this stratum, likewise.
  void insert() {
    contradicting_.is_watched = true;
    std::size_t next = stratum_ == 0 ? 0 : view_.added().facts().size();
    const auto in_stratum = [this](UpkeepRules::Place place) { return stratum_of(place) == stratum_; };
    const auto up_to_stratum = [this](UpkeepRules::Place place) { return stratum_of(place) <= stratum_; };
    const std::vector<Fact> removed = view_.removed().facts(), added = view_.added().facts();
    add_of_new_rules();
    for (std::size_t i = 0; i < next; ++i)
      if (view_.contains(added[i]))
        derive(after_.rules->body_places(added[i]), &Solving::from_body, added[i], in_stratum);
    for (const Fact& fact : stated_.gained)
      derive(after_.rules->given_places(fact), &Solving::from_body, fact, in_stratum);
    for (const auto* facts : {&removed, &stated_.lost})
      for (const Fact& fact : *facts)
        derive(after_.rules->absent_places(fact), &Solving::from_absent, fact, in_stratum);
    for (; next < view_.added().facts().size(); ++next) {
      const Fact fact = view_.added().facts()[next];
      if (!view_.added().is_there(next)) continue;
      derive(after_.rules->body_places(fact), &Solving::from_body, fact, up_to_stratum);
    }
    const bool is_last = stratum_ + 1 >= after_.rules->strata();
    if (is_last && options_.stops_at_contradictions && !rules_.gained.empty()) find_contradictions_of_schema();
  }

  void add(const Fact& fact) {
    if (view_.contains(fact)) return;
    view_.add(fact);
    limit_.step();
  }
  void add_derived(const std::vector<Fact>& heads) {
    for (const Fact& head : heads) {
      if (view_.contains(head)) continue;
      look_at_derived(head);
      add(head);
    }
  }

  // Adds what follows from the fact and others.
  template <class IsWanted>
  void derive(std::span<const UpkeepRules::Place> places, From from, const Fact& fact, const IsWanted& is_wanted) {
    std::vector<Fact> heads;
    for (const UpkeepRules::Place place : places) {
      if (!is_wanted(place)) continue;
      const UpkeepRule& its = after_.rules->rules()[place.rule];
      const Rule& rule = its.rule;
      if (its.is_transitive) {
        if (place.atom == 0) add_paths(rule, fact);
        continue;
      }
      ((*search_.solving).*from)(place, fact, [&](const Bindings& bindings) {
        if (rule.head.empty()) note_contradiction(rule, bindings);
        add_heads(rule, bindings, heads);
        return true;
      });
    }
    add_derived(heads);
  }

  // Of a transitive property whose facts were closed before this one: all that comes before it with all that comes
  // after it. The property is closed again then, so these facts need no more joins.
  void add_paths(const Rule& rule, const Fact& fact) {
    if (paths_.contains(fact)) return;
    std::vector<Huri> before{fact.subject}, after{fact.object};
    const Fact to{kUnbound, fact.predicate, fact.subject}, from{fact.object, fact.predicate, kUnbound};
    if (search_.solving->is_beyond(to) || search_.solving->is_beyond(from))
      throw GivenUp{"facts about literals may matter"};
    view_.visit(to, [&](const Fact& its) {
      before.push_back(its.subject);
      return true;
    });
    if (!fact.object.is_only_object()) {
      view_.visit(from, [&](const Fact& its) {
        after.push_back(its.object);
        return true;
      });
    }
    for (const Huri subject : before) {
      for (const Huri object : after) {
        limit_.step();
        const Fact path{subject, fact.predicate, object};
        if ((subject == object && !rule.different.empty()) || view_.contains(path)) continue;
        paths_.insert(path);
        add_derived({path});
      }
    }
  }

  void add_of_new_rules() {
    for (const std::uint32_t number : rules_.added) {
      const UpkeepRule& its = after_.rules->rules()[number];
      if (its.stratum != stratum_) continue;
      std::vector<Fact> heads;
      search_.solving->all(number, [&](const Bindings& bindings) {
        if (its.rule.head.empty()) note_contradiction(its.rule, bindings);
        add_heads(its.rule, bindings, heads);
        return true;
      });
      add_derived(heads);
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
      if (!view_.is_lost(fact) && !view_.added().contains(fact)) all.removed.push_back(fact);
    const FactTable& added = view_.added();
    for (std::size_t number = 0; number < added.facts().size(); ++number) {
      const Fact& fact = added.facts()[number];
      if (added.is_there(number) && !view_.is_gained(fact) && !view_.removed().contains(fact))
        all.added.push_back(fact);
    }
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
  const std::function<void()> pulse_;
  WorkLimit limit_;
  RulesChange rules_;
  struct Search {
    std::optional<Solving> solving, candidates;  // of the view; of the store
    std::optional<Proofs> proofs;                // of this stratum
    std::unordered_set<Fact, FactHash> needed;   // that look_for_schema() has looked at
  };
  Search search_;
  std::uint32_t stratum_ = 0;
  std::vector<Fact> open_;                    // follow if what a higher stratum may derive does
  std::unordered_set<Fact, FactHash> paths_;  // that add_paths() has added
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
