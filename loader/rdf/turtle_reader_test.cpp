#include "loader/rdf/turtle_reader.hpp"

#include <gtest/gtest.h>

#include "loader/rdf/testing/read_text.hpp"
#include "loader/rdf/testing/strings.hpp"

namespace quadrille {

namespace {

using testing::read_text;
using testing::Reading;
using testing::Strings;

Strings quads_of_document(const std::string& text, const std::string& extension = "ttl") {
  ReadOptions options;
  options.base = "http://b/d/f";
  const Reading reading = read_text("@prefix p: <p:> . " + text, extension, options);
  EXPECT_EQ(reading.errors, Strings{}) << text;
  return reading.quads;
}

Strings errors_of(const std::string& text, const std::string& extension = "ttl") {
  ReadOptions options;
  options.base = "http://b/d/f";
  return read_text(text, extension, options).errors;
}

}  // namespace

TEST(Turtle, ANumberBeforeTheDotIsANumber) {
  EXPECT_EQ(quads_of_document("p:a p:b 1."),
            (Strings{"<p:a> <p:b> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>"}));
}
TEST(Turtle, KeywordsAsIrisAndLabelsAreNoDirectives) {
  EXPECT_EQ(quads_of_document("<base> p:b <prefix> . _:graph p:b <graph> ."),
            (Strings{"<http://b/d/base> <p:b> <http://b/d/prefix>", "_:graph <p:b> <http://b/d/graph>"}));
}
TEST(Turtle, PrefixesMayBeCalledTrueAndFalse) {
  EXPECT_EQ(quads_of_document("@prefix true: <t:>. @prefix false-x: <f:>. p:a p:b true:x, false-x:y, true."),
            (Strings{"<p:a> <p:b> <t:x>", "<p:a> <p:b> <f:y>",
                     "<p:a> <p:b> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean>"}));
}
TEST(Turtle, WrittenLabelsStayAndClashWithNoOthers) {
  EXPECT_EQ(quads_of_document("_:b1 p:b _:B1, [], _:genid1, _:genid_1 ."),
            (Strings{"_:b1 <p:b> _:B1", "_:b1 <p:b> _:genid1", "_:b1 <p:b> _:genid_1", "_:b1 <p:b> _:genid__1"}));
}
TEST(Turtle, WhiteSpaceMayStandBeforeLanguageAndDatatype) {
  EXPECT_EQ(quads_of_document("p:a p:b \"x\" @EN, \"1\" ^^ # c\n p:t ."),
            (Strings{"<p:a> <p:b> \"x\"@en", "<p:a> <p:b> \"1\"^^<p:t>"}));
}
TEST(Turtle, ANulInAStringIsACharacter) {
  EXPECT_EQ(quads_of_document(std::string("p:a p:b \"x\0y\" .", 15)), (Strings{"<p:a> <p:b> \"x\\u0000y\""}));
}
TEST(Turtle, AnEscapeAfterAQuoteInALongStringIsAnEscape) {
  EXPECT_EQ(quads_of_document(R"(<a:a> <a:b> """x "\n\\""", ''''\U0001F600\\'\"''' .)"),
            (Strings{R"(<a:a> <a:b> "x \"\n\\")", "<a:a> <a:b> \"'\xF0\x9F\x98\x80\\\\'\\\"\""}));
}
TEST(Turtle, MalformedStatementsAreRefused) {
  for (const char* statement : {"[] .",
                                "word <p> <o> .",
                                "true <p> <o> .",
                                "<a> <b> (1.) .",
                                "_:-a <p> <o> .",
                                "<a> <b> \"x\"@en- .",
                                "<a> <b> \"x\"@en--gb .",
                                "<a> <b> \"\\uD800\" .",
                                "<a> <b> <\\u0020> .",
                                "<a> <b> <\\u007B> .",
                                "@PREFIX a: <b> .",
                                "@Base <b> .",
                                "<a> <b> q:c .",
                                "\"x\" <p> <o> .",
                                "1 <p> <o> .",
                                "<a> _:p <o> .",
                                "<a> <b> <c> ,",
                                "<a> <b> <c> ",
                                "<a> <b>",
                                "<a> <b> \"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> .",
                                "<a> <b> \"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langStrin\\u0067> ."}) {
    const Reading reading = read_text(statement, "ttl");
    EXPECT_EQ(reading.errors.size(), 1u) << statement;
    EXPECT_EQ(reading.quads, Strings{}) << statement;
  }
}

