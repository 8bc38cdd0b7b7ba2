#include "server/engine/update_text.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

namespace {

using parser::UpdateOperation;

constexpr const char* kModify = "DELETE { ?s ?p ?o } INSERT { ?s <urn:q> ?o } WHERE { ?s ?p ?o }";

std::vector<UpdateOperation> parse(const UpdateRequest& request) {
  return parse_update_request(request).operations;
}

UpdateRequest patch(const std::string& text, const std::string& graph = "urn:g") {
  UpdateRequest request{.text = text};
  request.graph = graph.empty() ? GraphTarget{} : GraphTarget{GraphTarget::Kind::named, graph};
  return request;
}

bool is_refused(const UpdateRequest& request) {
  try {
    parse_update_request(request);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user) << error.what();
    return true;
  }
  return false;
}

}  // namespace

TEST(UpdateText, TheRequestsGraphsAreTheUsingOfEveryModify) {
  const UpdateRequest request{.text = std::string(kModify) + "; INSERT DATA { <urn:a> <urn:b> 1 }",
                              .using_graphs = {"urn:x"},
                              .using_named = {"urn:y"}};
  const auto operations = parse(request);
  ASSERT_EQ(operations.size(), 2u);
  EXPECT_EQ(operations[0].using_clause.default_graphs, std::vector<std::string>{"urn:x"});
  EXPECT_EQ(operations[0].using_clause.named_graphs, std::vector<std::string>{"urn:y"});
  EXPECT_TRUE(operations[1].using_clause.empty());
}

TEST(UpdateText, GraphsOfTheRequestAndOfTheTextContradictEachOther) {
  for (const std::string& text :
       {std::string("WITH <urn:w> ") + kModify, std::string("DELETE { ?s ?p ?o } USING <urn:u> WHERE { ?s ?p ?o }"),
        std::string("DELETE { ?s ?p ?o } USING NAMED <urn:u> WHERE { ?s ?p ?o }")}) {
    EXPECT_TRUE(is_refused({.text = text, .using_graphs = {"urn:x"}})) << text;
    EXPECT_FALSE(is_refused({.text = text})) << text;
  }
}

TEST(UpdateText, APatchActsOnItsGraph) {
  const auto operations = parse(patch(std::string("INSERT DATA { <urn:a> <urn:b> 1 }; CLEAR DEFAULT; ") + kModify +
                                      "; LOAD <http://h/x>; DROP GRAPH <urn:g>"));
  EXPECT_EQ(operations[0].insert_template[0].graph, parser::Node(Term(TermView::iri("urn:g"))));
  EXPECT_EQ(operations[1].target.iri, "urn:g");
  EXPECT_EQ(operations[2].with, "urn:g");
  EXPECT_EQ(operations[2].delete_template[0].graph, parser::Node(Term(TermView::iri("urn:g"))));
  EXPECT_EQ(operations[3].target.iri, "urn:g");
  EXPECT_EQ(operations[4].target.iri, "urn:g");
}

TEST(UpdateText, APatchDoesNotLeaveItsGraph) {
  for (const std::string text :
       {"INSERT DATA { GRAPH <urn:h> { <urn:a> <urn:b> 1 } }", "CLEAR ALL", "DROP GRAPH <urn:h>", "CLEAR NAMED",
        "WITH <urn:h> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }", "INSERT { GRAPH ?g { ?g ?g 1 } } WHERE { GRAPH ?g {} }",
        "COPY <urn:g> TO <urn:h>", "LOAD <http://h/x> INTO GRAPH <urn:h>"}) {
    EXPECT_TRUE(is_refused(patch(text))) << text;
    EXPECT_TRUE(is_refused(patch(text, ""))) << text;
  }
  EXPECT_FALSE(is_refused(patch("INSERT { ?s ?p 1 } WHERE { GRAPH <urn:h> { ?s ?p ?o } }")));
}

TEST(UpdateText, APatchOfTheDefaultGraphLeavesItsTextAlone) {
  const auto operations = parse(patch(kModify, ""));
  EXPECT_EQ(operations[0].with, std::nullopt);
  EXPECT_EQ(operations[0].delete_template[0].graph, std::nullopt);
}

}  // namespace quadrille::server
