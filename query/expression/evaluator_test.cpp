#include "query/expression/evaluator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "parser/query.hpp"
#include "query/expression/testing/calculator.hpp"
#include "query/expression/testing/test_dictionary.hpp"

namespace quadrille::query {
namespace {

// A table with the columns ?a, ?b, ... of terms, and expressions over them.
class EvaluatorTest : public testing::Test {
 protected:
  static constexpr std::string_view kNone = "-";  // an unbound place

  // One column for each vector; "-" is unbound. The terms have stable HURIs.
  void set_columns(std::vector<std::vector<std::string_view>> columns) {
    std::vector<Term> terms;
    for (const auto& column : columns) {
      for (const std::string_view text : column) {
        if (text != kNone) terms.push_back(parse_term(text));
      }
    }
    dictionary_ = std::make_unique<TestDictionary>(terms);
    context_ = std::make_unique<EvaluationContext>(*dictionary_, arena_);
    context_->blank_prefix = "t";
    context_->find = [this](std::span<const TermView> asked, std::span<Huri> out) { dictionary_->find(asked, out); };
    for (const auto& column : columns) {
      auto& huris = columns_.emplace_back();
      for (const std::string_view text : column) {
        huris.push_back(text == kNone ? kUnbound : dictionary_->huri(parse_term(text)));
      }
    }
    for (const auto& huris : columns_) spans_.push_back(huris);
    batch_.rows = columns_.front().size();
    batch_.columns = spans_;
  }

  // The expression's evaluator; variables are columns by their letter.
  Evaluator compile(std::string_view text) {
    queries_.push_back(std::make_unique<parser::Query>(
        parser::parse_query("PREFIX : <http://example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
                            "SELECT * { FILTER(" +
                            std::string(text) + ") }")));
    const parser::Query& query = *queries_.back();
    VariableColumns places;
    for (const std::string& name : query.variables) {
      const auto column = static_cast<std::size_t>(name[0] - 'a');
      const bool known = name.size() == 1 && column < columns_.size();
      places.push_back(known ? std::optional(static_cast<ColumnIndex>(column)) : std::nullopt);
    }
    const parser::Algebra* node = query.where.get();
    while (!std::holds_alternative<parser::Filter>(node->node))
      node = std::get<parser::Project>(node->node).child.get();
    return Evaluator(std::get<parser::Filter>(node->node).conditions.at(0), places, *context_);
  }

  // "tfe.": a letter a row, "." for rows that are not selected.
  std::string condition(std::string_view text) {
    std::vector<Truth> truths(batch_.rows, Truth::no);
    compile(text).condition(batch_, truths);
    std::string letters(batch_.rows, '.');
    Rows(batch_).for_each([&](RowNumber row) {
      letters[row] = truths[row] == Truth::yes ? 't' : truths[row] == Truth::no ? 'f' : 'e';
    });
    return letters;
  }

  std::vector<std::string> values(std::string_view text) {
    std::vector<Value> out(batch_.rows);
    compile(text).evaluate(batch_, out);
    read_values(*context_, batch_, out);
    std::vector<std::string> texts;
    for (const Value& value : out) texts.push_back(to_text(value));
    return texts;
  }

  // The reads of a condition: number of calls and of HURIs.
  std::pair<std::size_t, std::size_t> reads_of(std::string_view text) {
    Evaluator evaluator = compile(text);
    dictionary_->calls = 0;
    dictionary_->asked_for.clear();
    std::vector<Truth> truths(batch_.rows);
    evaluator.condition(batch_, truths);
    return {dictionary_->calls, dictionary_->asked_for.size()};
  }

