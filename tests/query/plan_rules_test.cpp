// Each rule of the planner (query/plan/rewrite, query/plan/order): the logical plan of a query with it and without it.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/query.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/test_main.hpp"
#include "query/operators/index_scan.hpp"
#include "query/operators/skip_scan.hpp"
#include "query/plan/logical/plan_text.hpp"
#include "query/plan/logical/translate.hpp"
#include "query/plan/logical/verify.hpp"
#include "query/plan/order/ordered.hpp"
#include "query/plan/physical/placed.hpp"
#include "query/plan/physical/rows_together.hpp"
#include "query/plan/rewrite/rewrite.hpp"
#include "tests/query/query_answer.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing {
namespace {

using query::Rule;
using query::RuleSet;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// 20,000 things with a number, a label of four and one of two kinds; 30 of them know each other in a clique; some are
// rare, some are odd.
std::string data() {
  std::string text = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < 20'000; ++thing) {
    text += fmt::format(":t{0} :n {0} ; :label \"l{1}\" ; a :K{2} .\n", thing, thing % 4, thing % 2);
    if (thing % 700 == 0) text += fmt::format(":t{} a :Rare .\n", thing);
    if (thing % 900 == 0) text += fmt::format(":t{} a :Odd .\n", thing);
  }
  for (int a = 0; a < 30; ++a) {
    for (int b = 0; b < 30; ++b) text += fmt::format(":t{} :knows :t{} .\n", a, b);
  }
  return text;
}

class PlanRules : public ::testing::Test {
 protected:
  PlanRules() : database_("plan_rules") { database_.build(data()); }

  struct Made {
    std::string rewritten, ordered;
    query::RuleLog fired;
  };

  Made plan(const std::string& body, const query::OperatorChoices& choices = {}) {
    return plan(body, choices, database_.served().snapshot());
  }

  // Verified after each step.
  Made plan(const std::string& body, query::OperatorChoices choices, const Snapshot& snapshot) {
    pgas::Team& team = pgas::test_job().team();
    const auto& served = database_.served();
    const parser::Query query = parser::parse_query("PREFIX : <http://e/>\n" + body);
    pgas::QueryArena arena(team.heap(), 64 << 20);
    query::QueryDictionary terms(team, arena, served.dictionary(), {});
    const query::GraphView data = query::GraphView::all(snapshot);
    query::RowCounts counts(team, data);
    query::PlannerOptions options;
    options.team_size = team.size();
    choices.verifies = true;
    options.choices = choices;
    Made made;
    do {
      query::Planning planning(data, counts, terms, query.variables, query.dataset, options);
      auto tree = query::translate(planning, *query.where, {planning.default_scope, nullptr, {}});
      query::verify_step(planning, *tree, query::PlanStage::translated, "translate");
      query::rewrite(planning, tree);
      auto ordered = query::ordered(planning, *tree, query::set_of(query.projection));
      query::verify_step(planning, *ordered, query::PlanStage::ordered, "join order");
      if (!choices.off.has(Rule::rows_together)) query::rows_together(planning, *ordered);
      query::verify_step(planning, *ordered, query::PlanStage::ordered, "rows-together");
      query::placed(planning, *ordered);
      const query::PlanWords words(planning.variables, query.prefixes, terms);
      made = {to_text(*tree, words), to_text(*ordered, words), planning.fired};
    } while (counts.learn());
    return made;
  }

  std::vector<std::string> answer(const std::string& body, const query::OperatorChoices& choices = {}) {
    const auto& served = database_.served();
    return testing::answer(pgas::test_job().team(), served.snapshot(), served.dictionary(),
                           "PREFIX : <http://e/>\n" + body, 0, 1, nullptr, choices);
  }

  // Expects that the rule fires once switched on, and not when it is off.
  std::pair<Made, Made> with_and_without(Rule rule, const std::string& body) {
    std::pair<Made, Made> both{plan(body), plan(body, {.off = RuleSet::only(rule)})};
    EXPECT_GT(both.first.fired.times(rule), 0u) << name(rule) << "\n" << both.first.ordered;
    EXPECT_EQ(both.second.fired.times(rule), 0u) << name(rule) << "\n" << both.second.ordered;
    return both;
  }

  TestDatabase database_;
};

