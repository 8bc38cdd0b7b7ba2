#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/query.hpp"
#include "parser/testing/algebra_of.hpp"

namespace quadrille::parser {

namespace {

using ::testing::HasSubstr;

UpdateOperation only(std::string_view text) {
  Update update = parse_update(text);
  EXPECT_EQ(update.operations.size(), 1u);
  return std::move(update.operations.front());
}

std::string text_of(const Node& node, const std::vector<std::string>& variables) {
  if (const auto* variable = std::get_if<VariableId>(&node)) return "?" + variables[*variable];
  return to_ntriples(std::get<Term>(node).view());
}

// One quad a line.
std::string text_of(const std::vector<QuadPattern>& quads, const UpdateOperation& operation) {
  std::string out;
  for (const QuadPattern& quad : quads) {
    for (const Node& node : {quad.triple.subject, quad.triple.predicate, quad.triple.object})
      out += text_of(node, operation.variables) + " ";
    out += quad.graph ? text_of(*quad.graph, operation.variables) + "\n" : "\n";
  }
  return out;
}

}  // namespace

TEST(Update, InsertDataHasQuads) {
  const UpdateOperation operation = only(
      "PREFIX : <u:> INSERT DATA { :s :p 1 , 'a'@EN ; a :C . GRAPH :g { :s :q ( 1 [ :r _:b ] ) } . _:b :t true ;; . }");
  EXPECT_EQ(operation.kind, UpdateKind::insert_data);
  EXPECT_EQ(text_of(operation.insert_template, operation),
            R"(<u:s> <u:p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> 
<u:s> <u:p> "a"@en 
<u:s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <u:C> 
<u:s> <u:q> _:.0 <u:g>
_:.0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "1"^^<http://www.w3.org/2001/XMLSchema#integer> <u:g>
_:.0 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:.1 <u:g>
_:.1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> _:.2 <u:g>
_:.2 <u:r> _:b <u:g>
_:.1 <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil> <u:g>
_:b <u:t> "true"^^<http://www.w3.org/2001/XMLSchema#boolean> 
)");
}

TEST(Update, DataIsReadAsTheGrammarSays) {
  EXPECT_EQ(error_of_update("INSERT DATA { }"), "");
  EXPECT_EQ(error_of_update("INSERT DATA { [ <p> 1 ] . [ <p> 1 ] <q> 2 . (1) . GRAPH <g> { } <a> <b> () }"), "");
  EXPECT_EQ(error_of_update("INSERT DATA { <a> <b> 1 . GRAPH <g> { <a> <b> 1 . } . <a> <b> 1 . }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { [] }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { <a> <b> }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { <a> <b> 1 . . }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { <a> <b>/<c> 1 }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { <a> <b> 1 <c> }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { <a> ; <b> 1 }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { <a> <b> 1 , }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { . <a> <b> 1 }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { GRAPH <g> { GRAPH <h> { } } }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { GRAPH <g> <a> <b> 1 }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { <a> <b> 1 FILTER(1) }"), "");
}

TEST(Update, DataHasNoVariables) {
  EXPECT_THAT(error_of_update("INSERT DATA { ?x <p> 1 }"),
              HasSubstr("column 15: the variable ?x is not allowed in data"));
  EXPECT_THAT(error_of_update("DELETE DATA { <x> $p 1 }"), HasSubstr("column 19: the variable $p is not allowed"));
  EXPECT_THAT(error_of_update("INSERT DATA { <x> <p> 1 ; ?q 2 }"), HasSubstr("the variable ?q is not allowed"));
  EXPECT_THAT(error_of_update("INSERT DATA { GRAPH ?g { } }"), HasSubstr("the variable ?g is not allowed"));
  EXPECT_THAT(error_of_update("INSERT DATA { <x> <p> ( ?y ) }"), HasSubstr("the variable ?y is not allowed"));
}

TEST(Update, NothingIsDeletedByBlankNodes) {
  EXPECT_THAT(error_of_update("DELETE DATA { _:a <p> 1 }"),
              HasSubstr("column 15: a blank node is not allowed in DELETE DATA"));
  EXPECT_NE(error_of_update("DELETE DATA { <a> <p> [] }"), "");
  EXPECT_NE(error_of_update("DELETE DATA { <a> <p> (1) }"), "");
  EXPECT_NE(error_of_update("DELETE { ?a <p> [] } WHERE { ?a <p> 1 }"), "");
  EXPECT_NE(error_of_update("DELETE WHERE { ?a <p> _:b }"), "");
  EXPECT_EQ(error_of_update("DELETE { ?a <p> 1 } INSERT { _:b <p> [] } WHERE { ?a <p> [] }"), "");
}

TEST(Update, ModifyHasTemplatesAndAPattern) {
  const UpdateOperation operation = only(
      "WITH <w> DELETE { ?s <p> ?o } INSERT { GRAPH ?g { ?s <q> ?o } _:b <r> ?s } USING <u> USING NAMED <n> "
      "WHERE { GRAPH ?g { ?s <p> ?o } }");
  EXPECT_EQ(operation.kind, UpdateKind::modify);
  EXPECT_EQ(operation.with, "w");
  EXPECT_EQ(operation.using_clause.default_graphs, (std::vector<std::string>{"u"}));
  EXPECT_EQ(operation.using_clause.named_graphs, (std::vector<std::string>{"n"}));
  EXPECT_EQ(text_of(operation.delete_template, operation), "?s <p> ?o \n");
  EXPECT_EQ(text_of(operation.insert_template, operation), "?s <q> ?o ?g\n_:b <r> ?s \n");
  EXPECT_EQ(to_text(*operation.where, operation.variables), "(graph ?g\n  (bgp\n    (triple ?s <p> ?o)))");
}

TEST(Update, DeleteWhereIsTemplateAndPatternInOne) {
  const UpdateOperation operation = only("DELETE WHERE { ?s <p> ?o . GRAPH <g> { ?s <q> ?o . ?o <r> 1 } ?s <t> 2 }");
  EXPECT_EQ(operation.kind, UpdateKind::modify);
  EXPECT_EQ(operation.delete_template.size(), 4u);
  EXPECT_EQ(to_text(*operation.where, operation.variables), R"((join
  (join
    (bgp
      (triple ?s <p> ?o))
    (graph <g>
      (bgp
        (triple ?s <q> ?o)
        (triple ?o <r> 1))))
  (bgp
    (triple ?s <t> 2))))");
}

