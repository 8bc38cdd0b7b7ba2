#include "server/engine/quad_text.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

const std::vector<parser::Prefix> kPrefixes{{"ex", "http://e/"}, {"ex", "http://other/"}};

std::string quad_of(std::string_view text) {
  const QuadTerms quad = parse_quad(text, kPrefixes);
  std::string all;
  for (const Term* term : {&quad.subject, &quad.predicate, &quad.object}) all += to_ntriples(term->view()) + " ";
  return all + (quad.graph ? to_ntriples(quad.graph->view()) : "-");
}

std::string error_of(std::string_view text) {
  try {
    return quad_of(text);
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST(QuadText, MayBeOfAnySyntaxForQuads) {
  EXPECT_EQ(quad_of("<a:a> <a:b> \"x\"@en ."), "<a:a> <a:b> \"x\"@en -");
  EXPECT_EQ(quad_of("  <a:a> <a:b> <a:c>\n"), "<a:a> <a:b> <a:c> -");
  EXPECT_EQ(quad_of("<a:a> <a:b> \"x.\" <a:g> ."), "<a:a> <a:b> \"x.\" <a:g>");
  EXPECT_EQ(quad_of("<a:g> { <a:a> <a:b> _:b7 }"), "<a:a> <a:b> _:b7 <a:g>");
}

TEST(QuadText, KnowsThePrefixesOfTheCaller) {
  EXPECT_EQ(quad_of("ex:tom a ex:Cat"),
            "<http://e/tom> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/Cat> -");
  EXPECT_EQ(quad_of("ex:zoo { ex:tom ex:age 7 }"),
            "<http://e/tom> <http://e/age> \"7\"^^<http://www.w3.org/2001/XMLSchema#integer> <http://e/zoo>");
}

TEST(QuadText, IsOneQuad) {
  EXPECT_NE(error_of("").find("found 0"), std::string::npos);
  EXPECT_NE(error_of("ex:a ex:b ex:c, ex:d .").find("found 2"), std::string::npos);
  EXPECT_NE(error_of("ex:a no:b ex:c .").find("the quad: line 1, column 6"), std::string::npos)
      << error_of("ex:a no:b ex:c .");
}

}  // namespace quadrille::server