TEST_F(PlanRules, DecorrelateExists) {
  const auto [with, without] =
      with_and_without(Rule::decorrelate_exists, "SELECT ?x { ?x :n ?n FILTER NOT EXISTS { ?x :knows ?y } }");
  EXPECT_EQ(with.rewritten,
            "Project  ?x\n"
            "  Join anti\n"
            "    Group\n"
            "      pattern  ?x :n ?n\n"
            "    Group\n"
            "      pattern  ?x :knows ?y\n");
  EXPECT_THAT(without.rewritten, AllOf(HasSubstr("DependentJoin  ?x"), HasSubstr("DependentScan  ?x")));
}

TEST_F(PlanRules, AnExistsThatMustSeeOuterRowsKeepsThem) {
  const Made made = plan("SELECT ?x { ?x :n ?n FILTER EXISTS { ?x :knows ?y BIND(?n + 1 AS ?m) FILTER(?m > 3) } }");
  EXPECT_THAT(made.rewritten, HasSubstr("DependentJoin"));
  EXPECT_EQ(made.fired.times(Rule::decorrelate_exists), 0u);
}

TEST_F(PlanRules, FoldConstants) {
  const auto [with, without] =
      with_and_without(Rule::fold_constants, "SELECT ?x { ?x :n ?n FILTER(1 < 2) FILTER(?n > 3) }");
  EXPECT_EQ(with.rewritten,
            "Project  ?x\n"
            "  Group  where ?n > 3\n"
            "    pattern  ?x :n ?n  ranges of ?n\n");
  EXPECT_THAT(without.rewritten, HasSubstr("1 < 2"));
  EXPECT_THAT(plan("SELECT ?x { ?x :n ?n FILTER(STRLEN(\"abc\") = 4) }").rewritten, HasSubstr("Nothing  ?x ?n"));
  EXPECT_THAT(plan("SELECT ?x { ?x :n ?n FILTER(RAND() < 2) }").rewritten, HasSubstr("RAND() < 2"));
  EXPECT_THAT(plan("SELECT ?b { GRAPH ?g { GRAPH ?b { } FILTER(1 > 2) } }").rewritten, HasSubstr("Nothing  ?b"));
}

TEST_F(PlanRules, PushConditions) {
  const auto [with, without] = with_and_without(
      Rule::push_conditions,
      "SELECT ?x ?l { { ?x :n ?n } UNION { ?x :label ?n } OPTIONAL { ?x :label ?l } FILTER(?x != :t1) }");
  EXPECT_EQ(with.rewritten,
            "Project  ?x ?l\n"
            "  Group\n"
            "    Join left\n"
            "      Union\n"
            "        Group  where ?x != :t1\n"
            "          pattern  ?x :n ?n\n"
            "        Group  where ?x != :t1\n"
            "          pattern  ?x :label ?n\n"
            "      Group\n"
            "        pattern  ?x :label ?l\n");
  EXPECT_THAT(without.rewritten, HasSubstr("  Group  where ?x != :t1\n    Join left\n"));
}

TEST_F(PlanRules, AConditionStaysAboveWhatDoesNotBindItsVariables) {
  EXPECT_THAT(plan("SELECT ?x { ?x :n ?n OPTIONAL { ?x :label ?l } FILTER(?l = \"l1\") }").rewritten,
              HasSubstr("  Group  where ?l = \"l1\"\n    Join left\n"));
  EXPECT_THAT(plan("SELECT ?x { { SELECT ?x { ?x :n ?n } LIMIT 3 } FILTER(?x != :t1) }").rewritten,
              HasSubstr("  Group\n    Filter  where ?x != :t1\n      Slice  limit 3\n"));
  EXPECT_THAT(plan("SELECT * { { SELECT ?x (COUNT(*) AS ?c) { ?x :n ?n } GROUP BY ?x } FILTER(?c > 1) }").rewritten,
              HasSubstr("Group  where ?c > 1\n"));
  // ?n is not in scope outside of the subquery: the condition is an error for every row, and may not go inside.
  EXPECT_THAT(plan("SELECT * { { SELECT ?x (COUNT(*) AS ?c) { ?x :n ?n } GROUP BY ?x } FILTER(?n > 1) }").rewritten,
              AllOf(HasSubstr("Group  where ?n > 1\n"), Not(HasSubstr("ranges"))));
}

