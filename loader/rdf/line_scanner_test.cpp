#include "loader/rdf/line_scanner.hpp"

#include <gtest/gtest.h>

#include "base/triple_term.hpp"
#include "loader/rdf/detail/byte_class.hpp"

namespace quadrille {

namespace {

struct Scan {
  explicit Scan(std::string lines, Syntax syntax = Syntax::ntriples)
      : text(std::move(lines)), scanner(syntax, std::nullopt) {
    size = text.size();
    text.append(detail::kScanPadding, '\0');
    at = text.data();
  }
  ScannedLine next() { return scanner.scan(at, text.data() + size, quad); }
  bool is_at_end() const { return at == text.data() + size; }

  std::string text;
  std::size_t size;
  LineScanner scanner;
  const char* at;
  QuadView quad;
};

bool is_taken(const std::string& line, Syntax syntax = Syntax::ntriples) {
  Scan scan(line + "\n", syntax);
  const ScannedLine result = scan.next();
  EXPECT_TRUE(scan.is_at_end()) << line;
  return result != ScannedLine::malformed;
}

std::string object_of(const std::string& object) {
  Scan scan("<http://a> <http://b> " + object + " .\n");
  return scan.next() == ScannedLine::quad ? to_ntriples(scan.quad.object) : "malformed";
}

}  // namespace

TEST(LineScanner, TakesAPlainTriple) {
  Scan scan("<http://a> <http://b> _:c .\n");
  ASSERT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.quad.subject, TermView::iri("http://a"));
  EXPECT_EQ(scan.quad.predicate, TermView::iri("http://b"));
  EXPECT_EQ(scan.quad.object, TermView::blank("c"));
  EXPECT_EQ(scan.quad.graph, std::nullopt);
  EXPECT_TRUE(scan.is_at_end());
}

TEST(LineScanner, WhiteSpaceIsOptionalAndCommentsMayFollow) {
  for (const char* line :
       {"<a:b><a:b><a:b>.", "  _:a\t<a:b>\t\"c\"@en.# comment", "_:a<a:b>_:b.c.", "\t<a:b> <a:b> <a:b> . "}) {
    EXPECT_TRUE(is_taken(line)) << line;
  }
}

TEST(LineScanner, EmptyLinesAndCommentsAreNothing) {
  for (const char* line : {"", "  \t", "# <a> ", "   # x"}) {
    Scan scan(std::string(line) + "\n");
    EXPECT_EQ(scan.next(), ScannedLine::nothing) << line;
  }
}

TEST(LineScanner, LineEndsAreLfCrLfOrCr) {
  Scan scan("<a:b> <a:b> <a:1> .\r\n<a:b> <a:b> <a:2> .\r# x\r\r\n<a:b> <a:b> <a:3> .\n");
  EXPECT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.quad.object.text, "a:2");
  EXPECT_EQ(scan.next(), ScannedLine::nothing);
  EXPECT_EQ(scan.next(), ScannedLine::nothing);
  EXPECT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_TRUE(scan.is_at_end());
}

TEST(LineScanner, TakesLiteralsWithDatatypesLanguagesAndEscapes) {
  EXPECT_EQ(object_of("\"a b\""), "\"a b\"");
  EXPECT_EQ(object_of("\"\""), "\"\"");
  EXPECT_EQ(object_of("\"1\"^^<http://dt>"), "\"1\"^^<http://dt>");
  EXPECT_EQ(object_of("\"a\"^^<http://www.w3.org/2001/XMLSchema#string>"), "\"a\"");
  EXPECT_EQ(object_of("\"a\"@en-GB"), "\"a\"@en-gb");
  EXPECT_EQ(object_of("\"a\"@EN--ltr"), "\"a\"@en--ltr");
  EXPECT_EQ(object_of("\"\\t\\b\\n\\r\\f\\\"\\'\\\\x\""), "\"\\t\\b\\n\\r\\f\\\"'\\\\x\"");
  EXPECT_EQ(object_of("\"\\u00e4\\U0001F600\""), "\"\xC3\xA4\xF0\x9F\x98\x80\"");
  EXPECT_EQ(object_of("\"\xC3\xA4\""), "\"\xC3\xA4\"");
}

TEST(LineScanner, TakesLabelsBeyondAscii) {
  for (const char* line : {"_:\xC3\xA4 <a:b> _:a\xC2\xB7 .", "<a:b> <a:b> _:a.\xE4\xB8\xAD."}) {
    EXPECT_TRUE(is_taken(line)) << line;
  }
}