TEST(Turtle, TokensNeedNoSpaceBetweenThem) {
  const std::string rdf = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  EXPECT_EQ(quads_of_document("@prefix:<e:>.@prefix e:<f:>.<s:a><p:b>1.<s:a>a :.:a p:b'x'._:x:b(1e:c)."),
            (Strings{"<s:a> <p:b> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>", "<s:a> " + rdf + "type> <e:>",
                     "<e:a> <p:b> \"x\"", "_:x <e:b> _:genid1",
                     "_:genid1 " + rdf + "first> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
                     "_:genid1 " + rdf + "rest> _:genid2", "_:genid2 " + rdf + "first> <f:c>",
                     "_:genid2 " + rdf + "rest> " + rdf + "nil>"}));
}

TEST(Turtle, DirectivesMayHaveEscapesAndComments) {
  EXPECT_EQ(
      quads_of_document("@prefix # c\n q: <\\u0041:b#> # d\n . PREFIX r:<\\U00000042:>BASE<c:\\u0064/e> q:a r:b <f> ."),
      (Strings{"<A:b#a> <B:b> <c:d/f>"}));
}

TEST(Turtle, ADirectiveWithoutItsDotDeclaresItsName) {
  const Reading reading =
      read_text("@prefix q: <q:>\nq:a q:b q:c .\nq:d q:e q:f .\n@base <b:/c>\nq:g q:h <i> .\nq:j q:k <l> .", "ttl");
  EXPECT_EQ(reading.quads, (Strings{"<q:d> <q:e> <q:f>", "<q:j> <q:k> <b:/l>"}));
  EXPECT_EQ(reading.errors.size(), 2u);
}

TEST(Turtle, CommentsBetweenStatementsMayBeInAnotherEncoding) {
  EXPECT_EQ(quads_of_document("# caf\xE9\n p:a p:b p:c .# \xE9\n@prefix q: <q:> .\n# \xFF\nq:a q:b q:c .\n#\xE9"),
            (Strings{"<p:a> <p:b> <p:c>", "<q:a> <q:b> <q:c>"}));
  EXPECT_EQ(read_text("<a:a> <a:b> # \xE9\n <a:c> .", "ttl").errors, Strings{"1:15: not UTF-8"});
}

TEST(Turtle, ThePrefixOfADirectiveBeginsAsNamesDo) {
  EXPECT_EQ(errors_of("@prefix \xCC\x80p: <a:b> .").size(), 1u);
  EXPECT_EQ(errors_of("@prefix\xCC\x80p: <a:b> .").size(), 1u);
  EXPECT_EQ(errors_of("@prefix \xC3\xA4\xCC\x80p: <a:b> .").size(), 0u);
}

TEST(Turtle, IrisAreResolvedAsTheRfcSays) {
  EXPECT_EQ(
      quads_of_document(
          "<> <#x> <../y>, <//h/z>, </a/./b/../c>, <?q>, <s:a/../b> . @base <http://n/> . <m> p:p <http://a/b/../c> ."),
      (Strings{"<http://b/d/f> <http://b/d/f#x> <http://b/y>", "<http://b/d/f> <http://b/d/f#x> <http://h/z>",
               "<http://b/d/f> <http://b/d/f#x> <http://b/a/c>", "<http://b/d/f> <http://b/d/f#x> <http://b/d/f?q>",
               "<http://b/d/f> <http://b/d/f#x> <s:a/../b>", "<http://n/m> <p:p> <http://a/b/../c>"}));
}

TEST(Turtle, TheBaseOfAFileIsItsOwnIri) {
  const Reading reading = read_text("<> <a:p> <x> .", "ttl");
  ASSERT_EQ(reading.quads.size(), 1u);
  EXPECT_EQ(reading.quads[0].rfind("<file:///", 0), 0u) << reading.quads[0];
  EXPECT_NE(reading.quads[0].find("/document.ttl> <a:p> <file:///"), std::string::npos) << reading.quads[0];
}

TEST(Turtle, AMalformedStatementGivesNoQuadAndTheNextIsRead) {
  const Reading reading = read_text("<a:a> <a:b> <a:c>\n<a:d> <a:e> <a:f> .\n<a:g> <a:h> <a:i> .\n", "ttl");
  EXPECT_EQ(reading.quads, (Strings{"<a:g> <a:h> <a:i>"}));
  EXPECT_EQ(reading.rejects, (Strings{"<a:a> <a:b> <a:c>\n<a:d> <a:e> <a:f> ."}));
}