TEST_F(PlanRules, MergeEqualVariables) {
  const auto [with, without] =
      with_and_without(Rule::merge_equal_variables, "SELECT ?x ?y { ?x :n ?n . ?y :knows ?z FILTER(?x = ?y) }");
  EXPECT_EQ(with.rewritten,
            "Project  ?x ?y\n"
            "  Group  ?y is ?x\n"
            "    pattern  ?x :n ?n\n"
            "    pattern  ?x :knows ?z\n");
  EXPECT_THAT(without.ordered, HasSubstr("KeyColumn  ?x"));
  EXPECT_EQ(plan("SELECT * { ?x :n ?a . ?y :n ?b FILTER(?a = ?b) }").fired.times(Rule::merge_equal_variables), 0u)
      << "1 equals 1.0, which is another term";
}

TEST_F(PlanRules, RangesFromConditions) {
  const auto [with, without] =
      with_and_without(Rule::ranges_from_conditions, "SELECT ?x { ?x :n ?n FILTER(?n > 1990 && ?n < 1995) }");
  EXPECT_THAT(with.rewritten, HasSubstr("pattern  ?x :n ?n  ranges of ?n\n"));
  EXPECT_THAT(without.rewritten, Not(HasSubstr("ranges")));
}

TEST_F(PlanRules, CountsFromIndex) {
  const auto [with, without] =
      with_and_without(Rule::counts_from_index, "SELECT ?k (COUNT(*) AS ?n) { ?x a ?k } GROUP BY ?k");
  EXPECT_THAT(with.rewritten, HasSubstr("SkipScan  ?k  counts\n"));
  EXPECT_THAT(without.rewritten, HasSubstr("pattern  ?x rdf:type ?k\n"));
  EXPECT_THAT(plan("SELECT DISTINCT ?k { ?x a ?k }").rewritten, HasSubstr("  SkipScan  ?k\n"));
  EXPECT_THAT(plan("SELECT DISTINCT ?k { ?x a ?k FILTER(?x != :t1) }").rewritten, Not(HasSubstr("SkipScan")));
}

TEST_F(PlanRules, TopRows) {
  const auto [with, without] =
      with_and_without(Rule::top_rows, "SELECT ?x { ?x :n ?n } ORDER BY DESC(?n) OFFSET 2 LIMIT 3");
  EXPECT_THAT(with.rewritten, HasSubstr("Sort  by DESC(?n)  first 5\n"));
  EXPECT_THAT(without.rewritten, AllOf(HasSubstr("Sort  by DESC(?n)\n"), HasSubstr("Slice  offset 2  limit 3\n")));
}

TEST_F(PlanRules, BindJoin) {
  const auto [with, without] =
      with_and_without(Rule::bind_join, "SELECT ?x ?l { ?x :n 7 OPTIONAL { ?x :label ?l . ?x a ?k } }");
  EXPECT_THAT(with.ordered, AllOf(HasSubstr("BindJoin left\n"), HasSubstr("BindJoinValues  ?x\n")));
  EXPECT_THAT(without.ordered, Not(HasSubstr("BindJoinValues")));
}

TEST_F(PlanRules, LateTable) {
  const auto [with, without] = with_and_without(
      Rule::late_table, "SELECT ?x ?l { ?x :n 7 { ?x :label ?l OPTIONAL { ?x a ?k } } UNION { ?x :knows ?l } }");
  EXPECT_THAT(with.ordered, HasSubstr("BindJoinValues  ?x\n"));
  EXPECT_THAT(without.ordered, Not(HasSubstr("BindJoinValues")));
}

TEST_F(PlanRules, MultiwayJoin) {
  const std::string triangle = "SELECT ?a { ?a :knows ?b . ?b :knows ?c . ?c :knows ?a }";
  const Made always = plan(triangle, {.always = RuleSet::only(Rule::multiway_join)});
  EXPECT_THAT(always.ordered, HasSubstr("MultiwayJoin  ?a ?b ?c\n"));
  EXPECT_GT(always.fired.times(Rule::multiway_join), 0u);
  const Made off =
      plan(triangle, {.off = RuleSet::only(Rule::multiway_join), .always = RuleSet::only(Rule::multiway_join)});
  EXPECT_THAT(off.ordered, Not(HasSubstr("MultiwayJoin")));
}

// The rare and the odd things are few, those that have a label in common with one of them are many.
TEST_F(PlanRules, BushyJoins) {
  const std::string body = "SELECT ?a ?b { ?a a :Rare ; :label ?l . ?b a :Odd ; :label ?l }";
  const auto [with, without] = with_and_without(Rule::bushy_joins, body);
  EXPECT_EQ(with.ordered,
            "Project  ?a ?b\n"
            "  Join inner\n"
            "    IndexJoin inner  ?a :label ?l\n"
            "      Scan  ?a rdf:type :Rare\n"
            "    IndexJoin inner  ?b :label ?l\n"
            "      Scan  ?b rdf:type :Odd\n");
  const auto found = answer(body);  // on the first image
  EXPECT_EQ(found.size(), pgas::test_job().is_first() ? 29u * 23 : 0);
  EXPECT_EQ(found, answer(body, {.off = RuleSet::only(Rule::bushy_joins)}));
}

