// Each kind of operation, on all images, and its result; random sequences against a set of quads.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "tests/query/query_file.hpp"
#include "tests/update/update_bed.hpp"

namespace quadrille::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kData = R"(
<a> <p> <b> .  <b> <p> <c> .  <a> <name> "A" .  <b> <name> "B" .
<g> { <a> <p> <d> .  <d> <p> <d> . }
<h> { <a> <q> 1 . }
)";

// Checks that the engine's quads equal those of the naive dataset.
class RunOperation : public ::testing::Test {
 protected:
  RunOperation() : bed_(kData) { naive_.quads = bed_.quads(); }

  // On both.
  void update(const std::string& text) {
    for (const auto& operation : parser::parse_update(text, kTestBase).operations) {
      const std::string error = bed_.run(operation);
      EXPECT_EQ(error.empty(), is_first() ? naive_.apply(operation) : error.empty()) << error << " in " << text;
      const auto quads = bed_.quads();
      if (is_first()) {
        EXPECT_EQ(quads, naive_.quads) << text;
      }
    }
  }
  // PUT, on both.
  void replace(const parser::GraphTarget& target, const std::set<NaiveQuad>& quads, int documents = 1) {
    const auto before = naive_.quads;
    EXPECT_EQ(bed_.replace(target, {quads.begin(), quads.end()}, documents), "");
    naive_.replace(target, quads);
    expect_same();
    if (!is_first()) return;
    const auto missing = [](const std::set<NaiveQuad>& from, const std::set<NaiveQuad>& in) {
      return static_cast<std::uint64_t>(
          std::count_if(from.begin(), from.end(), [&](const NaiveQuad& quad) { return !in.contains(quad); }));
    };
    EXPECT_EQ(bed_.inserted(), missing(naive_.quads, before));
    EXPECT_EQ(bed_.deleted(), missing(before, naive_.quads));
  }
  void expect_same() {
    const auto quads = bed_.quads();
    if (is_first()) {
      EXPECT_EQ(quads, naive_.quads);
    }
    EXPECT_EQ(bed_.contradiction(), "");
  }
  // The rows of a query on the first member, and nothing to complain of on the others.
  template <class Matcher>
  void expect_rows(const std::string& query, const Matcher& matcher) {
    const auto rows = bed_.rows(query);
    if (is_first()) {
      EXPECT_THAT(rows, matcher) << query;
    }
  }
  bool is_first() const { return pgas::test_job().is_first(); }

  UpdateBed bed_;
  NaiveDataset naive_;
};

TEST_F(RunOperation, InsertDataAddsWhatIsNotThere) {
  update("INSERT DATA { <a> <p> <b> , <new> ; <name> \"x\"@en , 1.50 . GRAPH <g> { <a> <p> <b> . <n> <n> <n> } }");
  EXPECT_EQ(bed_.inserted(), 5u);
  update("INSERT DATA { <a> <p> <new> . GRAPH <fresh> { <a> <p> <b> } }");
  EXPECT_EQ(bed_.inserted(), 1u);
}

TEST_F(RunOperation, DeleteDataRemovesWhatIsThere) {
  update(
      "DELETE DATA { <a> <p> <b> . <a> <p> <nobody> . GRAPH <g> { <a> <p> <d> . <a> <p> <b> } GRAPH <x> { <a> <p> <b> "
      "} }");
  EXPECT_EQ(bed_.deleted(), 2u);
  EXPECT_EQ(bed_.inserted(), 0u);
}

TEST_F(RunOperation, WhatAnUpdateHasBorneIsFoundByTheNext) {
  update("INSERT DATA { <new> <p> \"text\" } ; INSERT { ?s <copied> ?o } WHERE { ?s <p> ?o . ?s <p> \"text\" }");
  expect_rows("SELECT ?o { <new> <copied> ?o }", ElementsAre("\"text\""));
  update("DELETE WHERE { <new> ?p ?o }");
  expect_rows("SELECT ?p { <new> ?p ?o }", IsEmpty());
}

