#include "inferencer/equal_changes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/sort_different.hpp"
#include "inferencer/fact_table.hpp"
#include "inferencer/solving.hpp"

namespace quadrille::inferencer {

namespace {

using FactSet = std::unordered_set<Fact, FactHash>;

// The facts after a change.
class FactsAfter {
 public:
  FactsAfter(EqualFacts& before, const NetChanges& net, const ClosureChanges& changes) : before_(before) {
    for (const auto* facts : {&changes.added, &changes.still}) added_.insert(facts->begin(), facts->end());
    removed_.insert(changes.removed.begin(), changes.removed.end());
    const StatedChanges stated = stated_changes(net);
    added_.insert(stated.gained.begin(), stated.gained.end());
    for (const Fact& fact : stated.lost)
      if (!added_.contains(fact)) removed_.insert(fact);
  }

  bool contain(const Fact& fact) const {
    return added_.contains(fact) || (!removed_.contains(fact) && before_.contains(fact));
  }
  bool has_removed(const Fact& fact) const { return removed_.contains(fact); }
  const FactSet& added() const { return added_; }
  const FactSet& removed() const { return removed_; }

 private:
  EqualFacts& before_;
  FactSet added_, removed_;
};

class Steps {
 public:
  explicit Steps(std::uint64_t most) : left_(most) {}
  void take(std::uint64_t steps = 1) {
    if (steps > left_) throw GivenUp{"a large class of equal things changes"};
    left_ -= steps;
  }
  std::uint64_t left() const { return left_; }

 private:
  std::uint64_t left_;
};

// The classes that change.
class ChangedClasses {
 public:
  ChangedClasses(const EqualTerms& before, Huri same_as, const FactsAfter& facts, Steps& steps)
      : before_(before), same_as_(same_as), facts_(facts), steps_(steps) {
    find_open();
    if (open_.contains(same_as) || !before.members(before.representative(same_as)).empty())
      throw GivenUp{"owl:sameAs is equal to another term"};
    for (const Huri term : open_)
      if (!term.is_only_object() && !after_.contains(term)) add(class_of(term));
    look_at_literals();
  }

  bool empty() const { return open_.empty(); }
  // The terms whose classes change.
  const std::set<Huri>& terms() const { return open_; }
  Huri representative_after(Huri term) const {
    const auto its = after_.find(term);
    return its != after_.end() ? its->second : open_.contains(term) ? term : before_.representative(term);
  }
  // The representatives of those that this one has represented; itself, if it has represented none.
  std::vector<Huri> successors(Huri representative) const {
    if (!open_.contains(representative)) return {representative};
    std::vector<Huri> all;
    for (const EqualTerms::Member& its : before_.members(representative)) all.push_back(representative_after(its.term));
    if (all.empty()) all.push_back(representative_after(representative));
    sort_different(all);
    return all;
  }
  // For EqualTerms::with().
  std::vector<EqualTerms::Member> reclassed() const {
    std::vector<EqualTerms::Member> members;
    for (const Huri term : open_) members.push_back({term, representative_after(term)});
    return members;
  }

 private:
  // The two things of each equality that is new, or has gone, and the others of their classes.
  void find_open() {
    const auto open = [&](Huri term) {
      const auto members = before_.members(before_.representative(term));
      if (!open_.insert(term).second) return;
      steps_.take(members.size());
      for (const EqualTerms::Member& its : members) open_.insert(its.term);
    };
    for (const auto* facts : {&facts_.added(), &facts_.removed()}) {
      for (const Fact& fact : *facts) {
        if (fact.predicate != same_as_ || fact.subject == fact.object) continue;
        const bool was = before_.representative(fact.subject) == before_.representative(fact.object);
        if (was != (facts == &facts_.removed())) continue;
        if (!was) new_of_[fact.subject].push_back(fact.object);
        open(fact.subject), open(fact.object);
      }
    }
  }

