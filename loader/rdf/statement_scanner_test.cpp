#include "loader/rdf/statement_scanner.hpp"

#include <gtest/gtest.h>

#include <random>

#include "base/triple_term.hpp"
#include "loader/rdf/statement_splitter.hpp"
#include "loader/rdf/testing/graph.hpp"
#include "loader/rdf/testing/strings.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille {

namespace {

using testing::Strings;

struct Scanned {
  bool is_taken;
  Strings quads;
  std::size_t size;
};

detail::DocumentNames some_names() {
  detail::DocumentNames names("http://b/d/f", true);
  names.set_prefix("p", "p:");
  names.set_prefix("", "http://e/");
  return names;
}

// The first statement of `text`.
Scanned scan(const std::string& text, bool with_graphs = false) {
  const detail::DocumentNames names = some_names();
  StatementWindow window(std::make_unique<testing::TextSource>(text));
  while (window.refill()) {
  }
  StatementScanner scanner(with_graphs, names, std::nullopt);
  Scanned scanned{scanner.scan(window), {}, scanner.size()};
  if (!scanned.is_taken) return scanned;
  for (const QuadView& quad : scanner.quads()) {
    const testing::TextQuad terms = testing::to_text(quad);
    scanned.quads.push_back(terms[0] + " " + terms[1] + " " + terms[2] + (terms[3].empty() ? "" : " " + terms[3]));
  }
  return scanned;
}

Strings quads_of_statement(const std::string& text, bool with_graphs = false) {
  const Scanned scanned = scan(text, with_graphs);
  EXPECT_TRUE(scanned.is_taken) << text;
  return scanned.quads;
}

Strings objects_of(const std::string& objects) {
  Strings found = quads_of_statement("p:a p:b " + objects + " .");
  for (std::string& quad : found) quad = quad.substr(std::string("<p:a> <p:b> ").size());
  return found;
}

}  // namespace

TEST(StatementScanner, TakesIrisAndNamesOfAllForms) {
  EXPECT_EQ(
      objects_of("<http://x/y>, <z#f>, <>, p:x, p:, :, :x.y, p:a:b-c_d, p:%20x, p:1, "
                 "p:a\\,b\\., p:\xC3\xA4\xC2\xB7, _:\xC3\xA4"),
      (Strings{"<http://x/y>", "<http://b/d/z#f>", "<http://b/d/f>", "<p:x>", "<p:>", "<http://e/>", "<http://e/x.y>",
               "<p:a:b-c_d>", "<p:%20x>", "<p:1>", "<p:a,b.>", "<p:\xC3\xA4\xC2\xB7>", "_:\xC3\xA4"}));
}