TEST_F(RunOperation, ModifyEvaluatesBeforeItChanges) {
  update("DELETE { ?x <p> ?y } INSERT { ?y <p> ?x } WHERE { ?x <p> ?y }");
  expect_rows("SELECT ?x ?y { ?x <p> ?y }", ElementsAre("<http://test.example/b>\t<http://test.example/a>",
                                                        "<http://test.example/c>\t<http://test.example/b>"));
}

TEST_F(RunOperation, WhatIsDeletedAndInsertedStays) {
  update("DELETE { ?x ?p ?y } INSERT { ?x ?p ?y } WHERE { ?x ?p ?y }");
  EXPECT_EQ(bed_.deleted() + bed_.inserted(), 0u);
}

TEST_F(RunOperation, WithIsTheDefaultGraphOfTemplatesAndPattern) {
  update("WITH <g> DELETE { ?x <p> ?y } INSERT { ?x <r> ?y . GRAPH <h> { ?x <s> ?y } } WHERE { ?x <p> ?y }");
  update("WITH <h> INSERT { ?x <t> ?y } WHERE { ?x <q> ?n . GRAPH ?g { ?x <r> ?y } }");
  update("WITH <new> INSERT { <a> <b> <c> } WHERE {}");
}

TEST_F(RunOperation, UsingIsTheDatasetOfThePatternAlone) {
  update("WITH <h> INSERT { ?x <t> ?y } USING <g> WHERE { ?x <p> ?y }");
  update("INSERT { ?x <u> ?y } USING <h> USING NAMED <g> WHERE { ?x <q> ?n . GRAPH ?g { ?x <p> ?y } }");
  update("INSERT { ?x <v> ?y } USING NAMED <g> WHERE { ?x <p> ?y }");
}

TEST_F(RunOperation, IllFormedQuadsAreLeftOut) {
  update(
      "INSERT { ?o <p> ?s . ?s ?o ?s . ?s <ok> ?nobody . GRAPH ?o { ?s <p> ?o } ?s <fine> ?o } "
      "WHERE { ?s <name> ?o }");
  EXPECT_EQ(bed_.inserted(), 2u);
}

TEST_F(RunOperation, TermsOfExpressionsAreStored) {
  EXPECT_EQ(bed_.update("INSERT { ?s <label> ?l ; <again> ?known ; <iri> ?i } "
                        "WHERE { ?s <name> ?n BIND(CONCAT(?n, \"-new\") AS ?l) BIND(STR(?n) AS ?known) "
                        "BIND(IRI(CONCAT(\"i\", ?n)) AS ?i) }"),
            "");
  expect_rows("SELECT ?s ?l { ?s <label> ?l ; <again> ?n ; <name> ?n ; <iri> ?i }",
              ElementsAre("<http://test.example/a>\t\"A-new\"", "<http://test.example/b>\t\"B-new\""));
  EXPECT_EQ(bed_.update("DELETE { ?s <label> ?l } WHERE { ?s <name> ?n BIND(CONCAT(?n, \"-new\") AS ?l) }"), "");
  EXPECT_EQ(bed_.deleted(), 2u);
  EXPECT_EQ(bed_.update("DELETE { ?s <name> ?l } WHERE { ?s <name> ?n BIND(CONCAT(?n, \"-never\") AS ?l) }"), "");
  EXPECT_EQ(bed_.deleted(), 0u);
}

TEST_F(RunOperation, LabelsOfDataAreOneBlankNode) {
  EXPECT_EQ(bed_.update("INSERT DATA { _:x <in> <a> . GRAPH <g> { _:x <in> <b> . _:y <in> _:x } }"), "");
  expect_rows("SELECT (COUNT(DISTINCT ?x) AS ?n) { { ?x <in> ?y } UNION { GRAPH ?g { ?x <in> ?y } } }",
              ElementsAre("2"));
  expect_rows("SELECT ?g { ?x <in> <a> . GRAPH ?g { ?x <in> <b> . ?y <in> ?x } }",
              ElementsAre("<http://test.example/g>"));
  EXPECT_EQ(bed_.update("INSERT DATA { _:x <in> <a> }"), "");
  expect_rows("SELECT (COUNT(?x) AS ?n) { ?x <in> <a> }", ElementsAre("2"));
}