TEST_F(PlanRules, RowsTogether) {
  const auto [with, without] =
      with_and_without(Rule::rows_together, "SELECT ?l (COUNT(DISTINCT ?x) AS ?n) { ?x :label ?l } GROUP BY ?l");
  EXPECT_THAT(with.ordered, HasSubstr("    Scan  ?x :label ?l  together ?l  together ?l ?x\n"));
  EXPECT_THAT(without.ordered, HasSubstr("    Scan  ?x :label ?l\n"));
}

// In two groups of images, which read their own shards alone.
TEST_F(PlanRules, SemiJoin) {
  if (pgas::test_job().team().size() == 1) GTEST_SKIP() << "one image has all shards";
  const std::string body = "SELECT ?x { ?x :n ?n FILTER EXISTS { ?x a :K1 } }";
  const Snapshot own(database_.own_shards());
  const auto semi_join = RuleSet::only(Rule::semi_join);
  const Made with = plan(body, {.always = semi_join}, own), without = plan(body, {.off = semi_join}, own);
  EXPECT_THAT(with.ordered, HasSubstr("SemiJoin semi  ?x rdf:type :K1\n"));
  EXPECT_THAT(without.ordered, HasSubstr("Join semi\n"));
  EXPECT_EQ(without.fired.times(Rule::semi_join), 0u);
}

// The columns, distribution and order of scans; those of other operators are in operator_schemas_test.cpp.
TEST_F(PlanRules, ScansAreDistributedByTheColumnThatFixesTheShard) {
  constexpr query::VariableId kX = 0, kY = 1, kCount = 2;
  using Variables = std::vector<query::VariableId>;
  const Variables outputs{kX, kY};
  const auto& served = database_.served();
  pgas::Team& team = pgas::test_job().team();
  pgas::QueryArena arena(team.heap(), 64 << 20);
  query::QueryDictionary terms(team, arena, served.dictionary(), {});
  const auto term = [&](const char* iri) { return query::Slot::of(terms.find(TermView::iri(iri))); };
  const auto schemas = [&](const query::QuadPattern& pattern, Permutation permutation) {
    for (const query::AccessPath& path : query::access_paths(pattern, {}, outputs)) {
      if (path.permutation != permutation) continue;
      const query::GraphView data = query::GraphView::all(served.snapshot());
      return std::pair(query::IndexScan::schema_of(data, path), query::SkipScan::schema_of(data, path, kCount));
    }
    throw std::logic_error("no such path");
  };
  const query::QuadPattern numbers{{query::Slot::of(kX), term("http://e/n"), query::Slot::of(kY)}, {}};
  for (const auto& [permutation, order] :
       {std::pair(Permutation::pso, Variables{kX, kY}), {Permutation::pos, {kY, kX}}}) {
    const auto [scan, skip] = schemas(numbers, permutation);
    EXPECT_EQ(scan.distribution, query::Distribution::by(order.front()));
    EXPECT_EQ(scan.sorted_by, order);
    EXPECT_EQ(skip.distribution, scan.distribution);
    EXPECT_EQ(skip.sorted_by, Variables{}) << "in the order of the index";
    EXPECT_EQ(skip.columns.back().variable, kCount);
  }
  const query::QuadPattern of_one{{term("http://e/t7"), query::Slot::of(kX), query::Slot::of(kY)}, {}};
  const auto [scan, skip] = schemas(of_one, Permutation::spo);
  EXPECT_EQ(scan.distribution, query::Distribution::anyhow()) << "one shard";
  EXPECT_EQ(scan.sorted_by, outputs);
  EXPECT_EQ(skip.sorted_by, Variables{});
}

TEST_F(PlanRules, EachHasItsOwnName) {
  std::set<std::string_view> names;
  for (std::size_t rule = 0; rule < query::kRules; ++rule) names.insert(name(static_cast<Rule>(rule)));
  EXPECT_EQ(names.size(), query::kRules);
  EXPECT_FALSE(names.contains(""));
}

}  // namespace
}  // namespace quadrille::testing
