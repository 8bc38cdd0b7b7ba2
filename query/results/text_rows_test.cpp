// Rows of texts are the bytes that the writers make of the terms: random rows of all kinds of terms, in all forms.

#include "query/results/text_rows.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "query/results/result_writer.hpp"

namespace quadrille::results {

namespace {

constexpr std::size_t kNoLimit = ~std::size_t{0};

class RandomTerms {
 public:
  explicit RandomTerms(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return random_() % end; }
  bool once_in(std::size_t times) { return below(times) == 0; }

  Term iri() {
    static const std::vector<std::string> spaces = {std::string(iri::kXsd), "http://www.w3.org/2002/07/owl#",
                                                    "http://a/", "urn:", ""};
    Term term(TermView::iri(once_in(8) ? iri::kRdfType : spaces[below(spaces.size())]));
    return term.text += text(), term;
  }
  Term any() {
    static const std::vector<std::string_view> datatypes = {iri::kXsdInteger, iri::kXsdDecimal, iri::kXsdDouble,
                                                            iri::kXsdBoolean, "http://a/type<&\""};
    static const std::vector<std::string_view> numbers = {"1", "-007", "1.", "1.5", ".5", "1e0", "INF", "true", "+"};
    switch (below(6)) {
      case 0:
        return Term(TermView::blank("b" + std::to_string(below(9))));
      case 1:
        return Term(TermView::string(text()));
      case 2:
        return Term(TermView::language_string(text(), once_in(2) ? "en" : "de-ch"));
      case 3:
        return Term(TermView::literal(once_in(4) ? text() : std::string(numbers[below(numbers.size())]),
                                      datatypes[below(datatypes.size())]));
      default:
        return iri();
    }
  }

 private:
  // Half of them hold nothing that any form must escape.
  std::string text() {
    static const std::vector<std::string> pieces = {"a",
                                                    "B-c",
                                                    "0",
                                                    "_",
                                                    "\xc3\xa9",
                                                    "some longer text of words",
                                                    "Department0.University0.edu/Course1",
                                                    "<",
                                                    ">",
                                                    "&",
                                                    "\"",
                                                    "\\",
                                                    "\n",
                                                    "\r",
                                                    "\t",
                                                    ",",
                                                    " ",
                                                    "\x01",
                                                    "\x7f",
                                                    "\xef\xbf\xbe",
                                                    "\xef\xbc\x81",
                                                    "'",
                                                    "."};
    const std::size_t usable = once_in(2) ? 7 : pieces.size();
    std::string all;
    for (std::size_t left = below(9); left > 0; --left) all += pieces[below(usable)];
    return all;
  }

  std::mt19937 random_;
};

struct Form {
  ResultFormat format;
  std::size_t columns;
  bool is_graph = false;
};
const std::vector<Form> kForms = {{ResultFormat::tsv, 1},
                                  {ResultFormat::tsv, 3},
                                  {ResultFormat::csv, 1},
                                  {ResultFormat::csv, 2},
                                  {ResultFormat::json, 1},
                                  {ResultFormat::json, 3},
                                  {ResultFormat::xml, 1},
                                  {ResultFormat::xml, 2},
                                  {ResultFormat::html, 1},
                                  {ResultFormat::html, 3},
                                  {ResultFormat::nquads, 4},
                                  {ResultFormat::trig, 4},
                                  {ResultFormat::ntriples, 3, true},
                                  {ResultFormat::turtle, 3, true},
                                  {ResultFormat::html, 3, true}};

std::vector<std::string> names_of(const Form& form) {
  std::vector<std::string> names;
  for (std::size_t column = 0; column < form.columns; ++column) names.push_back("v\xc3\xa4r" + std::to_string(column));
  return names;
}

// Cells that repeat each other often: some terms are in many rows, and neighbours are similar.
struct Rows {
  Rows(RandomTerms& random, const Form& form, std::size_t count) {
    for (int i = 0; i < 5; ++i) terms.push_back(random.any());
    const bool is_dataset = can_hold(form.format, AnswerKind::dataset);
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t column = 0; column < form.columns; ++column) {
        const bool may_lack = is_dataset ? column == 3 : !form.is_graph;
        const bool is_iri = (form.is_graph || is_dataset) && column % 2 == 1;
        if (may_lack && random.once_in(4)) {
          cells.emplace_back();
        } else if (row > 0 && cells[cells.size() - form.columns] && random.once_in(2)) {
          cells.push_back(Cell(cells[cells.size() - form.columns]));
        } else if (is_iri || random.once_in(2)) {
          terms.push_back(is_iri ? random.iri() : random.any());
          cells.emplace_back(terms.back().view());
        } else {
          cells.emplace_back(terms[random.below(5)].view());
        }
      }
    }
  }

  std::deque<Term> terms;
  std::vector<Cell> cells;  // row-major
};