TEST_F(RunOperation, BlankNodesOfATemplateAreNewForEachSolution) {
  EXPECT_EQ(bed_.update("INSERT { _:x <of> ?s ; <name> ?n . GRAPH <g> { _:x <of> ?s } } WHERE { ?s <name> ?n }"), "");
  expect_rows("SELECT (COUNT(DISTINCT ?x) AS ?n) { ?x <of> ?s }", ElementsAre("2"));
  expect_rows("SELECT ?n { ?x <of> ?s ; <name> ?n . GRAPH <g> { ?x <of> ?s } ?s <name> ?n }",
              ElementsAre("\"A\"", "\"B\""));
}

TEST_F(RunOperation, BnodeOfAnExpressionIsOneNodeWhereverItStands) {
  EXPECT_EQ(bed_.update("INSERT { ?b <of> ?s . GRAPH <g> { ?s <has> ?b } } WHERE { ?s <name> ?n BIND(BNODE() AS ?b) }"),
            "");
  expect_rows("SELECT ?n { ?b <of> ?s . GRAPH <g> { ?s <has> ?b } ?s <name> ?n FILTER isBlank(?b) }",
              ElementsAre("\"A\"", "\"B\""));
  expect_rows("SELECT (COUNT(DISTINCT ?b) AS ?n) { ?b <of> ?s }", ElementsAre("2"));
}

TEST_F(RunOperation, ClearAndDropEmptyGraphs) {
  update("CLEAR GRAPH <g>");
  update("DROP GRAPH <nobody> ; CLEAR DEFAULT");
  update("INSERT DATA { <a> <p> <b> GRAPH <g> { <a> <p> <b> } } ; DROP NAMED");
  update("INSERT DATA { GRAPH <g> { <a> <p> <b> } } ; CLEAR ALL");
  expect_rows("SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }", IsEmpty());
}

TEST_F(RunOperation, CreateFailsWhereThereIsOne) {
  update("CREATE GRAPH <fresh>");
  update("CREATE SILENT GRAPH <g>");
  update("CREATE GRAPH <g>");
  EXPECT_THAT(bed_.update("CREATE GRAPH <g>"), HasSubstr("already exists"));
}

TEST_F(RunOperation, AddMoveCopyTakeWholeGraphs) {
  update("ADD <g> TO <h> ; ADD DEFAULT TO <h> ; ADD <h> TO DEFAULT ; ADD <g> TO <fresh>");
  update("COPY <g> TO DEFAULT ; COPY DEFAULT TO <other> ; COPY <g> TO <g>");
  update("MOVE <g> TO <h> ; MOVE DEFAULT TO <moved> ; MOVE <moved> TO <moved> ; MOVE <h> TO <moved>");
}

TEST_F(RunOperation, WhatIsNotThereCannotBeMoved) {
  update("MOVE <nobody> TO <g>");
  update("COPY SILENT <nobody> TO DEFAULT");
  EXPECT_THAT(bed_.update("ADD <nobody> TO <g>"), HasSubstr("the graph <http://test.example/nobody> does not exist"));
}

// A document of this many triples with one blank node; then it ends, or fails.
class Document final : public query::QuadSource {
 public:
  Document(int triples, bool fails) : left_(triples), fails_(fails) {}
  bool read(const Take& take) override {
    for (int i = 0; i < 7 && left_ > 0; ++i, --left_) {
      const std::string number = std::to_string(left_);
      take({TermView::blank("x"), TermView::iri("http://test.example/number"),
            TermView::literal(number, "http://www.w3.org/2001/XMLSchema#integer"), std::nullopt});
    }
    if (left_ == 0 && fails_) fail(ErrorKind::syntax, "a bad line");
    return left_ > 0;
  }

 private:
  int left_;
  const bool fails_;
};

query::UpdateOptions loading(bool fails) {
  query::UpdateOptions options;
  options.load.allowed_prefixes = {"http://allowed.example/"};
  options.load.open = [fails](const std::string&) { return std::make_unique<Document>(100, fails); };
  return options;
}

