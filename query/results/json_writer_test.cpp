#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "query/results/result_writer.hpp"
#include "query/results/testing/written_answer.hpp"

namespace quadrille::results {

using testing::written_answer;

namespace {

using Json = nlohmann::json;

// Back from the recommendation's form to a term.
Term read_term(const Json& json) {
  const std::string value = json.at("value");
  if (json.at("type") == "uri") return Term(TermView::iri(value));
  if (json.at("type") == "bnode") return Term(TermView::blank(value));
  if (json.contains("xml:lang")) {
    const std::string language = json.at("xml:lang");
    return Term(TermView::language_string(value, language));
  }
  const std::string datatype = json.value("datatype", std::string(iri::kXsdString));
  return Term(TermView::literal(value, datatype));
}

}  // namespace

TEST(JsonWriter, WritesTheExampleOfTheRecommendation) {
  const std::vector<Cell> cells{TermView::iri("http://example/a"),
                                TermView::string("Alice"),
                                TermView::blank("r1"),
                                TermView::language_string("Bob", "en"),
                                std::nullopt,
                                TermView::literal("1", iri::kXsdInteger)};
  EXPECT_EQ(written_answer(ResultFormat::json, {"x", "name"}, cells, 3),
            R"({"head":{"vars":["x","name"]},"results":{"bindings":[
{"x":{"type":"uri","value":"http://example/a"},"name":{"type":"literal","value":"Alice"}},
{"x":{"type":"bnode","value":"r1"},"name":{"type":"literal","value":"Bob","xml:lang":"en"}},
{"name":{"type":"literal","value":"1","datatype":"http://www.w3.org/2001/XMLSchema#integer"}}
]}}
)");
}

TEST(JsonWriter, AnAnswerWithoutRowsIsWellFormed) {
  const Json json = Json::parse(written_answer(ResultFormat::json, {"x"}, {}, 0));
  EXPECT_EQ(json["results"]["bindings"], Json::array());
}

TEST(JsonWriter, RowsWithoutVariablesAreCounted) {
  const Json json = Json::parse(written_answer(ResultFormat::json, {}, {}, 3));
  EXPECT_EQ(json["head"]["vars"], Json::array());
  EXPECT_EQ(json["results"]["bindings"].size(), 3u);
}

TEST(JsonWriter, EveryTermComesBackThroughAParser) {
  std::mt19937 random(11);
  const std::vector<std::string> letters{std::string(1, '\0'),
                                         "\x01",
                                         "\x1f",
                                         "\x7f",
                                         "\"",
                                         "\\",
                                         "/",
                                         "\n",
                                         "\r",
                                         "\t",
                                         "\b",
                                         "\f",
                                         "a",
                                         "é",
                                         "€",
                                         "😀",
                                         "\u2028",
                                         "<",
                                         "&",
                                         "'"};
  for (int round = 0; round < 1000; ++round) {
    std::string text;
    for (unsigned length = random() % 40; length > 0; --length) text += letters[random() % letters.size()];
    const std::string datatype = "http://a/" + text;
    const std::vector<Cell> cells{TermView::iri(text), TermView::blank("b"), TermView::string(text),
                                  TermView::language_string(text, "de"), TermView::literal(text, datatype)};
    const std::string bytes = written_answer(ResultFormat::json, {"a", "b", "c", "d", "e"}, cells, 1);
    const Json row = Json::parse(bytes)["results"]["bindings"][0];
    const char* names[] = {"a", "b", "c", "d", "e"};
    for (std::size_t i = 0; i < 5; ++i) ASSERT_EQ(read_term(row[names[i]]), Term(*cells[i])) << bytes;
  }
}

TEST(JsonWriter, PiecesOfSeveralWritersMakeOneAnswer) {
  const std::vector<Cell> one{TermView::string("1")};
  const std::vector<Cell> two{TermView::string("2"), TermView::string("3")};
  auto first = make_result_writer(ResultFormat::json, {"x"});
  auto second = make_result_writer(ResultFormat::json, {"x"});
  std::string head, piece1, nothing, piece2, tail;
  first->begin(head);
  first->rows(one, 1, piece1);
  first->rows({}, 0, nothing);
  second->continue_after_rows();
  second->rows(two, 2, piece2);
  first->end(tail);
  EXPECT_EQ(nothing, "");
  EXPECT_EQ(Json::parse(head + piece1 + nothing + piece2 + tail)["results"]["bindings"].size(), 3u);
}

TEST(JsonWriter, ABooleanIsAWholeAnswer) {
  std::string out;
  append_boolean(ResultFormat::json, true, out);
  EXPECT_EQ(Json::parse(out)["boolean"], true);
}

}  // namespace quadrille::results
