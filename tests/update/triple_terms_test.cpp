// Triple terms in requests of INSERT DATA and DELETE DATA that undo each other: a triple term of a quad always has its
// row in the table of triple terms, so that patterns find it, before and after a restart, a merge and a rebuild.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/update/update_bed.hpp"

namespace quadrille::testing::triple_terms_test {
namespace {

using ::testing::IsEmpty;

using Rows = std::vector<std::string>;

constexpr const char* kData =
    "<a> <p> <b> , <<( <a> <p> <b> )>> . <g> { <a> <p> <<( <b> <p> <<( <a> <p> <b> )>> )>> . }";

// Two queries with the same answer: the first reads the table of triple terms, the second reads the terms of the quads.
constexpr const char* kByPattern = R"(
  SELECT ?g ?s ?p ?a ?b ?c {
    { ?s ?p <<( ?a ?b ?c )>> } UNION { GRAPH ?g { ?s ?p <<( ?a ?b ?c )>> } }
    UNION { ?s ?p <<( ?x ?y <<( ?a ?b ?c )>> )>> } UNION { GRAPH ?g { ?s ?p <<( ?x ?y <<( ?a ?b ?c )>> )>> } } })";
constexpr const char* kByFunctions = R"(
  SELECT ?g ?s ?p (SUBJECT(?t) AS ?a) (PREDICATE(?t) AS ?b) (OBJECT(?t) AS ?c) {
    { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } BIND(?o AS ?t) FILTER isTRIPLE(?t) }
    UNION { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } BIND(OBJECT(?o) AS ?t) FILTER isTRIPLE(?t) } })";

class TripleChanges {
 public:
  TripleChanges() { bed.keep_log(); }

  // Requests as one operation of data, or one after the other as transactions.
  void run(const std::vector<std::string>& texts, bool are_together) {
    if (are_together) {
      std::vector<query::ChangeCounts> counts;
      ASSERT_EQ(bed.update_together(texts, counts), "");
      return;
    }
    for (const std::string& text : texts) ASSERT_EQ(bed.update(text), "");
  }

  void expect_rows() {
    EXPECT_EQ(bed.rows(kByPattern), bed.rows(kByFunctions));
    EXPECT_EQ(bed.contradiction(), "");
    const std::set<NaiveQuad> whole = bed.quads_of_whole_view();
    const std::set<NaiveQuad> all = bed.quads();
    if (pgas::test_job().is_first() && bed.state()->whole) {
      EXPECT_EQ(whole, all);
    }
  }

  // The same quads after a restart, a merge and a rebuild, and their triple terms have rows.
  void expect_kept() {
    const std::set<NaiveQuad> before = bed.quads();
    const auto expect_same = [&](const char* after) {
      SCOPED_TRACE(after);
      EXPECT_EQ(bed.quads(), before);
      expect_rows();
    };
    expect_same("as it is");
    EXPECT_THAT(bed.faults_of_log(), IsEmpty());
    expect_same("after a check");
    bed.start_again();
    expect_same("after a restart");
    bed.open_again(bed.merge());
    expect_same("after a merge");
    bed.open_again(bed.rebuild().manifest);
    expect_same("after a rebuild");
  }

  UpdateBed bed{kData};
};

struct Undone {
  const char* name;
  std::vector<std::string> requests;
};

std::vector<Undone> undone(const std::string& quad) {
  const std::string inserts = "INSERT DATA { " + quad + " }", deletes = "DELETE DATA { " + quad + " }";
  return {{"insert, delete in a request", {inserts + " ; " + deletes}},
          {"delete, insert, delete in a request", {deletes + " ; " + inserts + " ; " + deletes}},
          {"insert, delete in two requests", {inserts, deletes}},
          {"delete, insert, delete in three", {deletes, inserts, deletes}},
          {"beside another change",
           {inserts + " ; " + deletes, "INSERT DATA { <x> <y> <z> }", "DELETE DATA { <x> <y> <z> }"}}};
}

