// Upkeep of a closure that is stored by representatives: after each random change of stated facts the rows mean what an
// inference with the rules of equality finds, and E1 to E3 hold (quadstore/equal_terms.hpp).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "inferencer/equal_changes.hpp"
#include "inferencer/rule_sets.hpp"
#include "pgas/test_main.hpp"
#include "quadstore/sharding.hpp"
#include "tests/rules/equal_ontology.hpp"
#include "tests/rules/inferencer_and_reference.hpp"
#include "tests/rules/memory_rows.hpp"

namespace quadrille::tests::equal_upkeep_test {
namespace {

const std::uint32_t kMoreSeeds = std::getenv("QUADRILLE_LONG") != nullptr ? 100 : 1;

using Triple = inferencer::Fact;

struct EqualCounts {
  std::uint32_t changes = 0, anew = 0, of_classes = 0, merges = 0, splits = 0, moves = 0, with_literals = 0;
  std::map<std::string, std::uint32_t> reasons;
};

// A database in memory with a pool of facts, of which changing ones are stated.
class EqualDatabase {
 public:
  EqualDatabase(const parser::RuleSet& rules, const FactBase& pool, std::uint32_t seed)
      : rules_(rules), terms_(rules, pool), random_(seed) {
    same_as_ = terms_.huri(TermView::iri(std::string(kOwl) + "sameAs"));
    for (const Fact& fact : pool.facts())
      pool_.push_back({terms_.huri(pool.view(fact.subject)), terms_.huri(pool.view(fact.predicate)),
                       terms_.huri(pool.view(fact.object))});
    for (const Triple& fact : pool_)
      if (random_() % 3 != 0) stated_.insert(fact);
    compute();
  }

  void change(EqualCounts& counts) {
    const std::vector<query::MarkedQuad> changes = random_changes();
    const MarkedRows rows_before = std::exchange(rows_, rows_after(changes));
    MemoryRows rows(rows_before, View::closure), stated(rows_before, View::stated);
    inferencer::EqualFacts facts(rows, stated, *classes_);
    if (!parts_) {
      parts_ = std::make_unique<inferencer::RuleParts>(rules_, [this](TermView term) { return terms_.huri(term); });
    }
    const inferencer::NetChanges net = inferencer::net_changes(changes, kDefaultGraph);
    inferencer::UpkeepOptions options;
    options.most = ~std::uint64_t{0};
    std::string why;
    const auto result = inferencer::upkeep(*parts_, facts, state_, inferencer::stated_changes(net), options, why);
    std::optional<inferencer::EqualChanges> found;
    if (result)
      found = inferencer::equal_changes(facts, classes_, same_as_, net, result->changes, options.most_steps, why);
    ++counts.changes;
    if (!found) {
      ++counts.anew, ++counts.reasons[why];
      state_ = {};
      compute();
      return;
    }
    state_ = result->state;
    count(*found->classes, counts);
    classes_ = found->classes;
    apply(found->marked);
    infer();
    check(changes);
  }

  // The facts that the rows mean, in all ways that a store can be asked.
  void check_facts() {
    MemoryRows rows(rows_, View::closure), stated(rows_, View::stated);
    inferencer::EqualFacts facts(rows, stated, *classes_);
    std::set<Huri> terms, predicates;
    for (const Triple& fact : closure_) {
      terms.insert({fact.subject, fact.predicate, fact.object});
      predicates.insert(fact.predicate);
      EXPECT_TRUE(facts.contains(fact)) << text(fact);
      EXPECT_EQ(facts.is_stated(fact), stated_.contains(fact)) << text(fact);
    }
    EXPECT_EQ(facts.predicates(), std::vector<Huri>(predicates.begin(), predicates.end()));
    for (const Huri predicate : predicates) {
      const Triple all{kUnbound, predicate, kUnbound};
      EXPECT_EQ(visited(facts, all), agreeing(all));
      EXPECT_EQ(facts.has_literals(predicate), std::any_of(closure_.begin(), closure_.end(), [&](const Triple& fact) {
                  return fact.predicate == predicate && fact.object.is_literal();
                }));
      for (const Huri term : terms) {
        for (const Triple& pattern : {Triple{term, predicate, kUnbound}, Triple{kUnbound, predicate, term}})
          EXPECT_EQ(visited(facts, pattern), agreeing(pattern)) << text(pattern);
      }
    }
    for (const Huri term : terms) check_pairs(facts, term);
  }