  std::vector<Huri> class_of(Huri term) const {
    std::vector<Huri> all{term};
    for (const EqualTerms::Member& its : before_.members(before_.representative(term)))
      if (!facts_.has_removed({term, same_as_, its.term})) all.push_back(its.term);
    if (const auto others = new_of_.find(term); others != new_of_.end())
      all.insert(all.end(), others->second.begin(), others->second.end());
    sort_different(all);
    steps_.take(all.size());
    return all;
  }

  void add(const std::vector<Huri>& members) {
    const auto rank = [](Huri term) { return term.is_iri() ? 0 : term.is_blank() ? 1 : 2; };
    const Huri first = *std::min_element(members.begin(), members.end(), represents_before);
    Huri best;
    for (const Huri its : members) {
      const bool has_represented = !before_.members(its).empty();
      if (has_represented && rank(its) == rank(first) && (best.is_unbound() || represents_before(its, best)))
        best = its;
    }
    if (best.is_unbound()) best = first;
    for (const Huri its : members) after_[its] = best;
  }

  // No store has the fact that two literals are equal, so a class of literals alone cannot be found.
  void look_at_literals() const {
    std::set<Huri> alone;
    for (const Huri term : open_) {
      if (!after_.contains(term) && !alone.insert(before_.representative(term)).second)
        throw GivenUp{"literals may be equal without other things"};
    }
  }

  const EqualTerms& before_;
  const Huri same_as_;
  const FactsAfter& facts_;
  Steps& steps_;
  std::set<Huri> open_;
  std::unordered_map<Huri, std::vector<Huri>> new_of_;  // what a thing is equal to now, and was not
  std::map<Huri, Huri> after_;                          // the representatives of open terms that are no lone literals
};

class RowChanges {
 public:
  RowChanges(EqualFacts& before, const std::shared_ptr<const EqualTerms>& classes, Huri same_as, const NetChanges& net,
             const ClosureChanges& changes, std::uint64_t most_steps)
      : before_(before),
        same_as_(same_as),
        net_(net),
        changes_(changes),
        facts_(before, net, changes),
        steps_(most_steps),
        changed_(before.classes(), same_as, facts_, steps_) {
    all_.classes = classes;
    if (changed_.empty()) return;
    all_.reclassed = changed_.reclassed();
    all_.classes = std::make_shared<const EqualTerms>(classes->with(same_as, all_.reclassed));
  }

  EqualChanges run() {
    changed_.empty() ? without_classes() : with_classes();
    return std::move(all_);
  }

 private:
  bool has_class(Huri term) const { return !after().members(after().representative(term)).empty(); }
  const EqualTerms& after() const { return *all_.classes; }

  // E1 and E2, of a fact that holds.
  bool is_row(const Fact& fact) const {
    const auto is_normal = [this](Huri term) { return after().representative(term) == term; };
    if (fact.predicate == same_as_ && has_class(fact.subject))
      return after().representative(fact.subject) == fact.object;
    return is_normal(fact.subject) && is_normal(fact.predicate) && is_normal(fact.object);
  }

  void add(const Fact& fact, Marks before, Marks after) {
    if (before != after) all_.marked.push_back({quad_of_fact(fact, kDefaultGraph), {before, after}});
  }

  // No class changes, so the rows of facts that neither change nor are stated stay.
  void without_classes() {
    const auto add_rows = [this](const std::vector<Fact>& facts, MarkChange marks) {
      for (const Fact& fact : facts)
        if (is_row(fact)) add(fact, marks.before, marks.after);
    };
    add_rows(changes_.removed, {Marks::closure, Marks::none});
    add_rows(changes_.added, {Marks::none, Marks::closure});
    add_rows(changes_.still, {Marks::none, Marks::closure});
    for (const query::MarkedQuad& its : net_)
      if (its.marks.after == Marks::both && !is_row(fact_of_quad(its.quad)))
        add(fact_of_quad(its.quad), Marks::both, Marks::stated);
  }

