#include "loader/rdf/quoted_triple.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "loader/rdf/testing/read_text.hpp"

namespace quadrille {

namespace {

using quadrille::testing::Reading;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kReifies = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies>";

std::string label(const std::string& triple) {
  return "_:" + quoted_triple_label(triple);
}

Reading read_star(const std::string& text, const std::string& extension) {
  ReadOptions options;
  options.rdf_star = true;
  return testing::read_text(text, extension, options);
}

std::set<std::string> quads_of(const std::string& text, const std::string& extension) {
  const Reading read = read_star(text, extension);
  EXPECT_THAT(read.errors, IsEmpty());
  return {read.quads.begin(), read.quads.end()};
}

}  // namespace

TEST(QuotedTriple, OneWithBlankNodesBelongsToItsFile) {
  EXPECT_TRUE(is_shared_label(quoted_triple_label("<<( <a:s> <a:p> \"_:x\" )>>")));
  EXPECT_FALSE(is_shared_label(quoted_triple_label("<<( _:x <a:p> \"o\" )>>")));
  EXPECT_FALSE(is_shared_label(quoted_triple_label("<<( <a:s> <a:p> <<( <a:s> <a:p> _:x )>> )>>")));
  const std::string shared = label("<<( <a:s> <a:p> \"o\" )>>");
  EXPECT_TRUE(is_shared_label(quoted_triple_label("<<( " + shared + " <a:p> \"o\" )>>")));
  EXPECT_NE(shared, label("<<( <a:s> <a:p> \"p\" )>>"));
}

TEST(QuotedTriple, InLinesBecomesAReifier) {
  const std::string node = label("<<( <a:s> <a:p> \"o\"@en )>>");
  EXPECT_THAT(
      read_star("<<<a:s>\t<a:p> \"o\"@EN >> <a:q> <<  <a:s> <a:p> \"o\"@en>> <a:g> . # c\n", "nq").quads,
      ElementsAre(node + " " + kReifies + " <<( <a:s> <a:p> \"o\"@en )>> <a:g>",
                  node + " " + kReifies + " <<( <a:s> <a:p> \"o\"@en )>> <a:g>", node + " <a:q> " + node + " <a:g>"));
}

TEST(QuotedTriple, MayBeNested) {
  const std::string inner = "<<( <a:s> <a:p> _:x )>>", outer = "<<( " + label(inner) + " <a:q> <a:o> )>>";
  EXPECT_THAT(read_star("<< << <a:s> <a:p> _:x >> <a:q> <a:o> >> <a:r> \"z\" .", "nt").quads,
              ElementsAre(label(inner) + " " + kReifies + " " + inner, label(outer) + " " + kReifies + " " + outer,
                          label(outer) + " <a:r> \"z\""));
}

TEST(QuotedTriple, TurtleHasTheQuadsOfLines) {
  const std::string lines =
      "<< <a:s> <a:p> \"o\" >> <a:q> \"1\" .\n<< <a:s> <a:p> \"o\" >> <a:r> << << <a:s> <a:p> \"o\" >> <a:p> _:x >> .\n"
      "<a:s> <a:p> \"p\" .\n<< <a:s> <a:p> \"p\" >> <a:q> \"2\" .\n";
  const std::string turtle =
      "@prefix : <a:> . << :s :p 'o' >> :q \"1\" ; :r << << :s :p \"o\" >> :p _:x >> . :s :p \"p\" {| :q \"2\" |} .";
  EXPECT_EQ(quads_of(lines, "nt"), quads_of(turtle, "ttl"));
  EXPECT_EQ(quads_of(lines, "nt").size(), 7u);
  EXPECT_EQ(quads_of("@prefix : <a:> . :g { << :s :p 1 >> :q 2 . << :s :p 1 >> :r 3 }", "trig").size(), 3u);
}

TEST(QuotedTriple, RefusesWhatIsNoTripleOfIt) {
  for (const char* line : {"<< <a:s> <a:p> >> <a:q> <a:o> .", "<< \"s\" <a:p> <a:o> >> <a:q> <a:o> .",
                           "<< <a:s> _:p <a:o> >> <a:q> <a:o> .", "<< <a:s> <a:p> <a:o> > <a:q> <a:o> .",
                           "<a:s> << <a:s> <a:p> <a:o> >> <a:o> .", "<< <a:s> <a:p> <a:o> >> <a:q> .",
                           "<< <a:s> <a:p> <a:o> >> <a:q> <a:o>", "<< <a:s> <a:p> <a:o> >> <a:q> \"\xff\" .", "<<"}) {
    const Reading read = read_star(line, "nt");
    EXPECT_THAT(read.quads, IsEmpty()) << line;
    EXPECT_EQ(read.errors.size(), 1u) << line;
  }
  std::string deep = "<a:o>";
  for (int depth = 0; depth < 101; ++depth) deep = "<< <a:s> <a:p> " + deep + " >>";
  EXPECT_EQ(read_star("<a:s> <a:p> " + deep + " .", "nt").errors.size(), 1u);
}

TEST(QuotedTriple, WithoutTheOptionTheErrorNamesIt) {
  const Reading read = testing::read_text("<< <a:s> <a:p> <a:o> >> <a:q> <a:o> .", "nt");
  EXPECT_THAT(read.errors, ElementsAre(HasSubstr("--rdf-star")));
}

}  // namespace quadrille