 private:
  void check_pairs(inferencer::EqualFacts& facts, Huri subject) {
    std::vector<inferencer::FactStore::Pair> pairs;
    ASSERT_TRUE(facts.pairs_of(subject, 10'000, pairs));
    std::vector<Triple> found, expected;
    for (const auto& its : pairs) {
      found.push_back({subject, its.predicate, its.object});
      EXPECT_EQ(its.is_stated, stated_.contains(found.back())) << text(found.back());
    }
    for (const Triple& fact : closure_)
      if (fact.subject == subject) expected.push_back(fact);
    EXPECT_EQ(found, expected);
    if (expected.empty()) return;
    pairs.clear();
    EXPECT_FALSE(facts.pairs_of(subject, expected.size() - 1, pairs));
    EXPECT_TRUE(pairs.empty());
    EXPECT_TRUE(facts.pairs_of(subject, expected.size(), pairs));
  }
  static std::multiset<Triple> visited(inferencer::EqualFacts& facts, const Triple& pattern) {
    std::multiset<Triple> all;
    facts.visit(pattern, [&](const Triple& fact) {
      all.insert(fact);
      return true;
    });
    return all;
  }
  std::multiset<Triple> agreeing(const Triple& pattern) const {
    const auto agrees = [](Huri wanted, Huri its) { return wanted.is_unbound() || wanted == its; };
    std::multiset<Triple> all;
    for (const Triple& fact : closure_)
      if (fact.predicate == pattern.predicate && agrees(pattern.subject, fact.subject) &&
          agrees(pattern.object, fact.object))
        all.insert(fact);
    return all;
  }

  // As an update makes them: facts of the pool; and now and then one that is deleted and inserted again, or the other
  // way round.
  std::vector<query::MarkedQuad> random_changes() {
    std::vector<query::MarkedQuad> changes;
    const auto turn = [&](const Triple& fact) {
      const auto row = rows_.find(fact);
      Marks before = row == rows_.end() ? Marks::none : row->second;
      for (const auto& its : changes)
        if (its.quad == quad_of(fact)) before = its.marks.after;
      const bool is_stated = stated_.contains(fact);
      is_stated ? static_cast<void>(stated_.erase(fact)) : static_cast<void>(stated_.insert(fact));
      changes.push_back({quad_of(fact), {before, is_stated ? Marks::none : Marks::both}});
    };
    for (std::uint32_t i = 0; i < 1 + random_() % 3; ++i) turn(one_of(pool_));
    const std::uint32_t equalities = random_() % 3 == 0 ? 2 + random_() % 4 : 0;
    for (std::uint32_t i = 0; i < equalities; ++i) {
      const Triple fact = one_of(pool_);
      if (fact.predicate == same_as_) turn(fact);
    }
    if (random_() % 4 == 0) {
      std::vector<Triple> known(closure_.begin(), closure_.end());
      const Triple fact = one_of(known);
      turn(fact), turn(fact);
    }
    return changes;
  }
  const Triple& one_of(const std::vector<Triple>& facts) {
    return facts[random_() % static_cast<std::uint32_t>(facts.size())];
  }
  static Quad quad_of(const Triple& fact) { return {fact.subject, fact.predicate, fact.object, kDefaultGraph}; }
  static Triple triple_of(const Quad& quad) { return {quad.subject, quad.predicate, quad.object}; }

  MarkedRows rows_after(const std::vector<query::MarkedQuad>& changes) const {
    MarkedRows rows = rows_;
    for (const query::MarkedQuad& its : changes) {
      rows[triple_of(its.quad)] = its.marks.after;
      if (its.marks.after == Marks::none) rows.erase(triple_of(its.quad));
    }
    return rows;
  }

  void apply(const std::vector<query::MarkedQuad>& marked) {
    std::set<Quad> seen;
    for (const query::MarkedQuad& its : marked) {
      EXPECT_TRUE(seen.insert(its.quad).second) << "twice: " << text(triple_of(its.quad));
      const auto row = rows_.find(triple_of(its.quad));
      EXPECT_EQ(row == rows_.end() ? Marks::none : row->second, its.marks.before) << text(triple_of(its.quad));
      EXPECT_NE(its.marks.before, its.marks.after);
      rows_[triple_of(its.quad)] = its.marks.after;
      if (its.marks.after == Marks::none) rows_.erase(triple_of(its.quad));
    }
  }

  void check(const std::vector<query::MarkedQuad>& changes) {
    std::string faults = fault_of(rows_, stated_, closure_, *classes_, [this](const Triple& its) { return text(its); });
    if (faults.empty()) return;
    for (const query::MarkedQuad& its : changes)
      faults += (its.marks.after == Marks::none ? "deleted " : "inserted ") + text(triple_of(its.quad)) + "\n";
    for (const Triple& fact : stated_) faults += "stated " + text(fact) + "\n";
    for (const EqualTerms::Member& its : classes_->all())
      faults += fmt::format("member {} of {}\n", terms_.text(its.term), terms_.text(its.representative));
    ADD_FAILURE() << faults;
  }

  // Counts what happens to classes.
  void count(const EqualTerms& after, EqualCounts& counts) const {
    if (after == *classes_) return;
    ++counts.of_classes;
    counts.with_literals += after.has_literals() || classes_->has_literals() ? 1 : 0;
    bool merges = false, splits = false, moves = false;
    for (const EqualTerms::Member& its : classes_->all()) {
      const auto members = classes_->members(its.representative);
      for (const EqualTerms::Member& other : members)
        splits |= after.representative(its.term) != after.representative(other.term);
      moves |= its.term == its.representative && after.representative(its.term) != its.term;
    }
    for (const EqualTerms::Member& its : after.all()) {
      std::set<Huri> old;
      for (const EqualTerms::Member& other : after.members(its.representative))
        old.insert(classes_->representative(other.term));
      merges |= old.size() > 2;
    }
    counts.merges += merges ? 1 : 0, counts.splits += splits ? 1 : 0, counts.moves += moves ? 1 : 0;
  }

  // From scratch.
  void compute() {
    infer();
    FactBase base;
    for (const Triple& fact : stated_)
      base.add({base.term(view(fact.subject)), base.term(view(fact.predicate)), base.term(view(fact.object))});
    Reference(rules_).infer(base);
    std::vector<std::pair<Huri, Huri>> equalities;
    for (const Fact& fact : base.facts())
      if (fact.graph == 0 && base.text(fact.predicate) == std::string("<") + kOwl + "sameAs>")
        equalities.emplace_back(terms_.huri(base.view(fact.subject)), terms_.huri(base.view(fact.object)));
    classes_ = classes_of(same_as_, equalities);
    rows_ = rows_of(stated_, closure_, *classes_);
    check({});
  }
  TermView view(Huri huri) {
    const auto [place, is_new] = known_.try_emplace(huri);
    if (is_new) place->second = terms_.term(huri);
    return place->second.view();
  }

  void infer() {
    std::vector<TripleRow> rows;
    for (const Triple& fact : stated_) rows.push_back({fact.subject, fact.predicate, fact.object});
    closure_ = stated_;
    inferencer::ImageFacts image;
    image.huri_of = [&](TermView term) { return terms_.huri(term); };
    image.for_each = [&](const inferencer::RowsVisit& visit) { visit(rows); };
    image.terms = &terms_.made();
    image.terms_of = [&](std::span<const Huri> huris) {
      std::vector<Term> all;
      for (const Huri huri : huris) all.push_back(terms_.made().term(huri));
      return all;
    };
    image.add = [&](const Triple& fact) { closure_.insert(fact); };
    inferencer::infer({}, rules_, image);
  }

  std::string text(const Triple& fact) {
    const auto of = [&](Huri term) { return term.is_unbound() ? std::string("?") : terms_.text(term); };
    return fmt::format("{} {} {}", of(fact.subject), of(fact.predicate), of(fact.object));
  }

  const parser::RuleSet& rules_;
  InferredTerms terms_;
  std::mt19937 random_;
  Huri same_as_;
  std::vector<Triple> pool_;
  FactsInMemory stated_, closure_;
  MarkedRows rows_;
  std::shared_ptr<const EqualTerms> classes_;
  std::unique_ptr<inferencer::RuleParts> parts_;
  inferencer::UpkeepState state_;
  std::map<Huri, Term> known_;
};

void print(const std::string& what, const EqualCounts& counts) {
  fmt::print(
      "{}: {} changes, {} computed anew; classes: {} changes, {} merges of three, {} splits, {} "
      "representatives, {} with literals\n",
      what, counts.changes, counts.anew, counts.of_classes, counts.merges, counts.splits, counts.moves,
      counts.with_literals);
  for (const auto& [why, count] : counts.reasons) fmt::print("  {}: {}\n", count, why);
}

TEST(EqualUpkeep, OfRandomOntologiesIsWhatAnInferenceFinds) {
  for (const char* const name : {"rdfs-plus", "owl-rl"}) {
    for (const bool with_trivial : {false, true}) {
      const parser::RuleSet rules = inferencer::rule_set(name, with_trivial);
      EqualCounts counts;
      for (std::uint32_t seed = 1; seed <= (with_trivial ? 5 : 100) * kMoreSeeds; ++seed) {
        SCOPED_TRACE(fmt::format("{}, seed {}", name, seed));
        EqualDatabase database(rules, EqualOntology(seed).make(), seed);
        database.check_facts();
        for (std::uint32_t i = 0; i < 8; ++i) database.change(counts);
        database.check_facts();
        if (HasFailure()) return;
      }
      print(name + std::string(with_trivial ? " with trivial rules" : ""), counts);
      // With rules about datatypes, changes of equalities are given up: literals may be equal to things.
      if (with_trivial || name != std::string("rdfs-plus")) continue;
      EXPECT_LT(counts.anew, counts.changes / 2);
      EXPECT_GT(counts.merges, 0u);
      EXPECT_GT(counts.splits, 0u);
      EXPECT_GT(counts.moves, 0u);
    }
  }
}

Huri named(char letter) {
  return Huri::make(HuriKind::iri, static_cast<std::uint64_t>(letter) << kShardGrainBits);
}
const Huri kSame = named('=');
const Huri kText = Huri::make(HuriKind::string, 7);

// A row as its letters: subject, predicate, object; "t" is a literal.
Triple fact(std::string_view letters) {
  return {named(letters[0]), named(letters[1]), letters[2] == 't' ? kText : named(letters[2])};
}
query::MarkedQuad changed(std::string_view letters, Marks before, Marks after) {
  const Triple its = fact(letters);
  return {{its.subject, its.predicate, its.object, kDefaultGraph}, {before, after}};
}
std::shared_ptr<const EqualTerms> one_class(std::vector<Huri> terms) {
  std::vector<EqualTerms::Member> members;
  for (const Huri its : terms) members.push_back({its, terms.front()});
  return std::make_shared<const EqualTerms>(kSame, std::move(members));
}

// Rows after a change that upkeep has found.
MarkedRows rows_after_change(MarkedRows rows, std::shared_ptr<const EqualTerms>& classes,
                             const inferencer::NetChanges& net, const inferencer::ClosureChanges& changes) {
  MemoryRows closure(rows, View::closure), stated(rows, View::stated);
  inferencer::EqualFacts facts(closure, stated, *classes);
  std::string why;
  const auto found = inferencer::equal_changes(facts, classes, kSame, net, changes, 1000, why);
  if (!found) return {};
  classes = found->classes;
  for (const auto* marked : {&net, &found->marked}) {
    for (const query::MarkedQuad& its : *marked) {
      const Triple row{its.quad.subject, its.quad.predicate, its.quad.object};
      rows[row] = its.marks.after;
      if (its.marks.after == Marks::none) rows.erase(row);
    }
  }
  return rows;
}

// The example of quadstore/equal_terms.hpp.
TEST(EqualUpkeep, TheFirstClassTakesRowsOutOfTheClosure) {
  auto classes = std::make_shared<const EqualTerms>();
  const MarkedRows rows = rows_after_change(
      {{fact("apo"), Marks::both}, {fact("bqa"), Marks::both}}, classes, {changed("b=a", Marks::none, Marks::both)},
      {.added = {fact("bpo"), fact("aqa"), fact("aqb"), fact("bqb"), fact("a=a"), fact("a=b"), fact("b=b")},
       .removed = {},
       .still = {}});
  const MarkedRows expected{{fact("apo"), Marks::both},
                            {fact("bqa"), Marks::stated},
                            {fact("aqa"), Marks::closure},
                            {fact("b=a"), Marks::both},
                            {fact("a=a"), Marks::closure}};
  EXPECT_EQ(rows, expected);
  EXPECT_EQ(*classes, *one_class({named('a'), named('b')}));
  // The row of the stated fact is deleted, and the fact still follows.
  const MarkedRows later = rows_after_change(
      rows, classes, {changed("apo", Marks::both, Marks::none), changed("bpo", Marks::none, Marks::both)},
      {.added = {}, .removed = {}, .still = {fact("apo")}});
  MarkedRows then = expected;
  then[fact("apo")] = Marks::closure, then[fact("bpo")] = Marks::stated;
  EXPECT_EQ(later, then);
}

// Upkeep gives up where literals are equal to things, so no random change has them.
TEST(EqualUpkeep, AClassWithALiteralHasARowForIt) {
  auto classes = std::make_shared<const EqualTerms>();
  const MarkedRows before{{fact("cpt"), Marks::both}, {fact("apo"), Marks::both}};
  const MarkedRows rows = rows_after_change(before, classes, {changed("a=t", Marks::none, Marks::both)},
                                            {.added = {fact("a=a"), fact("cpa")}, .removed = {}, .still = {}});
  const MarkedRows expected{{fact("cpt"), Marks::stated},  {fact("cpa"), Marks::closure},
                            {fact("apo"), Marks::both},    {fact("a=t"), Marks::stated},
                            {fact("a=a"), Marks::closure}, {Triple{kText, kSame, named('a')}, Marks::closure}};
  EXPECT_EQ(rows, expected);
  const MarkedRows after = rows_after_change(rows, classes, {changed("a=t", Marks::stated, Marks::none)},
                                             {.added = {}, .removed = {fact("a=a"), fact("cpa")}, .still = {}});
  EXPECT_EQ(after, before);
  EXPECT_TRUE(classes->empty());
}

TEST(EqualUpkeep, AClassThatLosesItsRepresentativeHasAnother) {
  auto classes = one_class({named('b'), named('a'), named('c')});
  const MarkedRows rows = rows_after_change(
      {{fact("apo"), Marks::stated},
       {fact("bpo"), Marks::closure},
       {fact("b=b"), Marks::closure},
       {fact("a=b"), Marks::both},
       {fact("c=b"), Marks::closure},
       {fact("a=c"), Marks::stated}},
      classes, {changed("a=b", Marks::both, Marks::none)},
      {.added = {}, .removed = {fact("b=a"), fact("b=b"), fact("b=c"), fact("c=b"), fact("bpo")}, .still = {}});
  const MarkedRows expected{{fact("apo"), Marks::both},
                            {fact("a=a"), Marks::closure},
                            {fact("c=a"), Marks::closure},
                            {fact("a=c"), Marks::stated}};
  EXPECT_EQ(rows, expected);
  EXPECT_EQ(*classes, *one_class({named('a'), named('c')}));
}

TEST(EqualFacts, LookUpsOfALargeClassAreNotExpanded) {
  constexpr std::size_t kMembers = 1000;
  std::vector<Huri> terms;
  for (std::uint64_t i = 0; i < kMembers; ++i)
    terms.push_back(Huri::make(HuriKind::iri, (1000 + i) << kShardGrainBits));
  const auto classes = one_class(terms);
  MarkedRows all{{{terms[0], named('p'), terms[0]}, Marks::closure}};
  for (const Huri its : terms) all[{its, kSame, terms[0]}] = Marks::closure;
  MemoryRows rows(all, View::closure), stated(all, View::stated);
  inferencer::EqualFacts facts(rows, stated, *classes);
  EXPECT_TRUE(facts.contains({terms[998], named('p'), terms[999]}));
  EXPECT_TRUE(facts.contains({terms[998], kSame, terms[999]}));
  EXPECT_FALSE(facts.contains({terms[998], kSame, named('p')}));
  std::vector<inferencer::FactStore::Pair> pairs;
  EXPECT_FALSE(facts.pairs_of(terms[500], 512, pairs));
  for (const Huri predicate : {named('p'), kSame}) {
    std::size_t visited = 0;
    EXPECT_FALSE(facts.visit({kUnbound, predicate, kUnbound}, [&](const Triple&) { return ++visited < 10; }));
    EXPECT_EQ(visited, 10u);
  }
  EXPECT_LE(rows.visited, 10u);
}

TEST(EqualUpkeep, ALargeClassThatChangesIsGivenUp) {
  std::vector<Huri> terms{named('z')};
  for (std::uint64_t i = 0; i < 1000; ++i) terms.push_back(Huri::make(HuriKind::iri, (1000 + i) << kShardGrainBits));
  auto classes = one_class(terms);
  MarkedRows all;
  for (const Huri its : terms) all[{its, kSame, terms[0]}] = Marks::closure;
  MemoryRows rows(all, View::closure), stated(all, View::stated);
  inferencer::EqualFacts facts(rows, stated, *classes);
  std::string why;
  EXPECT_FALSE(
      inferencer::equal_changes(facts, classes, kSame, {changed("a=z", Marks::none, Marks::both)}, {}, 500, why));
  EXPECT_EQ(why, "a large class of equal things changes");
}

}  // namespace
}  // namespace quadrille::tests::equal_upkeep_test