TEST(Turtle, AnonymousNodesStayApartAcrossAFault) {
  const Reading reading = read_text("[] <a:b> [] . \n[] <a:b> nonsense .\n[] <a:b> [] .\n", "ttl");
  EXPECT_EQ(reading.errors.size(), 1u);
  std::set<std::string> labels;
  for (const std::string& quad : reading.quads) {
    labels.insert(quad.substr(0, quad.find(' ')));
    labels.insert(quad.substr(quad.rfind(' ') + 1));
  }
  EXPECT_EQ(labels.size(), 4u);
}

TEST(Turtle, ErrorsHaveLineAndColumn) {
  EXPECT_EQ(errors_of("<a> <b> <c> .\n  <a> q:x <c> ."),
            (Strings{"2:7: the prefix 'q:' is not declared; write @prefix q: <...> . in front"}));
  EXPECT_EQ(errors_of("<a>\n <b> <c> <d> ."), (Strings{"2:10: unexpected '<d>', expected ',', ';' or '.'"}));
  EXPECT_EQ(errors_of("<a> <b>\n\"\"\"x\n\xC3\xA4\"\"\" \"y\" ."),
            (Strings{"3:6: unexpected '\"y\"', expected ',', ';' or '.'"}));
  EXPECT_EQ(errors_of("<a> <b> \"\\q\" ."),
            (Strings{"1:10: an unknown escape; it must be one of \\t \\b \\n \\r \\f \\\" \\' \\\\ \\u \\U"}));
  EXPECT_EQ(errors_of("<a> <b> <c"), (Strings{"1:9: the IRI that begins here is not closed"}));
}

TEST(Turtle, ListsAndPropertiesBecomeTriples) {
  EXPECT_EQ(quads_of_document("p:a p:b (1 [p:c 2]) .").size(), 6u);
  EXPECT_EQ(quads_of_document("p:a p:b () ."),
            (Strings{"<p:a> <p:b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>"}));
}