  void with_classes() {
    std::set<Fact> candidates(facts_.added().begin(), facts_.added().end());
    candidates.insert(facts_.removed().begin(), facts_.removed().end());
    std::map<Fact, Marks> now;
    for (const query::MarkedQuad& its : net_) {
      now.emplace(fact_of_quad(its.quad), its.marks.after);
      candidates.insert(fact_of_quad(its.quad));
    }
    add_rows_of_terms(candidates);
    for (const Fact& fact : candidates) {
      steps_.take();
      const auto known = now.find(fact);
      const Marks marks = known != now.end() ? known->second : marks_before(fact);
      const bool is_closed = is_row(fact) && (is_equality(fact) || facts_.contain(fact));
      const Marks stated = has(marks, Marks::stated) ? Marks::stated : Marks::none;
      add(fact, marks, stated | (is_closed ? Marks::closure : Marks::none));
    }
  }

  // The row of E1 of a literal is not a fact that a store has.
  bool is_equality(const Fact& fact) const { return fact.predicate == same_as_ && has_class(fact.subject); }

  Marks marks_before(const Fact& fact) {
    const bool is_closed = !before_.rows().visit(fact, [](const Fact&) { return false; });
    return (before_.is_stated(fact) ? Marks::stated : Marks::none) | (is_closed ? Marks::closure : Marks::none);
  }

  // The rows that terms with another representative have, and the rows in their place.
  void add_rows_of_terms(std::set<Fact>& candidates) {
    const EqualTerms& before = before_.classes();
    std::set<Huri> replaced;  // representatives
    for (const Huri term : changed_.terms()) {
      const Huri was = before.representative(term), is = changed_.representative_after(term);
      for (const Huri its : {was, is}) candidates.insert({term, same_as_, its});
      if (was == is) continue;
      replaced.insert(was);
      if (was == term || is == term)
        visit_rows(before_.stated(), term, [&](const Fact& fact) { candidates.insert(fact); });
    }
    for (const Huri was : replaced)
      visit_rows(before_.rows(), was, [&](const Fact& row) { add_successors(row, candidates); });
  }

  void add_successors(const Fact& row, std::set<Fact>& candidates) {
    candidates.insert(row);
    if (row.predicate == same_as_) return;
    for (const Huri subject : changed_.successors(row.subject)) {
      for (const Huri predicate : changed_.successors(row.predicate)) {
        for (const Huri object : changed_.successors(row.object)) {
          steps_.take();
          const Fact fact{subject, predicate, object};
          if (is_rdf(fact)) candidates.insert(fact);
        }
      }
    }
  }

  // Calls use(fact) for the rows with this term, in any place.
  template <class Use>
  void visit_rows(FactStore& store, Huri term, const Use& use) {
    const auto take = [&](const Fact& fact) {
      steps_.take();
      use(fact);
      return true;
    };
    for (const Huri predicate : store.predicates()) {
      steps_.take();
      store.visit({term, predicate, kUnbound}, take);
      store.visit({kUnbound, predicate, term}, take);
      if (predicate == term) store.visit({kUnbound, predicate, kUnbound}, take);
    }
  }

  EqualFacts& before_;
  const Huri same_as_;
  const NetChanges& net_;
  const ClosureChanges& changes_;
  const FactsAfter facts_;
  Steps steps_;
  const ChangedClasses changed_;
  EqualChanges all_;
};

}  // namespace

std::optional<EqualChanges> equal_changes(EqualFacts& before, const std::shared_ptr<const EqualTerms>& classes,
                                          Huri same_as, const NetChanges& net, const ClosureChanges& changes,
                                          std::uint64_t most_steps, std::string& why) {
  try {
    return RowChanges(before, classes, same_as, net, changes, most_steps).run();
  } catch (const GivenUp& reason) {
    why = reason.why;
    return std::nullopt;
  }
}

}  // namespace quadrille::inferencer