TEST(LineScanner, RefusesMalformedLines) {
  for (const char* line : {"<> <a:b> <a:c> .",
                           "<rel> <a:b> <a:c> .",
                           "<a:\\u0020> <a:b> <a:c> .",
                           "<a:\\t> <a:b> <a:c> .",
                           "<a:b> _:b <a:c> .",
                           "\"a\" <a:b> <a:c> .",
                           "<a:b> <a:b> <a:c>",
                           "<a:b> <a:b> <a:c> <a:d> .",
                           "<a:b> <a:b> <a:c> . <a:d>",
                           "<a b> <a:b> <a:c> .",
                           "<a:b> <a:b> \"\\q\" .",
                           "<a:b> <a:b> \"\\uD800\" .",
                           "<a:b> <a:b> \"\\U00110000\" .",
                           "<a:b> <a:b> \"\\u12\" .",
                           "<a:b> <a:b> \"a .",
                           "<a:b> <a:b> \"a\"@ .",
                           "<a:b> <a:b> \"a\"@en- .",
                           "<a:b> <a:b> \"a\"^<a:b> .",
                           "_:-a <a:b> <a:c> .",
                           "_: <a:b> <a:c> .",
                           "_:a:b <a:b> <a:c> .",
                           "<a:b> <a:b> _:a.. ",
                           "_:\xC2\xB7 <a:b> <a:c> .",
                           "_:\xC3 <a:b> <a:c> .",
                           "<a:b> <a:b> \"\xFF\" .",
                           "<a:\xC3> <a:b> <a:c> .",
                           "# \xFF",
                           "<a:b> <a:b> \"a\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> ."}) {
    EXPECT_FALSE(is_taken(line)) << line;
  }
}

TEST(LineScanner, TakesTripleTermsInCanonicalForm) {
  const std::string term = "<<( _:s <a:p> <<( <a:s> <a:p> \"o\\n\"@en--ltr )>> )>>";
  Scan scan("<a:s> <a:p> " + term + " .\n");
  ASSERT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.quad.object, TermView::triple(term));
  EXPECT_EQ(scan.quad.object.text.data(), scan.text.data() + std::string("<a:s> <a:p> ").size()) << "it is copied";
}

TEST(LineScanner, WritesOtherTripleTermsInCanonicalForm) {
  EXPECT_EQ(object_of("<<(<a:s><a:p><a:o>)>>"), "<<( <a:s> <a:p> <a:o> )>>");
  EXPECT_EQ(object_of("<<(\t<a:\\u0041>  <a:p> <<( _:a<a:p>\"\\u00e4\\u000A\"@EN--rtl)>>)>>"),
            "<<( <a:A> <a:p> <<( _:a <a:p> \"\xC3\xA4\\n\"@en--rtl )>> )>>");
  EXPECT_EQ(object_of("<<( <a:s> <a:p> \"x\"^^<http://www.w3.org/2001/XMLSchema#string> )>>"),
            "<<( <a:s> <a:p> \"x\" )>>");
  EXPECT_EQ(object_of("<<( <a:s> <a:p> \"\x7F\" )>>"), "<<( <a:s> <a:p> \"\\u007F\" )>>");
}

TEST(LineScanner, RefusesMalformedTripleTerms) {
  for (const char* object :
       {"<< <a:s> <a:p> <a:o> >>", "<<( \"s\" <a:p> <a:o> )>>", "<<( <a:s> _:p <a:o> )>>", "<<( <a:s> <a:p> )>>",
        "<<( <a:s> <a:p> <a:o> <a:g> )>>", "<<( <a:s> <a:p> <a:o> )>", "<<( <a:s> <a:p> <a:o> ) >>",
        "<< ( <a:s> <a:p> <a:o> )>>", "<<( <<( <a:s> <a:p> <a:o> )>> <a:p> <a:o> )>>", "<<( <s> <a:p> <a:o> )>>",
        "<<( <a:s> <a:p> \"\xFF\" )>>"}) {
    EXPECT_EQ(object_of(object), "malformed") << object;
  }
  EXPECT_FALSE(is_taken("<<( <a:s> <a:p> <a:o> )>> <a:p> <a:o> ."));
}

TEST(LineScanner, TripleTermsAreNestedToALimit) {
  const auto nested = [](int depth) {
    std::string text = "<a:o>";
    for (int i = 0; i < depth; ++i) text = "<<( <a:s> <a:p> " + text + " )>>";
    return text;
  };
  EXPECT_EQ(object_of(nested(kMostNestedTriples)), nested(kMostNestedTriples));
  EXPECT_EQ(object_of(nested(kMostNestedTriples + 1)), "malformed");
}

TEST(LineScanner, TakesVersions) {
  Scan scan("VERSION \"1.2\"\n  version\"2\\u002E0\" # x\n");
  EXPECT_EQ(scan.next(), ScannedLine::version);
  EXPECT_EQ(scan.quad.object, TermView::string("1.2"));
  EXPECT_EQ(scan.next(), ScannedLine::version);
  EXPECT_EQ(scan.quad.object, TermView::string("2.0"));
  for (const char* line : {"VERSION", "VERSION 1.2", "VERSION '1.2'", "VERSION \"\"\"1.2\"\"\"", "VERSION \"1.2\" .",
                           "VERSION \"1.2\"@en", "VERSIONS \"1.2\"", "VERSION: \"1.2\"", "VERSION \"\xFF\""}) {
    EXPECT_FALSE(is_taken(line)) << line;
  }
}