  std::pmr::monotonic_buffer_resource arena_;
  std::unique_ptr<TestDictionary> dictionary_;
  std::unique_ptr<EvaluationContext> context_;
  std::vector<std::vector<Huri>> columns_;
  std::vector<std::span<const Huri>> spans_;
  std::vector<std::unique_ptr<parser::Query>> queries_;
  Batch batch_;
};

TEST_F(EvaluatorTest, OnlySelectedRowsAreLookedAt) {
  set_columns({{"1", "2", "3", "4"}});
  EXPECT_EQ(condition("?a > 2"), "fftt");
  const std::vector<RowNumber> selection = {1, 2};
  batch_.selection = selection;
  EXPECT_EQ(condition("?a > 2"), ".ft.");
  EXPECT_EQ(condition("?a > 1 && ?a < 3 || false"), ".tf.");
}

TEST_F(EvaluatorTest, AnEmptyBatchIsEvaluated) {
  set_columns({{}});
  EXPECT_EQ(condition("?a > 2 || REGEX(?a, \"x\")"), "");
}

TEST_F(EvaluatorTest, BoundLooksAtTheColumn) {
  set_columns({{"1", "-"}});
  EXPECT_EQ(condition("BOUND(?a)"), "tf");
  EXPECT_EQ(condition("!BOUND(?a)"), "ft");
  EXPECT_EQ(condition("COALESCE(?a, 7) = 7"), "ft");
}

// 1000 parts work in what two have taken, and evaluators of one context share it.
TEST_F(EvaluatorTest, BuffersAreAsManyAsTheExpressionIsDeep) {
  set_columns({{"1", "2", "3", "4"}});
  const std::string part =
      "(STRLEN(CONCAT(STR(?a), \"x\")) = ?a || ?a IN (5, ?a - 1) || IF(?a < 3, false, COALESCE(?b, false)))";
  std::string many = part;
  for (int number = 1; number < 1000; ++number) many += " || " + part;
  Evaluator of_few = compile(part + " || " + part), of_many = compile(many);
  std::size_t charged = 0;
  context_->charge = [&](std::size_t bytes) { charged += bytes; };
  std::vector<Truth> truths(batch_.rows);
  of_few.condition(batch_, truths);
  EXPECT_GT(std::exchange(charged, 0), 0u);
  of_many.condition(batch_, truths);
  EXPECT_LT(charged, 1000u);  // a long chain is a little deeper
  EXPECT_EQ(condition(many), "ftff");
}

TEST_F(EvaluatorTest, AnUnchangedTermComesOutWithItsHuri) {
  set_columns({{":x", R"("01"^^xsd:integer)", R"("s"@en)"}});
  std::vector<Value> out(3);
  compile("IF(true, ?a, 1)").evaluate(batch_, out);
  for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(out[row].huri(), columns_[0][row]);
  EXPECT_EQ(dictionary_->calls, 0u);
}

// E3
TEST_F(EvaluatorTest, NoTextIsReadThatIsNotNeeded) {
  set_columns({{":x", R"("text")", "7", R"("t"@en)"}, {":x", R"("text")", "7", R"("u"@en)"}});
  for (const char* text : {"isIRI(?a)", "BOUND(?a) && ?a = ?b", "sameTerm(?a, ?b)", "?a < ?b", "?a = :x", "?a != 7"}) {
    EXPECT_EQ(reads_of(text).second, 0u) << text;
  }
  EXPECT_EQ(reads_of("LANG(?a) = \"en\"").second, 1u);
  EXPECT_EQ(reads_of("DATATYPE(?a) = xsd:string").second, 0u);
  EXPECT_EQ(reads_of("STRLEN(?a) > 1").second, 2u);
}

TEST_F(EvaluatorTest, WithoutVolatileTermsAndLongNumbersAndTypedLiteralsComparingReadsNothing) {
  set_columns({{":x", R"("text")", "7", R"("t"@en)", ":z"}, {":x", R"("text")", "7", R"("u"@en)", ":y"}});
  context_->volatile_terms = false;
  context_->column_kinds = kAllKinds.without({HuriKind::number, HuriKind::temporal, HuriKind::typed});
  for (const char* text : {"?a = :x", "?a != ?b", "?a > 5", "?a < \"text\"", "sameTerm(?a, ?b)", "?a IN (:x, :y, 7)",
                           "?a <= ?b", "isIRI(?a) && ?a = ?b"}) {
    EXPECT_EQ(reads_of(text).first, 0u) << text;
  }
  EXPECT_EQ(reads_of("?a = \"unknown\"").first, 1u);
}

TEST_F(EvaluatorTest, ATextIsReadOnceABatch) {
  set_columns({{R"("x")", R"("x")", R"("y")"}});
  EXPECT_EQ(reads_of("STRLEN(?a) = 1 && CONTAINS(?a, \"x\") && UCASE(?a) = \"X\"").second, 2u);
}

// E2: the number of reads does not depend on the rows.
TEST_F(EvaluatorTest, EveryFetchPointIsPassedWhateverTheRows) {
  const char* expressions[] = {
      "STRLEN(?a) > 1 || CONTAINS(STR(?b), \"x\")",
      "IF(?a = \"x\", STRLEN(?b), LANG(?a))",
      "COALESCE(STRLEN(?a), UCASE(?b), ?a) = ?b",
      "?a IN (1, ?b, \"x\", :x)",
      "REGEX(?a, ?b) && !(?a = ?b) && ?a < ?b",
      "YEAR(?a) = 2024 || xsd:integer(?a) + ?b > 3 || ?a",
      "?a = :x || :y != ?b",
  };
  for (const char* text : expressions) {
    std::vector<std::size_t> calls;
    for (const auto& columns : std::vector<std::vector<std::vector<std::string_view>>>{
             {{}, {}},
             {{"-"}, {"-"}},
             {{":x", R"("x")", "1", R"("x"^^:t)"}, {R"("x")", ":y", R"("2"^^:t)", "99999999999999999999999"}}}) {
      columns_.clear();
      spans_.clear();
      set_columns(columns);
      calls.push_back(reads_of(text).first);
    }
    EXPECT_EQ(calls, std::vector<std::size_t>(3, calls[0])) << text;
  }
}

TEST_F(EvaluatorTest, ExistsIsAskedForTheRowsThatNeedIt) {
  set_columns({{"1", "2", "3"}});
  std::vector<std::vector<RowNumber>> asked;
  context_->exists = [&](const parser::Expression& expression, const Batch& batch, std::span<bool> out) {
    EXPECT_NE(expression.pattern, nullptr);
    auto& rows = asked.emplace_back();
    Rows(batch).for_each([&](RowNumber row) {
      rows.push_back(row);
      out[row] = row == 1;
    });
  };
  EXPECT_EQ(condition("EXISTS { ?a ?a ?a }"), "ftf");
  EXPECT_EQ(condition("NOT EXISTS { ?a ?a ?a }"), "tft");
  EXPECT_EQ(condition("?a > 1 && EXISTS { ?a ?a ?a }"), "ftf");
  EXPECT_EQ(condition("false && EXISTS { ?a ?a ?a }"), "fff");
  EXPECT_EQ(asked, (std::vector<std::vector<RowNumber>>{{0, 1, 2}, {0, 1, 2}, {1, 2}, {}}));
}

TEST_F(EvaluatorTest, BlankNodesOfAName) {
  set_columns({{R"("n")", R"("n")", R"("m")"}});
  std::vector<Value> first(3), second(3);
  compile("BNODE(?a)").evaluate(batch_, first);
  compile("BNODE(?a)").evaluate(batch_, second);
  for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(first[row].text(), second[row].text());
  EXPECT_NE(first[0].text(), first[1].text());
  batch_.first_solution = 1;  // row 0 is now the solution that row 1 was
  compile("BNODE(?a)").evaluate(batch_, second);
  EXPECT_EQ(second[0].text(), first[1].text());
}

TEST_F(EvaluatorTest, PatternsMayComeFromAColumn) {
  set_columns({{R"("abc")", R"("abc")", R"("abc")", R"("abc")"}, {R"("b")", R"("^b")", R"("(")", R"("b")"}});
  EXPECT_EQ(condition("REGEX(?a, ?b)"), "tfet");
}

TEST_F(EvaluatorTest, AnUnknownFunctionIsAnErrorOfTheQuery) {
  set_columns({{"1"}});
  try {
    compile(":unknown(?a)");
    FAIL() << "was compiled";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_NE(std::string(error.what()).find("http://example/unknown"), std::string::npos) << error.what();
  }
}

TEST_F(EvaluatorTest, AnAlmostKnownFunctionIsNamed) {
  set_columns({{"1"}});
  try {
    compile("<http://www.w3.org/2001/XMLSchema#dateTim>(?a)");
    FAIL() << "was compiled";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean <http://www.w3.org/2001/XMLSchema#dateTime>?"),
              std::string::npos)
        << error.what();
  }
}

TEST_F(EvaluatorTest, TheDeadlineIsLookedAtForEveryBatch) {
  set_columns({{"1"}});
  context_->check = [] { fail(ErrorKind::timeout, "too late"); };
  std::vector<Truth> truths(1);
  Evaluator evaluator = compile("?a = 1");
  EXPECT_THROW(evaluator.condition(batch_, truths), Error);
}

TEST_F(EvaluatorTest, AnEvaluatorMayBeMoved) {
  set_columns({{R"("abc")"}});
  std::vector<Evaluator> evaluators;
  evaluators.push_back(compile("CONCAT(?a, \"def\")"));
  evaluators.push_back(compile("?a"));
  std::vector<Value> out(1);
  evaluators[0].evaluate(batch_, out);
  EXPECT_EQ(to_text(out[0]), R"("abcdef")");
}

// {P} = {P FILTER c} + {P FILTER !c} + {P FILTER !COALESCE(c || !c, false)}, over all pairs of some terms.
TEST_F(EvaluatorTest, EveryRowIsInOnePartOfAPartition) {
  const std::vector<std::string_view> terms = {"-",
                                               ":x",
                                               ":y",
                                               R"("")",
                                               R"("x")",
                                               R"("x"@en)",
                                               "0",
                                               "1",
                                               "1.0",
                                               "99999999999999999999999",
                                               R"("NaN"^^xsd:double)",
                                               "true",
                                               R"("2006-08-23"^^xsd:date)",
                                               R"("2006-08-23Z"^^xsd:date)",
                                               R"("2006-08-23T12:00:00.5"^^xsd:dateTime)",
                                               R"("x"^^:t)",
                                               R"("y"^^:t)",
                                               R"("abc"^^xsd:integer)"};
  std::vector<std::vector<std::string_view>> columns(2);
  for (const std::string_view a : terms) {
    for (const std::string_view b : terms) {
      columns[0].push_back(a);
      columns[1].push_back(b);
    }
  }
  set_columns(columns);
  for (const std::string c :
       {"?a = ?b", "?a != ?b", "?a < ?b", "?a >= ?b", "?a && ?b", "?a || ?b", "?a IN (?b, 1, \"x\")",
        "sameTerm(?a, ?b)", "?a + ?b > 1", "REGEX(?a, ?b)", "?a = 1", "?a < 1.5", "1 <= ?b", "?a != \"x\"", "?a = :x",
        "?a > \"2006-08-22\"^^xsd:date", "STRSTARTS(?a, ?b)"}) {
    const std::string yes = condition(c);
    const std::string no = condition("!(" + c + ")");
    const std::string error = condition("!COALESCE((" + c + ") || !(" + c + "), false)");
    for (std::size_t row = 0; row < yes.size(); ++row) {
      const int parts = (yes[row] == 't') + (no[row] == 't') + (error[row] == 't');
      EXPECT_EQ(parts, 1) << c << " with " << columns[0][row] << " and " << columns[1][row];
      EXPECT_EQ(yes[row] == 'e', error[row] == 't') << c;
    }
  }
}

// Equal or less by one kernel, equal or less by every other: a column, a constant and a computed value agree.
TEST_F(EvaluatorTest, AllWaysToCompareAgree) {
  const std::vector<std::string_view> terms = {":x",
                                               R"("x")",
                                               R"("y")",
                                               R"("x"@en)",
                                               "0",
                                               "-1",
                                               "1",
                                               R"("01"^^xsd:byte)",
                                               "1.0",
                                               "1.5",
                                               "1e0",
                                               "0.1",
                                               "0.1e0",
                                               R"("0.1"^^xsd:float)",
                                               "99999999999999999999999",
                                               "1e23",
                                               R"("NaN"^^xsd:double)",
                                               R"("INF"^^xsd:double)",
                                               R"("-0"^^xsd:integer)",
                                               R"("2006-08-23"^^xsd:date)",
                                               R"("2006-08-23Z"^^xsd:date)",
                                               R"("2006-08-24"^^xsd:date)",
                                               R"("2006-08-23T12:00:00.5"^^xsd:dateTime)",
                                               R"("2006-08-23T12:00:00.5Z"^^xsd:dateTime)",
                                               R"("2006-08-23T13:00:00+01:00"^^xsd:dateTime)",
                                               R"("x"^^:t)",
                                               "9007199254740992e0",
                                               "9007199254740993"};
  set_columns({terms});
  for (const std::string_view constant : terms) {
    for (const std::string op : {" = ", " != ", " < ", " <= ", " > ", " >= "}) {
      context_->volatile_terms = true;
      const std::string generic = condition("COALESCE(?a)" + op + "IF(BOUND(?a), " + std::string(constant) + ", ?a)");
      for (const bool volatile_terms : {true, false}) {
        context_->volatile_terms = volatile_terms;
        EXPECT_EQ(condition("?a" + op + std::string(constant)), generic) << op << constant;
        if (op == " = ") {
          EXPECT_EQ(condition("?a IN (" + std::string(constant) + ")"), generic) << constant;
        }
      }
    }
  }
}

// A costly function of one column is computed once for each term: the values are those of every row alone.
TEST_F(EvaluatorTest, ValuesOfRepeatedTermsAreKept) {
  const std::vector<std::string_view> terms = {"1.5",        "\"7\"", "\"1e3\"@en", "-",
                                               "<http://a>", "\"\"",  "\"x7\"",     "3e0"};
  std::vector<std::string_view> columns[2];
  for (std::size_t row = 0; row < 6000; ++row) {
    columns[0].push_back(terms[row * row % 7 % terms.size()]);
    columns[1].push_back(terms[row % terms.size()]);
  }
  set_columns({columns[0], columns[1]});
  const Huri made = dictionary_->huri(parse_term("\"made 7\""), true);
  for (std::size_t row = 0; row < columns_[0].size(); row += 5) columns_[0][row] = made;
  spans_ = {columns_[0], columns_[1]};
  for (const std::string_view text :
       {"<http://www.w3.org/2001/XMLSchema#float>(STR(?a))", "REGEX(STR(?a), \"7\")", "STRLEN(?a)", "UCASE(STR(?a))",
        "STRLEN(?a) + STRLEN(STR(?b))", "CONTAINS(STR(?a), STR(?b))", "STRLEN(CONCAT(STR(?b), \"7\")) > 3",
        "STRLEN(COALESCE(?b, ?a))", "IF(STRSTARTS(STR(?a), \"7\"), 1, 2)", "xsd:integer(xsd:string(?b)) = 7"}) {
    SCOPED_TRACE(text);
    Evaluator together = compile(text);
    std::vector<Value> out(batch_.rows), alone(batch_.rows);
    for (int batch = 0; batch < 3; ++batch) {
      out.assign(batch_.rows, Value());
      together.evaluate(batch_, out);
      read_values(*context_, batch_, out);
    }
    for (RowNumber row = 0; row < batch_.rows; row += 13) {
      Batch one = batch_;
      one.selection = std::span(&row, 1);
      compile(text).evaluate(one, alone);
      read_values(*context_, one, alone);
      ASSERT_EQ(to_text(out[row]), to_text(alone[row])) << row;
    }
  }
}

TEST_F(EvaluatorTest, AKeptValueNeedsNoTextAndTermsThatDoNotRepeatAreNotKept) {
  std::vector<std::string> different;
  for (int i = 0; i < 8000; ++i) different.push_back("\"" + std::to_string(i) + "\"");
  std::vector<std::string_view> few, many;
  for (int i = 0; i < 8000; ++i) few.push_back(different[i % 100]), many.push_back(different[i]);
  set_columns({few, many});
  const auto asked = [&](Evaluator& evaluator) {
    dictionary_->asked_for.clear();
    const std::size_t calls = dictionary_->calls;
    std::vector<Truth> truths(batch_.rows);
    evaluator.condition(batch_, truths);
    EXPECT_EQ(dictionary_->calls, calls + 1);
    EXPECT_EQ(std::count(truths.begin(), truths.end(), Truth::error), 0);
    return dictionary_->asked_for.size();
  };
  Evaluator of_few = compile("REGEX(?a, \"7$\")"), of_many = compile("REGEX(?b, \"7$\")");
  EXPECT_EQ(asked(of_few), 100);
  EXPECT_EQ(asked(of_few), 0);
  EXPECT_EQ(asked(of_many), 8000);
  EXPECT_EQ(asked(of_many), 8000);
}

}  // namespace
}  // namespace quadrille::query
