#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "query/results/html_page.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::results {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Of the table alone.
std::string rows_of(const std::vector<std::string>& variables, const std::vector<Cell>& cells, std::size_t row_count) {
  std::string out;
  make_result_writer(ResultFormat::html, variables)->rows(cells, row_count, out);
  return out;
}

}  // namespace

TEST(HtmlWriter, WritesAWholePageWithATable) {
  std::string out;
  const auto writer = make_result_writer(ResultFormat::html, {"s", "<x>"});
  writer->begin(out);
  EXPECT_THAT(out, StartsWith(std::string(html_opening()) + "<table>"));
  EXPECT_THAT(out, HasSubstr("<th>s</th><th>&lt;x&gt;</th>"));
  const std::vector<Cell> cells{TermView::literal("1", iri::kXsdInteger), std::nullopt};
  writer->rows(cells, 1, out);
  writer->end(out);
  EXPECT_THAT(out, HasSubstr("<tbody><tr><td>1 <small>xsd:integer</small></td><td></td></tr>\n</tbody></table>"));
  EXPECT_THAT(out, Not(HasSubstr("script")));
}

TEST(HtmlWriter, IrisOfTheWebAloneAreLinks) {
  EXPECT_EQ(rows_of({"x"}, {TermView::iri("https://a/?b&\"c")}, 1),
            "<tr><td><a rel=\"noreferrer\" href=\"https://a/?b&amp;&quot;c\">https://a/?b&amp;&quot;c</a></td></tr>\n");
  for (const char* iri : {"javascript:alert(1)", "data:text/html,x", "urn:a", "httpx://a", " http://a"}) {
    EXPECT_THAT(rows_of({"x"}, {TermView::iri(iri)}, 1), Not(HasSubstr("href"))) << iri;
  }
}

TEST(HtmlWriter, NoTermIsMarkup) {
  const std::string evil = "</td><script>alert(\"1\")</script>&lt;", link = "http://a/" + evil;
  for (const Cell& cell :
       {Cell(TermView::string(evil)), Cell(TermView::iri(link)), Cell(TermView::literal("x", evil)),
        Cell(TermView::language_string("x", evil)), Cell(TermView::blank(evil)), Cell(TermView::iri(evil))}) {
    const std::string text = rows_of({"x"}, {cell}, 1);
    EXPECT_THAT(text, Not(HasSubstr("<script"))) << text;
    EXPECT_THAT(text, HasSubstr("&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;lt;"));
  }
}

TEST(HtmlWriter, WritesGraphsAndBooleans) {
  std::string out;
  const auto writer = make_graph_writer(ResultFormat::html);
  writer->begin(out);
  EXPECT_THAT(out, HasSubstr("<th>subject</th><th>predicate</th><th>object</th>"));
  const TripleView triple{TermView::blank("b"), TermView::iri("urn:p"), TermView::language_string("A", "en")};
  writer->triples({&triple, 1}, out);
  EXPECT_THAT(out, HasSubstr("<tr><td>_:b</td><td>urn:p</td><td>A <small>@en</small></td></tr>"));
  std::string word;
  append_boolean(ResultFormat::html, true, word);
  EXPECT_THAT(word, StartsWith(std::string(html_opening()) + "<p><b>true</b></p>"));
}

}  // namespace quadrille::results