TEST(LineScanner, TakesEscapesInIris) {
  Scan scan("<a:\\u0041> <a:\\u0042> <a:\\u0043> .\n<a:\\u0041> <a:\\u0042> \"x\"^^<t:\\u0044> .\n");
  ASSERT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.quad.subject, TermView::iri("a:A"));
  EXPECT_EQ(scan.quad.predicate, TermView::iri("a:B"));
  EXPECT_EQ(scan.quad.object, TermView::iri("a:C"));
  ASSERT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_TRUE(scan.quad.same_subject);
  EXPECT_EQ(scan.quad.subject, TermView::iri("a:A"));
  EXPECT_EQ(scan.quad.predicate, TermView::iri("a:B"));
  EXPECT_EQ(scan.quad.object, TermView::literal("x", "t:D"));
}

TEST(LineScanner, SpaceMayStandBeforeTagsAndDatatypes) {
  EXPECT_EQ(object_of("\"a\" @en"), "\"a\"@en");
  EXPECT_EQ(object_of("\"a\" ^^ <t:a>"), "\"a\"^^<t:a>");
}

TEST(LineScanner, GraphsAreForNQuads) {
  Scan scan("<a:s> <a:p> <a:o> <a:g> .\n<a:s> <a:p> <a:o> _:g.\n<a:s> <a:p> <a:o> .\n", Syntax::nquads);
  ASSERT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.quad.graph, TermView::iri("a:g"));
  ASSERT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.quad.graph, TermView::blank("g"));
  ASSERT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.quad.graph, std::nullopt);
}

TEST(LineScanner, TriplesGoToTheGraphThatIsGiven) {
  std::string line = "<a:s> <a:p> <a:o> .\n";
  line.append(detail::kScanPadding, '\0');
  LineScanner scanner(Syntax::ntriples, TermView::iri("a:g"));
  QuadView quad;
  const char* at = line.data();
  ASSERT_EQ(scanner.scan(at, line.data() + 20, quad), ScannedLine::quad);
  EXPECT_EQ(quad.graph, TermView::iri("a:g"));
}

TEST(LineScanner, SaysWhatIsTheSameAsInTheLineBefore) {
  Scan scan(
      "<a:s> <a:p> <a:1> .\n<a:s> <a:p> <a:2> .\n<a:s2> <a:p> <a:3> .\n_:a <a:q> <a:4> .\n_:a <a:p> <a:4> .\n_:ab "
      "<a:p> <a:5> .\n");
  const bool expected[][2] = {{false, false}, {true, true},  {false, true},
                              {false, false}, {true, false}, {false, true}};
  for (const auto& [subject, predicate] : expected) {
    ASSERT_EQ(scan.next(), ScannedLine::quad);
    EXPECT_EQ(scan.quad.same_subject, subject) << scan.quad.object.text;
    EXPECT_EQ(scan.quad.same_predicate, predicate) << scan.quad.object.text;
  }
  EXPECT_EQ(scan.quad.subject, TermView::blank("ab"));
}

TEST(LineScanner, ComparesNothingAcrossAMalformedLine) {
  Scan scan("<a:s> <a:p> <a:1> .\nnonsense\n<a:s> <a:p> <a:2> .\n");
  EXPECT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_EQ(scan.next(), ScannedLine::malformed);
  EXPECT_EQ(scan.next(), ScannedLine::quad);
  EXPECT_FALSE(scan.quad.same_subject);
  EXPECT_EQ(scan.quad.subject.text, "a:s");
}

TEST(ByteClass, TheFastSearchFindsWhatTheTableSays) {
  for (int c = 0; c < 256; ++c) {
    for (int at = 0; at < 20; ++at) {
      std::string text(static_cast<std::size_t>(at), 'a');
      text += static_cast<char>(c);
      text += "aaa\n";
      const std::size_t line_end = text.size() - 1;
      text.append(detail::kScanPadding, '\xFF');
      std::uint32_t iri_high = 0, text_high = 0;
      const auto found = [&](const char* where) { return static_cast<std::size_t>(where - text.data()); };
      const std::size_t here = static_cast<std::size_t>(at);
      EXPECT_EQ(found(detail::find_iri_stop(text.data(), iri_high)),
                detail::is_iri_stop(static_cast<char>(c)) ? here : line_end);
      EXPECT_EQ(found(detail::find_text_stop(text.data(), text_high)),
                detail::is_of(detail::kTextStop, static_cast<char>(c)) ? here : line_end);
      EXPECT_EQ(iri_high != 0, c >= 0x80);
      EXPECT_EQ(text_high != 0, c >= 0x80);
    }
  }
}

}  // namespace quadrille