TEST(Update, GraphsAreManaged) {
  const Update update = parse_update(
      "LOAD SILENT <a> INTO GRAPH <b> ; LOAD <c> ; CLEAR NAMED ; DROP SILENT ALL ; CREATE GRAPH <d> ; CLEAR DEFAULT ; "
      "ADD <e> TO DEFAULT ; MOVE SILENT DEFAULT TO GRAPH <f> ; COPY <g> TO <h> ;");
  ASSERT_EQ(update.operations.size(), 9u);
  const auto& operations = update.operations;
  EXPECT_TRUE(operations[0].silent);
  EXPECT_EQ(operations[0].load_source, "a");
  EXPECT_EQ(operations[0].target.iri, "b");
  EXPECT_EQ(operations[1].target.kind, GraphTargetKind::default_graph);
  EXPECT_EQ(operations[2].kind, UpdateKind::clear);
  EXPECT_EQ(operations[2].target.kind, GraphTargetKind::named);
  EXPECT_EQ(operations[3].target.kind, GraphTargetKind::all);
  EXPECT_TRUE(operations[3].silent);
  EXPECT_EQ(operations[4].kind, UpdateKind::create);
  EXPECT_EQ(operations[4].target.iri, "d");
  EXPECT_EQ(operations[5].target.kind, GraphTargetKind::default_graph);
  EXPECT_EQ(operations[6].source.iri, "e");
  EXPECT_EQ(operations[6].target.kind, GraphTargetKind::default_graph);
  EXPECT_EQ(operations[7].source.kind, GraphTargetKind::default_graph);
  EXPECT_EQ(operations[7].target.iri, "f");
  EXPECT_EQ(operations[8].source.iri, "g");
  EXPECT_EQ(operations[8].target.iri, "h");
}

TEST(Update, OperationsArePartedBySemicolons) {
  EXPECT_EQ(error_of_update("CLEAR ALL ; PREFIX : <x> DROP ALL ; "), "");
  EXPECT_EQ(error_of_update("CLEAR ALL DROP ALL"),
            "line 1, column 11: unexpected 'DROP', expected the end of the text or ';'");
  EXPECT_THAT(error_of_update("CLEAR ALL ; ; DROP ALL"), HasSubstr("column 13: unexpected ';', expected an update"));
  EXPECT_NE(error_of_update("; CLEAR ALL"), "");
}

// SPARQL 1.1 Query, 19.6.
TEST(Update, BlankNodeLabelsBelongToOneInsertData) {
  EXPECT_EQ(error_of_update("INSERT DATA { _:a <p> 1 . GRAPH <g> { _:a <p> 1 } }"), "");
  EXPECT_NE(error_of_update("INSERT DATA { _:a <p> 1 } ; INSERT DATA { _:a <p> 1 }"), "");
  EXPECT_EQ(error_of_update("INSERT { _:a <p> 1 } WHERE { } ; INSERT { _:a <p> 1 } WHERE { }"), "");
}

}  // namespace quadrille::parser