// The text of a term as KeyTexts makes it of keys, where the syntax allows it.
std::string text_of(const TermSyntax& syntax, const TermView& term) {
  const bool is_string = term.kind == TermKind::literal && term.datatype == iri::kXsdString;
  const TermSyntax::Plain& plain = term.kind == TermKind::iri ? syntax.iri() : syntax.string();
  std::string made;
  syntax.append(term, made);
  if ((term.kind != TermKind::iri && !is_string) || !plain.special) return made;
  if (plain.special->find(term.text) != term.text.size()) return made;
  const std::string text = std::string(plain.open.view()) + std::string(term.text) + std::string(plain.close.view());
  EXPECT_EQ(text, made);
  return text;
}

std::string written_by_terms(const Form& form, const Rows& rows, std::size_t count) {
  std::string out;
  if (form.is_graph) {
    std::vector<TripleView> triples;
    for (std::size_t row = 0; row < count; ++row) {
      triples.push_back({*rows.cells[3 * row], *rows.cells[3 * row + 1], *rows.cells[3 * row + 2]});
    }
    make_graph_writer(form.format)->triples(triples, out);
  } else {
    const auto writer = make_result_writer(form.format, names_of(form));
    writer->continue_after_rows();
    writer->rows(rows.cells, count, out);
  }
  return out;
}

}  // namespace

TEST(TextRows, AreTheBytesThatTheWritersMakeOfTerms) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    RandomTerms random(seed);
    for (const Form& form : kForms) {
      SCOPED_TRACE(std::string(short_name(form.format)) + ", seed " + std::to_string(seed));
      const std::size_t count = 1 + random.below(60);  // of none nothing is written
      const Rows rows(random, form, count);
      const auto text_rows = make_text_rows(form.format, names_of(form));
      std::deque<WideText> texts;
      std::vector<std::vector<std::string_view>> columns(form.columns);
      for (std::size_t i = 0; i < rows.cells.size(); ++i) {
        columns[i % form.columns].emplace_back();
        if (!rows.cells[i]) continue;
        texts.emplace_back(text_of(text_rows->syntax(i % form.columns), *rows.cells[i]));
        columns[i % form.columns].back() = texts.back().view();
      }
      TextBuffer out;
      const std::vector<TextColumn> views(columns.begin(), columns.end());
      EXPECT_EQ(text_rows->write(views, 0, count, kNoLimit, out), count);
      EXPECT_EQ(out.view(), written_by_terms(form, rows, count));
    }
  }
}

TEST(TextRows, EndAfterTheRowThatReachesTheLimit) {
  const WideText text("<http://a/x>");
  const std::vector<std::string_view> column(5, text.view());
  const std::vector<TextColumn> views(4, column);
  for (const ResultFormat format :
       {ResultFormat::tsv, ResultFormat::nquads, ResultFormat::turtle, ResultFormat::trig}) {
    const std::size_t width = format == ResultFormat::turtle ? 3 : 4;
    const auto rows = make_text_rows(format, std::vector<std::string>(width, "v"));
    TextBuffer out;
    EXPECT_EQ(rows->write(std::span(views).first(width), 2, 5, 1, out), 3u) << short_name(format);
    EXPECT_FALSE(out.empty());
  }
}

TEST(TextRows, HaveTheirFrameAroundASingleTerm) {
  const WideText text("TERM");
  const std::vector<std::string_view> column{text.view()};
  for (const ResultFormat format :
       {ResultFormat::tsv, ResultFormat::csv, ResultFormat::json, ResultFormat::xml, ResultFormat::html}) {
    const auto rows = make_text_rows(format, {"x"});
    TextBuffer out;
    rows->write(std::vector<TextColumn>{column}, 0, 1, kNoLimit, out);
    ASSERT_NE(rows->frame(), nullptr);
    EXPECT_EQ(out.view(), std::string(rows->frame()->open.view()) + "TERM" + std::string(rows->frame()->close.view()));
  }
}

TEST(TextBuffer, KeepsWhatWasWrittenWhenItGrows) {
  TextBuffer buffer;
  std::string expected;
  for (int i = 0; i < 3000; ++i) {
    const WideText text(std::string(static_cast<std::size_t>(i % 300), static_cast<char>('a' + i % 26)));
    i % 3 == 0 ? buffer.append(text.view()) : buffer.append_wide(text.view());
    expected += text.view();
  }
  EXPECT_EQ(buffer.view(), expected);
  buffer.clear();
  buffer.append('x');
  EXPECT_EQ(buffer.view(), "x");
}

TEST(ByteSet, FindsTheSameInWideSteps) {
  constexpr ByteSet set("<>&", 0x00, 0x1f);
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string text(random() % 50, 'a');
    if (!text.empty() && i % 3 > 0) text[random() % text.size()] = '&';
    const WideText wide(text + "<");  // bytes behind the end are not read
    const std::string_view view = wide.view().substr(0, text.size());
    const std::size_t from = random() % (text.size() + 1);
    EXPECT_EQ(set.find_wide(view, from), set.find(view, from));
  }
}

}  // namespace quadrille::results