TEST(TripleChanges, ThatChangeNothingInSumLeaveTheTermUsable) {
  const std::vector<std::string> terms = {"<<( <a> <p> <b> )>>", "<<( <a> <p> <new> )>>", "<<( <a> <p> 1 )>>",
                                          "<<( <n> <m> <<( <a> <p> <<( <o> <p> \"x\"@en--ltr )>> )>> )>>"};
  for (const std::string& term : terms) {
    for (const bool are_together : {true, false}) {
      TripleChanges its;
      for (const Undone& each : undone("<r> <of> " + term + " . GRAPH <h> { <r> <of> " + term + " }")) {
        SCOPED_TRACE(fmt::format("{}, {}, {}", term, each.name, are_together ? "together" : "alone"));
        const std::set<NaiveQuad> before = its.bed.quads();
        its.run(each.requests, are_together);
        EXPECT_EQ(its.bed.quads(), before);
        its.expect_rows();
        // A quad with it is there afterwards, in the same state and after a restart.
        for (const bool starts_again : {false, true}) {
          if (starts_again) its.bed.start_again();
          its.run({"INSERT DATA { <s> <of> " + term + " }"}, are_together);
          const Rows found = its.bed.rows("SELECT ?s { ?s <of> ?t . FILTER(?t = " + term + ") }");
          EXPECT_EQ(found.size(), pgas::test_job().is_first() ? 1u : 0u);
          EXPECT_EQ(its.bed.rows("SELECT ?s { ?s <of> " + term + " }"), found);
          its.expect_rows();
          its.run({"DELETE DATA { <s> <of> " + term + " }"}, are_together);
        }
      }
      its.expect_kept();
    }
  }
}

// A request that fails leaves its new terms, but not their rows; a merge keeps such terms.
TEST(TripleChanges, OfAFailedRequestAreUsedAgain) {
  for (const int number : {0, 1, 2, 3}) {
    const bool are_together = number % 2 == 0, merges = number > 1;
    SCOPED_TRACE(fmt::format("{}{}", are_together ? "together" : "alone", merges ? ", after a merge" : ""));
    TripleChanges its;
    const std::string quad = "<r> <of> <<( <a> <new> <<( <newer> <p> 1 )>> )>>";
    EXPECT_NE(its.bed.update("INSERT DATA { " + quad + " } ; ADD <nowhere> TO <g>"), "");
    if (merges) {
      ASSERT_EQ(its.bed.update("INSERT DATA { <x> <y> <z> }"), "");
      its.bed.open_again(its.bed.merge());
    }
    its.expect_rows();
    its.run({"DELETE DATA { " + quad + " }"}, are_together);
    EXPECT_EQ(its.bed.deleted(), 0u);
    its.run({"INSERT DATA { " + quad + " }"}, are_together);
    const Rows found = its.bed.rows("SELECT ?c { <r> <of> <<( ?a ?b <<( ?c ?d ?e )>> )>> }");
    EXPECT_EQ(found.size(), pgas::test_job().is_first() ? 1u : 0u);
    its.expect_kept();
  }
}

// Few terms, so that requests meet each other's quads and triple terms.
class Requests {
 public:
  explicit Requests(std::uint64_t seed) : random_(seed) {}

  std::string next() {
    std::string text;
    for (std::uint64_t operation = 0, end = 1 + below(3); operation < end; ++operation) {
      text += fmt::format("{}{} DATA {{", operation > 0 ? " ; " : "", below(2) > 0 ? "INSERT" : "DELETE");
      for (std::uint64_t quad = 0, quads = below(4); quad < quads; ++quad) {
        const std::string triple = fmt::format("{} <{}> {} .", node(), "pq"[below(2)], object(3));
        text += below(3) == 0 ? fmt::format(" GRAPH <{}> {{ {} }}", "gh"[below(2)], triple) : " " + triple;
      }
      text += " }";
    }
    return text;
  }
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

 private:
  std::string node() { return fmt::format("<{}>", "abcd"[below(4)]); }
  std::string object(int depth) {
    if (depth == 0 || below(4) == 0) return below(2) > 0 ? node() : fmt::format("\"{}\"@en--rtl", below(3));
    return fmt::format("<<( {} <{}> {} )>>", node(), "pq"[below(2)], object(below(2) > 0 ? 0 : depth - 1));
  }

  std::mt19937_64 random_;
};

TEST(TripleChanges, AtRandomAreKept) {
  const std::uint64_t seed = 20261201;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Requests requests(seed);
  TripleChanges its;
  for (int round = 0; round < 3; ++round) {
    for (int batch = 0; batch < 12; ++batch) {
      std::vector<std::string> texts(1 + requests.below(8));
      for (std::string& text : texts) text = requests.next();
      its.run(texts, batch % 3 != 0);
      its.expect_rows();
      if (requests.below(4) == 0) its.bed.start_again();
    }
    its.expect_kept();
  }
}

}  // namespace
}  // namespace quadrille::testing::triple_terms_test