TEST(Turtle, DeepNestingIsReadOrRefusedButDoesNotEndTheProcess) {
  const auto nested = [](int depth) {
    std::string text = "<a:a> <a:b> ";
    for (int i = 0; i < depth; ++i) text += "[ <a:b> ";
    text += "1";
    for (int i = 0; i < depth; ++i) text += " ]";
    return text + " .";
  };
  EXPECT_EQ(quads_of_document(nested(1000)).size(), 1001u);
  EXPECT_EQ(read_text(nested(1001), "ttl").errors.size(), 1u);
  EXPECT_EQ(read_text(nested(100'000), "ttl").errors.size(), 1u);
}

TEST(TriG, QuadsKeepTheirGraphs) {
  EXPECT_EQ(quads_of_document(
                "p:g { p:a p:b p:c . p:d p:e p:f } { p:h p:i p:j } p:k p:l p:m . GRAPH _:g { p:n p:o p:p . }", "trig"),
            (Strings{"<p:a> <p:b> <p:c> <p:g>", "<p:d> <p:e> <p:f> <p:g>", "<p:h> <p:i> <p:j>", "<p:k> <p:l> <p:m>",
                     "<p:n> <p:o> <p:p> _:g"}));
}

TEST(TriG, AnUnnamedGraphIsOneNode) {
  EXPECT_EQ(quads_of_document("[] { p:a p:b p:c . p:d p:e [] }", "trig"),
            (Strings{"<p:a> <p:b> <p:c> _:genidg1", "<p:d> <p:e> _:genid1 _:genidg1"}));
}

TEST(TriG, AMalformedStatementLeavesTheOthersInTheirGraph) {
  const Reading reading = read_text(
      "<a:g> { <a:a> <a:b> tru . <a:c> <a:d> <a:e> }\n[] { <a:a> <a:b> tru . <a:c> <a:d> <a:e> }\n"
      "GRAPH q:g { <a:a> <a:b> <a:c> . <a:d> <a:e> <a:f> }\n<a:g> <a:h> <a:i> .",
      "trig");
  EXPECT_EQ(reading.quads, (Strings{"<a:c> <a:d> <a:e> <a:g>", "<a:c> <a:d> <a:e> _:genidg1", "<a:g> <a:h> <a:i>"}));
  ASSERT_EQ(reading.errors.size(), 4u);
  EXPECT_EQ(reading.errors[3], "3:33: the name of the graph around it is malformed");
}

TEST(TriG, TheNameOfAGraphIsLookedAtThoughTheGraphIsEmpty) {
  EXPECT_EQ(errors_of("GRAPH q:g { }", "trig"),
            (Strings{"1:7: the prefix 'q:' is not declared; write @prefix q: <...> . in front"}));
  EXPECT_EQ(errors_of("q:g {\n}", "trig"),
            (Strings{"1:1: the prefix 'q:' is not declared; write @prefix q: <...> . in front"}));
  EXPECT_EQ(errors_of("word {}", "trig").size(), 1u);
  EXPECT_EQ(quads_of_document("GRAPH <a:g> {} <a:h> { <a:b> <a:b> <a:b> . } { }", "trig"),
            (Strings{"<a:b> <a:b> <a:b> <a:h>"}));
  EXPECT_EQ(errors_of("GRAPH <a:g> {} [] { } { } _:b {}", "trig"), Strings{});
}

TEST(Turtle, VersionsMayBeAnywhereBetweenStatements) {
  const Reading reading = read_text(
      "VERSION \"1.2\"\n<a:a> <a:b> <a:c> .\n@version '1.2-basic' .\nversion \"1.1\" <a:a> <a:b> <a:d> .\n", "ttl");
  EXPECT_EQ(reading.errors, Strings{});
  EXPECT_EQ(reading.warnings, Strings{});
  EXPECT_EQ(reading.quads, (Strings{"<a:a> <a:b> <a:c>", "<a:a> <a:b> <a:d>"}));
}

TEST(Turtle, AnUnknownVersionIsAWarningThatNamesIt) {
  const Strings expected = {"2:2: the document announces version \"2.0\", which is not known; it is read as RDF 1.2"};
  for (const char* text : {"# x\n VERSION \"2.0\"\n<a:a> <a:b> <a:c> .\nVERSION \"2.0\"\n",
                           "\n @version \"2\\u002E0\" . <a:a> <a:b> <a:c> ."}) {
    const Reading reading = read_text(text, "ttl");
    EXPECT_EQ(reading.warnings, expected);
    EXPECT_EQ(reading.errors, Strings{});
    EXPECT_EQ(reading.quads.size(), 1u);
  }
}

TEST(Turtle, AMalformedAnnotationTakesNoOtherStatementAlong) {
  const Reading reading = read_text(
      "<a:a> <a:b> <a:c> {| <a:d> <a:e> .\n<a:a> <a:b> 1 .\n<a:a> <a:b> << <a:c> <a:d> <a:e> .\n<a:a> <a:b> 2 .\n"
      "<a:a> <a:b> <a:c> ~ <a:r> {| <a:d> <a:e> |} {| |} .\n<a:a> <a:b> 3 .\n",
      "ttl");
  EXPECT_EQ(reading.quads.size(), 3u);
  EXPECT_EQ(reading.errors.size(), 3u);
}

TEST(TriG, ReifiersAreInTheGraphOfTheirTriples) {
  const std::string reifies = " <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( <a:a> <a:b> <a:c> )>>";
  EXPECT_EQ(
      quads_of_document("<a:g> { <a:a> <a:b> <a:c> ~ <a:r> {| <a:d> <a:e> |} } << <a:a> <a:b> <a:c> >> .", "trig"),
      (Strings{"<a:a> <a:b> <a:c> <a:g>", "<a:r>" + reifies + " <a:g>", "<a:r> <a:d> <a:e> <a:g>",
               "_:genid1" + reifies}));
}

TEST(TriG, AnAnnotationThatIsNotClosedDoesNotEndItsGraph) {
  const Reading reading =
      read_text("<a:g> {\n<a:a> <a:b> <a:d> {| <a:e> <a:f>\n.\n<a:a> <a:b> <a:c> }\n<a:a> <a:b> <a:i> .\n", "trig");
  EXPECT_EQ(reading.quads, (Strings{"<a:a> <a:b> <a:c> <a:g>", "<a:a> <a:b> <a:i>"}));
  EXPECT_EQ(reading.errors.size(), 1u);
}

TEST(TriG, ABlockIsNoHeaderOfAGraph) {
  EXPECT_EQ(errors_of("{| <a:a> <a:b> |} { <a:a> <a:b> 1 . }", "trig").size(), 2u);
  EXPECT_EQ(errors_of("<a:g> {| <a:a> <a:b> |} { <a:a> <a:b> 1 . }", "trig").size(), 2u);
}

TEST(TriG, GraphsAreNotForTurtle) {
  EXPECT_EQ(errors_of("<g> { <a> <b> <c> }"),
            (Strings{"1:5: unexpected '{', expected a predicate: an IRI, a name such as ex:a, or 'a'; graphs are TriG: "
                     "give --format trig, or the file a name that ends with .trig"}));
}

}  // namespace quadrille