TEST_F(RunOperation, LoadBringsADocument) {
  EXPECT_EQ(bed_.update("LOAD <http://allowed.example/x> INTO GRAPH <loaded>", loading(false)), "");
  EXPECT_EQ(bed_.inserted(), 100u);
  expect_rows("SELECT (COUNT(*) AS ?n) (COUNT(DISTINCT ?x) AS ?x1) { GRAPH <loaded> { ?x <number> ?y } }",
              ElementsAre("100\t1"));
}

TEST_F(RunOperation, LoadThatFailsLeavesNothing) {
  EXPECT_THAT(bed_.update("LOAD <http://allowed.example/x>", loading(true)), HasSubstr("a bad line"));
  EXPECT_THAT(bed_.update("LOAD <http://elsewhere.example/x>", loading(false)), HasSubstr("--allow-load"));
  EXPECT_EQ(bed_.update("LOAD SILENT <http://allowed.example/x>", loading(true)), "");
  update("INSERT DATA {}");
}

NaiveQuad quad(const std::string& subject, const std::string& object, const std::string& graph = "") {
  const auto iri = [](const std::string& name) { return "<http://test.example/" + name + ">"; };
  return {iri(subject), iri("p"), iri(object), graph.empty() ? "" : iri(graph)};
}

parser::GraphTarget named(const std::string& name) {
  return {parser::GraphTargetKind::graph, "http://test.example/" + name};
}

constexpr auto kInDefault = parser::GraphTargetKind::default_graph;
constexpr auto kAll = parser::GraphTargetKind::all;

TEST_F(RunOperation, ReplacingAGraphChangesWhatDiffers) {
  replace(named("g"), {quad("a", "d", "g"), quad("d", "d", "g"), quad("d", "new", "g")});
  EXPECT_EQ(bed_.inserted(), 1u);
  EXPECT_EQ(bed_.deleted(), 0u);
  replace(named("g"), {quad("a", "d", "g"), quad("d", "new", "g")}, 2);
  EXPECT_EQ(bed_.deleted(), 1u);
  const auto version = bed_.state()->snapshot.version();
  replace(named("g"), {quad("a", "d", "g"), quad("d", "new", "g")});
  EXPECT_EQ(bed_.state()->snapshot.version(), version);
}

TEST_F(RunOperation, ReplacingByOtherQuadsIsCountedByWhatDiffers) {
  replace({kInDefault, {}}, {quad("x", "y"), quad("a", "b")});
  EXPECT_EQ(bed_.inserted(), 1u);
  EXPECT_EQ(bed_.deleted(), 3u);
  replace(named("new"), {quad("x", "y", "new")});
  replace({kInDefault, {}}, {});
  replace({kAll, {}}, {quad("x", "y"), quad("a", "d", "g"), quad("x", "z", "other")}, 3);
  replace({kAll, {}}, {quad("u", "v"), quad("u", "v", "g")});
  replace({kAll, {}}, {});
  replace(named("g"), {quad("a", "d", "g")});
  replace(named("g"), {quad("u", "v", "g"), quad("u", "w", "g")});
}

TEST_F(RunOperation, AfterClearingEverythingIsAsInAnEmptyDatabase) {
  update("CLEAR DEFAULT");
  EXPECT_EQ(bed_.contradiction(), "");
  update("INSERT DATA { <a> <p> <b> , <new> } ; DELETE DATA { <a> <p> <b> } ; INSERT DATA { <a> <p> <b> }");
  update("CLEAR NAMED ; INSERT DATA { GRAPH <g> { <a> <p> <d> . <x> <p> <y> } }");
  expect_rows("SELECT ?x { ?x <p> <b> }", ElementsAre("<http://test.example/a>"));
  expect_rows("SELECT ?g ?o { GRAPH ?g { <a> <p> ?o } }",
              ElementsAre("<http://test.example/g>\t<http://test.example/d>"));
  expect_same();
  update("CLEAR ALL");
  EXPECT_EQ(bed_.deleted(), 4u);
  update("CLEAR ALL");
  EXPECT_EQ(bed_.deleted(), 0u);
  expect_same();
}

