#include "query/results/pretty/pretty_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"
#include "query/results/pretty/testing/pretty_text.hpp"

namespace quadrille::results {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kBegin = "@prefix : <http://ex/> .\n\n";
const std::string kBegin12 = "@prefix : <http://ex/> .\nVERSION \"1.2\"\n\n";

// The pretty text of a TriG document, in which ":" is http://ex/.
std::string rewritten(const std::string& text) {
  const quadrille::testing::TemporaryFolder folder;
  return testing::pretty_text(
      testing::OwnQuads(folder.write("document.trig", "@prefix : <http://ex/> .\n" + text)).quads);
}

}  // namespace

TEST(PrettyWriter, NothingIsWrittenForNoQuads) {
  EXPECT_EQ(rewritten(""), "");
}

TEST(PrettyWriter, GroupsAndSortsByGraphSubjectAndPredicate) {
  EXPECT_EQ(rewritten(":b :p 2 , 1 ; a :C . :a :p true . :g { :a :q :b . :b :p 1.50 }"), kBegin +
                                                                                             ":a :p true .\n"
                                                                                             "\n"
                                                                                             ":b a :C ;\n"
                                                                                             "    :p 1, 2 .\n"
                                                                                             "\n"
                                                                                             ":g {\n"
                                                                                             "    :a :q :b .\n"
                                                                                             "\n"
                                                                                             "    :b :p 1.50 .\n"
                                                                                             "}\n");
}

TEST(PrettyWriter, BlankNodesThatOccurOnceHaveNoLabel) {
  EXPECT_EQ(rewritten(":a :p [ :q 1 ; :r [] ] . [] :q 2 ."), kBegin + ":a :p [ :q 1 ; :r [] ] .\n\n[] :q 2 .\n");
}

TEST(PrettyWriter, BlankNodesThatOccurAgainHaveALabel) {
  EXPECT_EQ(rewritten(":a :p _:x . :b :p _:x . _:x :q 1 ."), kBegin + ":a :p _:x .\n\n:b :p _:x .\n\n_:x :q 1 .\n");
  EXPECT_EQ(rewritten("_:x :p _:x ."), kBegin + "_:x :p _:x .\n");
  EXPECT_EQ(rewritten("_:x :p [ :q [ :r _:x ] ] ."), kBegin + "_:genid1 :q [ :r [ :p _:genid1 ] ] .\n");
  EXPECT_EQ(rewritten(":a :p _:x . :g { _:x :q 1 }"), kBegin + ":a :p _:x .\n\n:g {\n    _:x :q 1 .\n}\n");
  EXPECT_EQ(rewritten("_:x { :a :p _:x }"), kBegin + "_:x {\n    :a :p _:x .\n}\n");
}

TEST(PrettyWriter, ListsAreInParentheses) {
  EXPECT_EQ(rewritten(":a :p ( 1 ( :b ) [ :q \"x\" ] () ) , () ."),
            kBegin + ":a :p (), ( 1 ( :b ) [ :q \"x\" ] () ) .\n");
}

TEST(PrettyWriter, ListsWithAMistakeAreNodes) {
  const std::string rdf = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  EXPECT_EQ(rewritten(":a :p [ " + rdf + "first> 1 , 2 ; " + rdf + "rest> ( 3 ) ] ."),
            kBegin + ":a :p [\n        " + rdf + "first> 1, 2 ;\n        " + rdf + "rest> ( 3 )\n    ] .\n");
  EXPECT_THAT(
      rewritten("_:a " + rdf + "first> 1 ; " + rdf + "rest> _:b . _:b " + rdf + "first> 1 ; " + rdf + "rest> _:a ."),
      Not(HasSubstr("(")));
}

