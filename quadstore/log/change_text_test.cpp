#include "quadstore/log/change_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::message_of;
using testing::HasSubstr;

std::string text_of(const ChangeView& change) {
  std::string out;
  append_change(out, change);
  return out;
}

TEST(ChangeText, IsASignAndALineOfNQuads) {
  EXPECT_EQ(text_of({true, TermView::iri("http://a/s"), TermView::iri("http://a/p"), TermView::string("x"), {}}),
            "+ <http://a/s> <http://a/p> \"x\" .\n");
  EXPECT_EQ(text_of({false, TermView::blank("b17"), TermView::iri("p:"), TermView::language_string("a\n", "en-gb"),
                     TermView::iri("g:")}),
            "- _:b17 <p:> \"a\\n\"@en-gb <g:> .\n");
}

std::vector<TermView> nodes() {
  return {TermView::iri("http://example.org/a"),  TermView::iri(""),     TermView::iri("urn:\xc3\xa9\xf0\x9f\x98\x80"),
          TermView::iri("a b<c>\"{}|^`\\\n\x01"), TermView::blank("b0"), TermView::blank("b18446744073709551615")};
}

std::vector<TermView> objects() {
  auto terms = nodes();
  static const std::string zero("a\0b", 3);
  for (const std::string_view text :
       {std::string_view(""), std::string_view("\"\\\n\r\t\b\f"), std::string_view("\x01\x1f\x7f"),
        std::string_view(zero), std::string_view("12.50"), std::string_view("\xe2\x80\xa8> . \\u0041 @en ^^<x>"),
        std::string_view("_:b1")}) {
    terms.push_back(TermView::string(text));
    terms.push_back(TermView::language_string(text, "zh-hant-tw-x-1"));
    terms.push_back(TermView::literal(text, iri::kXsdDecimal));
    terms.push_back(TermView::literal(text, "d t>"));
    terms.push_back(TermView::literal(text, iri::kRdfLangString));
  }
  return terms;
}

TEST(ChangeText, EveryTermComesBack) {
  std::vector<ChangeView> written;
  for (const TermView& subject : nodes()) {
    for (const TermView& object : objects()) {
      written.push_back({written.size() % 2 == 0, subject, TermView::iri("p p"), object, {}});
      for (const TermView& graph : nodes()) written.push_back({true, subject, TermView::iri("p:"), object, graph});
    }
  }
  std::string lines;
  for (const ChangeView& change : written) append_change(lines, change);
  ChangeReader reader(lines, "log");
  for (const ChangeView& change : written) EXPECT_EQ(reader.next(), change) << text_of(change);
  EXPECT_FALSE(reader.next());
}

TEST(ChangeText, RandomLiteralsComeBack) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 20000; ++round) {
    std::string text(random() % 12, ' ');
    for (char& character : text)
      character = static_cast<char>(random() % 2 == 0 ? random() % 256 : "\\\"<>\nu0. "[random() % 9]);
    const ChangeView change{true, TermView::iri(text), TermView::iri("p:"), TermView::literal(text, text), {}};
    const std::string line = text_of(change);
    ChangeReader reader(line, "log");
    ASSERT_EQ(reader.next(), change) << line;
    ASSERT_FALSE(reader.next());
  }
}

TEST(ChangeText, OtherFormsAreRefusedByPlace) {
  for (const char* wrong : {"x",
                            "+",
                            "+ ",
                            "+<s> <p> <o> .\n",
                            "+ <s>  <p> <o> .\n",
                            "+ <s> <p> <o>.\n",
                            "+ <s> <p> <o> .",
                            "+ <s> <p> <o> . \n",
                            "+ <s> <p> .\n",
                            "+ \"s\" <p> <o> .\n",
                            "+ <s> \"p\" <o> .\n",
                            "+ <s> <p> <o> \"g\" .\n",
                            "+ <s> <p> <o> <g> <h> .\n",
                            "+ <s> <p> \"o .\n",
                            "+ <s <p> <o> .\n",
                            "+ <s> <p> \"o\"@ .\n",
                            "+ <s> <p> \"o\"^<d> .\n",
                            "+ <s> <p> _:x1 .\n",
                            "+ <s> <p> _:b01 .\n",
                            "+ <s> <p> _:b .\n",
                            "+ <s> <p> \"\\x\" .\n",
                            "+ <s> <p> \"\\u00\" .\n",
                            "+ * .\n",
                            "- * * * .\n",
                            "- * \"g\" .\n",
                            "- * <p> <o> .\n",
                            "\n"}) {
    const std::string lines = std::string("- <s> <p> <o> .\n") + wrong;
    EXPECT_THAT(message_of([&] {
                  ChangeReader reader(lines, "log/image-0001");
                  while (reader.next()) {
                  }
                }),
                HasSubstr("log/image-0001: change 2,"))
        << wrong;
  }
}

TEST(ChangeText, LinesAboutWholeGraphsComeBack) {
  const ChangeView graph{.insert = false, .graph = TermView::iri("g h"), .scope = ChangeScope::named_graph};
  const ChangeView all_named{.insert = false, .scope = ChangeScope::named_graphs};
  const ChangeView in_default{.insert = false, .scope = ChangeScope::default_graph};
  EXPECT_EQ(text_of(in_default), "- * .\n");
  EXPECT_EQ(text_of(all_named), "- * * .\n");
  const std::string lines = text_of(in_default) + text_of(graph) + text_of(all_named);
  ChangeReader reader(lines, "log");
  for (const ChangeView& change : {in_default, graph, all_named}) EXPECT_EQ(reader.next(), change) << text_of(change);
  EXPECT_FALSE(reader.next());
}

TEST(ChangeText, CountersAreReadFromLabels) {
  EXPECT_EQ(blank_counter("b0"), 0);
  EXPECT_EQ(blank_counter("b123"), 123);
  for (const char* wrong : {"", "b", "x1", "b-1", "b1x", "b01", "b18446744073709551616"})
    EXPECT_FALSE(blank_counter(wrong)) << wrong;
}

}  // namespace
}  // namespace quadrille