// BNODE() within a triple term is the node that it is elsewhere in the solution; a triple term is no subject.
TEST_F(RunOperation, BlankNodesOfTripleTermsAreNewForEachSolution) {
  EXPECT_EQ(bed_.update("INSERT { ?s <of> <<( _:b <p> <<( ?s <q> _:b )>> )>> . _:b <is> ?s } WHERE { ?s <p> ?o }"), "");
  expect_rows("SELECT ?s ?t { ?s <of> <<( ?b <p> <<( ?s <q> ?b )>> )>> . ?b <is> ?t }",
              ElementsAre("<http://test.example/a>\t<http://test.example/a>",
                          "<http://test.example/b>\t<http://test.example/b>"));
  EXPECT_EQ(bed_.update("INSERT { ?t <p> ?s } WHERE { ?s <of> ?t }"), "");
  EXPECT_EQ(bed_.inserted(), 0u);
}

// A triple term stays when all quads that have it are gone, and is found when one comes again.
TEST_F(RunOperation, TripleTermsOutliveTheGraphsThatHaveThem) {
  const std::string term = "<<( <a> <p> <<( <b> <p> 1 )>> )>>";
  const std::string insert = "INSERT DATA { <r> <of> " + term + " . GRAPH <g> { <r> <of> " + term + " } }";
  for (const char* clear : {"CLEAR ALL", "CLEAR DEFAULT", "CLEAR NAMED", "CLEAR GRAPH <g>", "CLEAR ALL"}) {
    EXPECT_EQ(bed_.update(insert + " ; " + clear), "");
    EXPECT_EQ(bed_.update(insert), "");
    EXPECT_EQ(bed_.contradiction(), "");
    expect_rows("SELECT ?x ?y { ?r <of> <<( ?x ?p <<( ?y <p> ?z )>> )>> }",
                ElementsAre("<http://test.example/a>\t<http://test.example/b>"));
  }
}

// A thousand quads and more, which go other ways than a few: sorted by radix, logged as blocks.
TEST_F(RunOperation, LargeGraphsComeAndGo) {
  const auto many = [](const std::string& graph, int from, int to) {
    std::set<NaiveQuad> quads;
    for (int i = from; i < to; ++i) quads.insert(quad(fmt::format("s{}", i % 700), fmt::format("o{}", i), graph));
    return quads;
  };
  bed_.keep_log();
  replace({kInDefault, {}}, many("", 0, 3000));
  replace(named("g"), many("g", 0, 5000));
  replace({kInDefault, {}}, many("", 10, 3010));
  replace(named("h"), many("h", 0, 2000));
  update("CLEAR GRAPH <g>");
  EXPECT_EQ(bed_.deleted(), 5000u);
  replace(named("g"), many("g", 4000, 7000));
  replace(named("g"), many("g", 6000, 9000));
  bed_.start_again();
  expect_same();
  replace({kAll, {}}, many("g", 0, 2500));
  update("DROP GRAPH <g>");
  bed_.start_again();
  expect_same();
}

// Graphs of the base are hidden when they are cleared, small ones deleted quad by quad. The naive dataset always does
// the latter.
TEST_F(RunOperation, GraphsOfTheBaseAreClearedAmongOthers) {
  const auto some = [](const std::string& graph, int from, int to) {
    std::set<NaiveQuad> quads;
    for (int i = from; i < to; ++i) quads.insert(quad(fmt::format("s{}", i % 90), fmt::format("o{}", i % 401), graph));
    return quads;
  };
  const auto expect_hidden = [&](std::size_t graphs) {
    EXPECT_EQ(bed_.state()->snapshot.hidden_graphs().size(), graphs);
    EXPECT_EQ(bed_.contradiction(), "");
    expect_same();
  };
  for (const char* graph : {"g0", "g1", "g2"}) replace(named(graph), some(graph, 0, 400));
  bed_.open_again(bed_.merge());
  const query::DatasetStatePtr before = bed_.state();
  const auto quads_before = bed_.quads();
  bed_.keep_log();
  update("CLEAR GRAPH <g0>");
  EXPECT_EQ(bed_.deleted(), 400u);
  expect_hidden(1);
  EXPECT_EQ(bed_.quads(*before), quads_before) << "who reads the version before still has it";
  update("CLEAR GRAPH <h>");  // of one quad
  expect_hidden(1);
  update("INSERT DATA { GRAPH <g0> { <s5> <p> <o5> . <s5> <p> <o6> } } ; DELETE DATA { GRAPH <g0> { <s5> <p> <o6> } }");
  expect_rows("SELECT ?g { GRAPH ?g { <s5> <p> <o5> } }",
              ElementsAre("<http://test.example/g0>", "<http://test.example/g1>", "<http://test.example/g2>"));
  expect_rows("SELECT (COUNT(*) AS ?n) { GRAPH <g0> { ?s ?p ?o } }", ElementsAre("1"));
  bed_.start_again();
  expect_hidden(2);  // what is cleared in one batch goes one way
  replace(named("g1"), some("g1", 300, 900));
  replace(named("g0"), some("g0", 0, 3));
  expect_hidden(3);
  update("DROP GRAPH <g0> ; MOVE <g1> TO <g2>");
  bed_.start_again();
  expect_hidden(3);
  update("DROP GRAPH <g1> ; DROP GRAPH <nobody> ; ADD <g2> TO <g0>");
  EXPECT_THAT(bed_.faults_of_log(), IsEmpty());
  expect_hidden(3);
  update("CLEAR NAMED");
  expect_hidden(0);
  update("INSERT DATA { GRAPH <g1> { <s5> <p> <o5> } GRAPH <g2> { <s5> <p> <o5> } } ; CLEAR GRAPH <g2>");
  bed_.start_again();
  expect_hidden(0);
}