TEST(PrettyWriter, ReifiersOfATripleAreAnnotations) {
  EXPECT_EQ(rewritten(":s :p :o ~ :e {| :since 2019 ; :source :hr |} ."),
            kBegin12 + ":s :p :o ~ :e {| :since 2019 ; :source :hr |} .\n");
  EXPECT_EQ(rewritten(":s :p :o {| :since 2019 {| :by :x |} |} , 1 ."),
            kBegin12 + ":s :p :o {| :since 2019 {| :by :x |} |}, 1 .\n");
  EXPECT_EQ(rewritten(":s :p [ :q 1 ] ~ :e , ( 2 ) {| :r 3 |} ."),
            kBegin12 + ":s :p [ :q 1 ] ~ :e, ( 2 ) {| :r 3 |} .\n");
  EXPECT_EQ(rewritten(":s :p :o ~ ."), kBegin12 + ":s :p :o ~ .\n");
}

TEST(PrettyWriter, ABlockIsAboutItsReifierAlone) {
  EXPECT_EQ(rewritten(":s :p :o ~ :e {| :r 3 |} ."), kBegin12 + ":s :p :o ~ :e {| :r 3 |} .\n");
  EXPECT_EQ(rewritten(":s :p :o ~ :e ~ {| :r 3 |} ."), kBegin12 + ":s :p :o ~ :e ~ {| :r 3 |} .\n");
  EXPECT_EQ(rewritten(":s :p :o {| :r 3 |} {| :r 3 |} ."), kBegin12 + ":s :p :o {| :r 3 |} ~ {| :r 3 |} .\n");
}

TEST(PrettyWriter, AReifierOfTwoTriplesIsDescribedByItself) {
  EXPECT_EQ(rewritten(":s :p 1 ~ :e , 2 ~ :e . :e :q 3 ."), kBegin12 + ":e :q 3 .\n\n:s :p 1 ~ :e, 2 ~ :e .\n");
}

TEST(PrettyWriter, ReifiedTriplesThatAreNotStatedAreSubjectsAndObjects) {
  EXPECT_EQ(rewritten("<< :s :p :o ~ :e >> :q 1 ."), kBegin12 + "<< :s :p :o ~ :e >> :q 1 .\n");
  EXPECT_EQ(rewritten("<< :s :p :o >> ."), kBegin12 + "<< :s :p :o >> .\n");
  EXPECT_EQ(rewritten(":x :says << :s a <<( :s :p 1 )>> >> ."), kBegin12 + ":x :says << :s a <<( :s :p 1 )>> >> .\n");
  EXPECT_EQ(rewritten(":x :says << :s :p :o ~ _:e >> . _:e :q 1 . "),
            "@prefix : <http://ex/> .\nVERSION \"1.2\"\n\n"
            ":x :says [ :q 1 ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( :s :p :o )>> ] .\n");
}

TEST(PrettyWriter, LongLinesAreBroken) {
  const std::string text = rewritten(
      ":subject :predicate \"a text of some length\", \"another text of some length\", \"a third text of some "
      "length\", 1 ;"
      ":address [ :street \"a street with a long name\" ; :city \"a city with a long name\" ; :country \"a country\" ] "
      ";"
      ":list ( 10000000000 20000000000 30000000000 40000000000 50000000000 60000000000 70000000000 80000000000 ) ;"
      ":worksFor :acme {| :source \"a source with a long name\" ; :since 2019 ; :comment \"a comment of some length\" "
      "|} .");
  EXPECT_EQ(text, kBegin12 +
                      ":subject :address [\n"
                      "        :city \"a city with a long name\" ;\n"
                      "        :country \"a country\" ;\n"
                      "        :street \"a street with a long name\"\n"
                      "    ] ;\n"
                      "    :list (\n"
                      "        10000000000 20000000000 30000000000 40000000000 50000000000 60000000000 70000000000\n"
                      "        80000000000\n"
                      "    ) ;\n"
                      "    :predicate 1, \"a text of some length\", \"a third text of some length\",\n"
                      "        \"another text of some length\" ;\n"
                      "    :worksFor :acme {|\n"
                      "        :comment \"a comment of some length\" ;\n"
                      "        :since 2019 ;\n"
                      "        :source \"a source with a long name\"\n"
                      "    |} .\n");
}

