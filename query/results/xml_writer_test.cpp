#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "query/results/result_writer.hpp"
#include "query/results/testing/written_answer.hpp"

namespace quadrille::results {

using testing::written_answer;

namespace {

// Tags nest, every '<' and '&' is markup, no character that XML 1.0 forbids.
bool is_well_formed(std::string_view text) {
  std::vector<std::string> open;
  const std::size_t prolog = text.find("?>");
  if (!text.starts_with("<?xml ") || prolog == std::string_view::npos) return false;
  for (std::size_t i = prolog + 2; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 && byte != '\n' && byte != '\t') return false;
    if (byte == '>') return false;
    if (byte == '&') {
      const std::size_t end = text.find(';', i);
      const std::string_view name = text.substr(i, end - i + 1);
      if (name != "&amp;" && name != "&lt;" && name != "&gt;" && name != "&quot;" && !name.starts_with("&#x"))
        return false;
    }
    if (byte != '<') continue;
    const std::size_t end = text.find('>', i);
    if (end == std::string_view::npos) return false;
    std::string_view tag = text.substr(i + 1, end - i - 1);
    if (tag.find('<') != std::string_view::npos || std::count(tag.begin(), tag.end(), '"') % 2 != 0) return false;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.emplace_back(tag.substr(0, tag.find(' ')));
    }
    i = end;
  }
  return open.empty();
}

}  // namespace

TEST(XmlWriter, WritesEveryKindOfTerm) {
  const std::vector<Cell> cells{TermView::iri("http://example/a?b&c"),  TermView::blank("r1"),
                                TermView::string("<x> \"y\""),          std::nullopt,
                                TermView::language_string("Bob", "en"), TermView::literal("1", iri::kXsdInteger)};
  const std::string out = written_answer(ResultFormat::xml, {"x", "y"}, cells, 3);
  EXPECT_EQ(out, R"(<?xml version="1.0" encoding="UTF-8"?>
<sparql xmlns="http://www.w3.org/2005/sparql-results#">
<head><variable name="x"/><variable name="y"/></head>
<results>
<result><binding name="x"><uri>http://example/a?b&amp;c</uri></binding><binding name="y"><bnode>r1</bnode></binding></result>
<result><binding name="x"><literal>&lt;x&gt; &quot;y&quot;</literal></binding></result>
<result><binding name="x"><literal xml:lang="en">Bob</literal></binding><binding name="y"><literal datatype="http://www.w3.org/2001/XMLSchema#integer">1</literal></binding></result>
</results>
</sparql>
)");
  EXPECT_TRUE(is_well_formed(out));
}

TEST(XmlWriter, IsWellFormedWhateverTheTermsHold) {
  std::string all;
  for (int byte = 0; byte < 128; ++byte) all += static_cast<char>(byte);
  all += "é€😀\ufffe\uffff\uff08]]>";
  const std::vector<Cell> cells{TermView::iri(all), TermView::literal(all, all), TermView::language_string(all, "en")};
  EXPECT_TRUE(is_well_formed(written_answer(ResultFormat::xml, {"a", "b", "c"}, cells, 1)));
}

TEST(XmlWriter, LineEndsAndTabsSurviveAReader) {
  const std::vector<Cell> cells{TermView::literal("a\tb\nc\rd", "http://a\tb\nc")};
  const std::string out = written_answer(ResultFormat::xml, {"x"}, cells, 1);
  EXPECT_NE(out.find(">a\tb\nc&#xD;d<"), std::string::npos) << out;
  EXPECT_NE(out.find("\"http://a&#x9;b&#xA;c\""), std::string::npos) << out;
}

TEST(XmlWriter, CharactersThatXmlCannotHoldAreReplaced) {
  const std::string text = std::string("a\x01") + '\0' + "\ufffe\uffffb\uff08";
  const std::string out = written_answer(ResultFormat::xml, {"x"}, {TermView::string(text)}, 1);
  EXPECT_NE(out.find("<literal>a\ufffd\ufffd\ufffd\ufffdb\uff08</literal>"), std::string::npos) << out;
}

TEST(XmlWriter, ABooleanIsAWholeAnswer) {
  std::string out;
  append_boolean(ResultFormat::xml, false, out);
  EXPECT_TRUE(is_well_formed(out));
  EXPECT_NE(out.find("<boolean>false</boolean>"), std::string::npos);
}

}  // namespace quadrille::results