TEST_F(RunOperation, ANewGenerationHasNoClearedGraph) {
  for (const char* graph : {"g0", "g1"}) {
    std::set<NaiveQuad> quads;
    for (int i = 0; i < 300; ++i) quads.insert(quad(fmt::format("s{}", i), fmt::format("o{}", i % 7), graph));
    replace(named(graph), quads);
  }
  bed_.open_again(bed_.merge());
  for (const bool merges : {true, false}) {
    update("CLEAR GRAPH <g1> ; INSERT DATA { GRAPH <g1> { <s5> <p> <o5> . <s6> <p> <new> } }");
    EXPECT_EQ(bed_.state()->snapshot.hidden_graphs().size(), 1u);
    bed_.open_again(merges ? bed_.merge() : bed_.rebuild().manifest);
    EXPECT_EQ(bed_.state()->snapshot.hidden_graphs().size(), 0u);
    expect_same();
    update("COPY <g0> TO <g1>");
    bed_.open_again(bed_.merge());
  }
}

// Operations over few terms, so that they meet.
class RandomUpdates {
 public:
  explicit RandomUpdates(std::uint64_t seed) : random_(seed) {}

  std::string operation() {
    switch (below(10)) {
      case 0:
      case 1:
        return "INSERT DATA { " + quads(1 + below(12), false) + " }";
      case 2:
        return "DELETE DATA { " + quads(1 + below(12), false) + " }";
      case 3:
        return "DELETE WHERE { " + quads(1 + below(2), true) + " }";
      case 4:
        return pick({"CLEAR ", "DROP "}) + pick({"DEFAULT", "NAMED", "ALL", "GRAPH <g0>", "GRAPH <g1>", "GRAPH <g2>"});
      case 5:
        return pick({"ADD ", "MOVE ", "COPY "}) + pick({"", "SILENT "}) + graph_or_default() + " TO " +
               graph_or_default();
      default:
        return modify();
    }
  }
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  // Of PUT: the graphs, and what they are to hold.
  std::pair<parser::GraphTarget, std::set<NaiveQuad>> replacement() {
    const std::uint64_t which = below(6);
    const std::string its = fmt::format("g{}", which % 3);
    std::set<NaiveQuad> quads;
    for (std::uint64_t count = below(14); count > 0; --count) {
      const std::string graph = which < 3 ? its : which == 3 || below(2) == 0 ? "" : fmt::format("g{}", below(3));
      quads.insert(quad(fmt::format("n{}", below(8)), fmt::format("n{}", below(8)), graph));
    }
    if (which < 3) return {named(its), quads};
    return {{which == 3 ? kInDefault : kAll, {}}, quads};
  }