TEST(PrettyWriter, NodesThatNeedLinesFollowEachOther) {
  const std::string node =
      "[ :p \"a text of some length, which is long\" ; :q \"another text of some length, which is long\" ]";
  const std::string lines =
      "[\n        :p \"a text of some length, which is long\" ;\n        :q \"another text of some length, which is "
      "long\"\n    ]";
  EXPECT_EQ(rewritten(":a :p " + node + ", " + node + " ."), kBegin + ":a :p " + lines + ", " + lines + " .\n");
}

TEST(PrettyWriter, TextsOfSeveralLinesKeepTheirLines) {
  const std::string text = ":a :p \"\"\"one\n \\\"\"two\"three\"\\\\\n\\r\n\\\"\"\"\"@en .\n";
  EXPECT_EQ(rewritten(text), kBegin + text);
}

TEST(PrettyWriter, TextsOfSeveralLinesAreOnOneInTripleTerms) {
  const std::string text = "<< :a :p \"one\\ntwo\" >> .\n";
  EXPECT_EQ(rewritten(text), kBegin12 + text);
}

TEST(PrettyWriter, DeepNodesAreStatements) {
  std::string text = ":a :p ";
  for (int depth = 0; depth < 40; ++depth) text += "[ :p ";
  text += "1";
  for (int depth = 0; depth < 40; ++depth) text += " ]";
  const std::string written = rewritten(text + " .");
  EXPECT_THAT(written, HasSubstr("_:"));
  EXPECT_TRUE(testing::are_isomorphic(testing::graph_of_text("@prefix : <http://ex/> . " + text + " .", "ttl"),
                                      testing::graph_of_text(written, "ttl")));
}

TEST(PrettyWriter, ALongListNeedsNoDeepStack) {
  constexpr int kElements = 100'000;
  std::string text = ":a :p (";
  for (int element = 0; element < kElements; ++element) text += " " + std::to_string(element);
  const std::string written = rewritten(text + " ) .");
  EXPECT_EQ(std::count(written.begin(), written.end(), '('), 1);
}

// Each quad has an object of its own: the memory is that of the header.
TEST(PrettyWriter, IsWrittenPieceByPiece) {
  constexpr int kQuads = 100'000;
  PrettyWriter writer({}, kQuads * (100 + 80 + 10));
  for (int object = 0; object < kQuads; ++object) {
    writer.add(TermView::iri("http://ex/s"), TermView::iri("http://ex/p"), TermView::string(std::to_string(object)));
  }
  std::size_t pieces = 0, longest = 0;
  writer.write([&](std::string_view bytes) {
    ++pieces;
    longest = std::max(longest, bytes.size());
  });
  EXPECT_GT(pieces, 10u);
  EXPECT_LT(longest, std::size_t{64} << 10);
}

TEST(PrettyWriter, TheVersionIsKnownBeforeTheFirstByte) {
  PrettyWriter writer({}, testing::kEnoughBytes);
  const TermView a = TermView::iri("http://ex/a");
  writer.add(a, a, TermView::language_string("a", "ar"));
  EXPECT_FALSE(writer.needs_version());
  writer.add(a, a, TermView::direction_string("a", "ar--rtl"));
  EXPECT_TRUE(writer.needs_version());
}

TEST(PrettyWriter, BeyondItsMemoryIsAnErrorWithARemedy) {
  PrettyWriter writer({}, 1 << 20);
  try {
    for (int object = 0; object < 1'000'000; ++object) {
      writer.add(TermView::iri("http://ex/s"), TermView::iri("http://ex/p"), TermView::string(std::to_string(object)));
    }
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
    EXPECT_THAT(error.what(), HasSubstr("more than 1048576 bytes"));
    EXPECT_THAT(error.what(), HasSubstr("leave out 'pretty'"));
  }
}

}  // namespace quadrille::results