TEST(StatementScanner, TakesLiteralsOfAllForms) {
  EXPECT_EQ(objects_of(R"("", "x", 'y"', """a"b
""", '''c''', "\t\u20AC", "x"@en-GB, "1"^^p:t, "1"^^<http://t>)"),
            (Strings{R"("")", R"("x")", R"("y\"")", R"("a\"b\n")", R"("c")", "\"\\t\xE2\x82\xAC\"", R"("x"@en-gb)",
                     R"("1"^^<p:t>)", R"("1"^^<http://t>)"}));
  const std::string xsd = "^^<http://www.w3.org/2001/XMLSchema#";
  EXPECT_EQ(objects_of("1, -2, +.5, 1.5, 1e5, -1.5E-3, true, false"),
            (Strings{"\"1\"" + xsd + "integer>", "\"-2\"" + xsd + "integer>", "\"+.5\"" + xsd + "decimal>",
                     "\"1.5\"" + xsd + "decimal>", "\"1e5\"" + xsd + "double>", "\"-1.5E-3\"" + xsd + "double>",
                     "\"true\"" + xsd + "boolean>", "\"false\"" + xsd + "boolean>"}));
}

TEST(StatementScanner, TakesListsOfPredicatesAndObjects) {
  EXPECT_EQ(quads_of_statement("_:a a p:b , p:c ;; p:d 'x' ; # c\n ."),
            (Strings{"_:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <p:b>",
                     "_:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <p:c>", "_:a <p:d> \"x\""}));
}

TEST(StatementScanner, NumbersNodesWithoutALabelInTheirOrder) {
  const std::string first = " <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> ";
  const std::string rest = " <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> ";
  const std::string nil = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>";
  EXPECT_EQ(quads_of_statement("[ p:a [] ] p:b ( [ p:c () ] p:d ) ."),
            (Strings{"_:genid1 <p:a> _:genid2", "_:genid1 <p:b> _:genid3", "_:genid3" + first + "_:genid4",
                     "_:genid4 <p:c> " + nil, "_:genid3" + rest + "_:genid5", "_:genid5" + first + "<p:d>",
                     "_:genid5" + rest + nil}));
  EXPECT_EQ(quads_of_statement("[ p:a p:b ] ."), (Strings{"_:genid1 <p:a> <p:b>"}));
}

TEST(StatementScanner, TakesTripleTerms) {
  EXPECT_EQ(objects_of("<<( p:s a <<(_:a p:b [])>> )>>, <<(<z>p:b'x'@EN--ltr)>>"),
            (Strings{"<<( <p:s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <<( _:a <p:b> _:genid1 )>> )>>",
                     "<<( <http://b/d/z> <p:b> \"x\"@en--ltr )>>"}));
}

TEST(StatementScanner, AReifiedTripleIsItsReifier) {
  const std::string reifies = " <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> ";
  EXPECT_EQ(quads_of_statement("<< p:a p:b 'c' >> ."), (Strings{"_:genid1" + reifies + "<<( <p:a> <p:b> \"c\" )>>"}));
  EXPECT_EQ(
      quads_of_statement("<<p:a p:b p:c~p:r>> p:d << << p:e p:f p:g ~ >> p:h [] ~ [] >> ."),
      (Strings{"<p:r>" + reifies + "<<( <p:a> <p:b> <p:c> )>>", "_:genid1" + reifies + "<<( <p:e> <p:f> <p:g> )>>",
               "_:genid3" + reifies + "<<( _:genid1 <p:h> _:genid2 )>>", "<p:r> <p:d> _:genid3"}));
}

TEST(StatementScanner, ABlockIsAboutTheReifierBeforeIt) {
  const std::string reifies = " <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( <p:a> <p:b> <p:c> )>>";
  EXPECT_EQ(quads_of_statement("p:a p:b p:c ~p:r {| p:d 'e' |} {| p:f 'g' ; |} ~ {|p:h 'i'|} ~ p:s, 'j' ."),
            (Strings{"<p:a> <p:b> <p:c>", "<p:r>" + reifies, "<p:r> <p:d> \"e\"", "_:genid1" + reifies,
                     "_:genid1 <p:f> \"g\"", "_:genid2" + reifies, "_:genid2 <p:h> \"i\"", "<p:s>" + reifies,
                     "<p:a> <p:b> \"j\""}));
}

TEST(StatementScanner, AnnotationsCanBeNestedAndAboutNodes) {
  const std::string reifies = " <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> ";
  EXPECT_EQ(quads_of_statement("p:a p:b [ p:c 'd' ] ~ _:r {| p:e 'f' {| p:g 'h' |} |} ."),
            (Strings{"<p:a> <p:b> _:genid1", "_:genid1 <p:c> \"d\"", "_:r" + reifies + "<<( <p:a> <p:b> _:genid1 )>>",
                     "_:r <p:e> \"f\"", "_:genid2" + reifies + "<<( _:r <p:e> \"f\" )>>", "_:genid2 <p:g> \"h\""}));
}

TEST(StatementScanner, NestingOfTriplesIsLimited) {
  const auto nested = [](int depth, const std::string& open, const std::string& close) {
    std::string text = "p:c";
    for (int i = 0; i < depth; ++i) text = open + " p:a p:b " + text + " " + close;
    return "p:a p:b " + text;
  };
  for (const auto& [open, close] : {std::pair("<<(", ")>>"), std::pair("<<", ">>")}) {
    EXPECT_TRUE(scan(nested(kMostNestedTriples, open, close) + " .").is_taken);
    EXPECT_FALSE(scan(nested(kMostNestedTriples + 1, open, close) + " .").is_taken);
  }
  EXPECT_TRUE(scan(nested(kMostNestedTriples - 1, "<<(", ")>>") + " ~ .").is_taken);
  EXPECT_FALSE(scan(nested(kMostNestedTriples, "<<(", ")>>") + " ~ .").is_taken) << "the reified triple is deeper";
}

TEST(StatementScanner, TakesTheHeaderOfAGraphWithItsFirstStatement) {
  const std::string text = "GRAPH p:g { p:a p:b p:c . p:d p:e p:f } ";
  const Scanned scanned = scan(text, true);
  EXPECT_EQ(scanned.quads, (Strings{"<p:a> <p:b> <p:c> <p:g>"}));
  EXPECT_EQ(scanned.size, text.find(" p:d"));
  EXPECT_EQ(quads_of_statement("_:g { p:a p:b p:c } ", true), (Strings{"<p:a> <p:b> <p:c> _:g"}));
  EXPECT_EQ(quads_of_statement("{ p:a p:b p:c } ", true), (Strings{"<p:a> <p:b> <p:c>"}));
  EXPECT_EQ(quads_of_statement("p:g { } ", true), Strings{});
  EXPECT_EQ(quads_of_statement("p:a p:b p:c .", true), (Strings{"<p:a> <p:b> <p:c>"}));
}

TEST(StatementScanner, RefusesDirectivesAndMalformedStatements) {
  for (const char* text :
       {"@prefix p: <p:> .", "PREFIX p: <p:>", "@base <b:> .", "p:a p:b <a:\\u0020> .", "p:a q:b 1 .",
        "p:a p:b \"\\q\" .", "p:a p:b \"x\xFF\" .", "p:a p:b 1 .5", "p:a p:b <c", "p:a p:b p:c", "p:a p:b ] .", "[] .",
        "\"x\" p:a p:b .", "p:a _:b p:c .", "p:g { p:a p:b p:c . }", "} ", "   # nothing"}) {
    EXPECT_FALSE(scan(text).is_taken) << text;
  }
  EXPECT_EQ(quads_of_statement("[] { p:a p:b p:c } ", true), (Strings{"<p:a> <p:b> <p:c> _:genidg1"}));
}

TEST(StatementScanner, NestingIsLimited) {
  const auto nested = [](int depth) {
    std::string text = "p:a p:b ";
    for (int i = 0; i < depth; ++i) text += i % 2 ? "( " : "[ p:b ";
    text += "1";
    for (int i = depth; i-- > 0;) text += i % 2 ? " )" : " ]";
    return text + " .";
  };
  EXPECT_TRUE(scan(nested(kDeepestNesting)).is_taken);
  EXPECT_FALSE(scan(nested(kDeepestNesting + 1)).is_taken);
}

// Wherever the text ends at first, the result is the same statement, never another one.
TEST(StatementScanner, WaitsForTheRestOfAStatement) {
  const std::string text =
      "p:a.b <http://x/y> \"x\\u20ACy\"@en ~ p:r {| p:b <<p:a p:b <<(p:a p:b 1)>>>> |} , \"\"\"a\"\"\"^^p:t , true , "
      "1.e+3 ; a [ p:c ( _:d.e 2 ) ] . # c\n p:f ";
  const Strings expected = quads_of_statement(text);
  const detail::DocumentNames names = some_names();
  for (std::size_t bytes = 1; bytes < text.size(); ++bytes) {
    StatementWindow window(std::make_unique<testing::TextSource>(text, bytes), bytes);
    StatementScanner scanner(false, names, std::nullopt);
    ASSERT_TRUE(scanner.scan(window)) << bytes;
    EXPECT_EQ(scanner.quads().size(), expected.size()) << bytes;
    EXPECT_EQ(scanner.size(), text.find(" # c")) << bytes;
  }
}

TEST(StatementScanner, KnowsWhatIsTheSameAsInTheQuadBefore) {
  const std::string text = "<s:a> <p:b> 1 .\n<s:a> <p:b> 2 .\n<s:a> <p:c> [ p:d 3 ] .\n<s:a> <p:c> 4 . p:s p:b 5, 6 .";
  const detail::DocumentNames names = some_names();
  StatementWindow window(std::make_unique<testing::TextSource>(text));
  while (window.refill()) {
  }
  StatementScanner scanner(false, names, std::nullopt);
  std::string same;
  while (scanner.scan(window)) {
    for (const QuadView& quad : scanner.quads()) {
      same += quad.same_subject ? 's' : '-';
      same += quad.same_predicate ? 'p' : '-';
    }
    window.advance(scanner.size());
  }
  EXPECT_EQ(same,
            "--"
            "sp"
            "s-"
            "--"
            "--"
            "--"
            "sp");
}

}  // namespace quadrille