 private:
  std::string pick(const std::vector<std::string>& of) { return of[below(of.size())]; }
  std::string graph() { return "<g" + std::to_string(below(3)) + ">"; }
  std::string graph_or_default() { return below(4) == 0 ? "DEFAULT" : graph(); }
  std::string node(bool open) {
    if (open && below(2) == 0) return pick({"?x", "?y", "?z"});
    return "<n" + std::to_string(below(8)) + ">";
  }
  std::string object(bool open) {
    if (below(3) == 0) return pick({"1", "\"s\"", "\"t\"@en", "2.50"});
    return node(open);
  }
  std::string triple(bool open) {
    const std::string predicate = open && below(6) == 0 ? "?p" : pick({"<p>", "<q>"});
    return node(open) + " " + predicate + " " + object(open) + " . ";
  }
  std::string quads(std::uint64_t count, bool open) {
    std::string text;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string name = open && below(3) == 0 ? "?g" : graph();
      text += below(2) == 0 ? triple(open) : "GRAPH " + name + " { " + triple(open) + "} ";
    }
    return text;
  }
  std::string modify() {
    std::string text = below(3) == 0 ? "WITH " + graph() + " " : "";
    const std::uint64_t both = below(3);
    if (both != 0) text += "DELETE { " + quads(1 + below(2), true) + " } ";
    if (both != 1) text += "INSERT { " + quads(1 + below(2), true) + " } ";
    for (std::uint64_t count = below(4) == 0 ? 1 + below(2) : 0; count > 0; --count) {
      text += pick({"USING ", "USING NAMED "}) + graph() + " ";
    }
    return text + "WHERE { " + quads(1 + below(2), true) + " }";
  }

  std::mt19937_64 random_;
};

TEST_F(RunOperation, RandomSequencesDoWhatASetDoes) {
  const char* given = std::getenv("QUADRILLE_SEED");
  const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 1;
  RandomUpdates random(seed);
  for (int number = 0; number < 150; ++number) {
    const std::string text = random.operation();
    SCOPED_TRACE("seed " + std::to_string(seed) + ", operation " + std::to_string(number) + ": " + text);
    update(text);
    if (random.below(6) == 0) {
      const auto [target, quads] = random.replacement();
      replace(target, quads, static_cast<int>(1 + random.below(2)));
    }
    if (is_first()) {
      EXPECT_EQ(bed_.quads_of_whole_view(), naive_.quads);
      const Statistics& whole = bed_.state()->whole->snapshot.statistics();
      EXPECT_EQ(whole, bed_.state()->snapshot.statistics());
    }
    if (!pgas::test_job().team().all(!HasFailure())) break;
  }
}

TEST_F(RunOperation, AWholeViewEndsWhenChangesAreTooMany) {
  update("INSERT DATA { <w> <p> <v> }");
  EXPECT_EQ(bed_.state()->whole != nullptr, is_first());
  bed_.limit_whole_view(1);
  update("INSERT DATA { <w> <p> <u> }");
  EXPECT_FALSE(bed_.state()->whole);
  bed_.limit_whole_view(1'000'000);  // a new one begins with a generation
  update("DELETE DATA { <w> <p> <v> }");
  EXPECT_FALSE(bed_.state()->whole);
}

// The same with a log, which is read again and again: the state is as it was, and each line changes something.
TEST_F(RunOperation, RandomSequencesAreRecovered) {
  const char* given = std::getenv("QUADRILLE_SEED");
  const std::uint64_t seed = given ? std::strtoull(given, nullptr, 10) : 2;
  RandomUpdates random(seed);
  bed_.keep_log();
  for (int number = 0; number < 60; ++number) {
    const std::string text = random.operation();
    SCOPED_TRACE("seed " + std::to_string(seed) + ", operation " + std::to_string(number) + ": " + text);
    update(text);
    if (random.below(4) == 0) {
      const auto [target, quads] = random.replacement();
      replace(target, quads);
    }
    if (random.below(8) == 0) {
      bed_.start_again();
      expect_same();
    }
    if (random.below(12) == 0) {
      EXPECT_THAT(bed_.faults_of_log(), IsEmpty());
    }
    if (!pgas::test_job().team().all(!HasFailure())) break;
  }
}

}  // namespace
}  // namespace quadrille::testing
