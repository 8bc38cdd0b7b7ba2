#include "loader/jsonld/json/parse_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "loader/jsonld/json/write_json.hpp"

namespace quadrille::jsonld {

namespace {

// Parses the text and returns the value as JSON, or the error as "LINE:COLUMN: reason".
std::string parsed(std::string_view text, std::size_t deepest = kDeepestNesting) {
  Arena arena;
  std::string result;
  try {
    write_json(result, parse_json(text, arena, deepest));
  } catch (const JsonSyntaxError& error) {
    return fmt::format("{}:{}: {}", error.line(), error.column(), error.reason());
  }
  return result;
}

bool is_accepted(std::string_view text) {
  Arena arena;
  try {
    parse_json(text, arena);
    return true;
  } catch (const JsonSyntaxError&) {
    return false;
  }
}

}  // namespace

TEST(ParseJson, KeepsTheOrderOfMembersAndTheLastOfEqualKeys) {
  EXPECT_EQ(parsed(R"( { "b" : [1, -2.50, 1e2, true, false, null], "a": {"b":"x"}, "b": {} } )"),
            R"({"b":{},"a":{"b":"x"}})");
}

TEST(ParseJson, ReadsEscapesAndSurrogatePairs) {
  EXPECT_EQ(parsed(R"("\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00")"), "\"\\\"\\\\/\\b\\f\\n\\r\\t\xC3\xA9\xF0\x9F\x98\x80\"");
}

TEST(ParseJson, SaysWhereASurrogateIsAlone) {
  EXPECT_EQ(parsed("{\n  \"é\": \"ab\\uD800c\"}").substr(0, 50), "2:11: this is not JSON: an escape is half of a sur");
  EXPECT_TRUE(parsed(R"("\uDC00")").starts_with("1:2: "));
  EXPECT_TRUE(parsed(R"("\uD800\u0041")").starts_with("1:2: "));
}

TEST(ParseJson, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(parsed("[1 2]"), "1:4: this is not JSON: expected ',' or ']', not '2'");
  EXPECT_EQ(parsed("{\"a\" 1}"), "1:6: this is not JSON: expected ':' after a key, not '1'");
  EXPECT_EQ(parsed("[1,\n"), "2:1: this is not JSON: expected a value, not the end of the text");
  EXPECT_EQ(parsed("\"abc"), "1:1: this is not JSON: a string has no closing quotation mark");
  EXPECT_EQ(parsed("1 x"), "1:3: this is not JSON: expected the end of the text, not 'x'");
  EXPECT_EQ(parsed("1e999"), "1:1: this is not JSON: a number is too large");
  EXPECT_EQ(parsed("[\"a\x80\"]"), "1:4: this is not JSON: a string is not UTF-8");
  EXPECT_EQ(parsed("\"a\nb\""),
            "1:3: this is not JSON: a string has a control character; write it as an escape, such as \\n");
}

TEST(ParseJson, RefusesDeepNesting) {
  EXPECT_EQ(parsed("[[1]]", 2), "[[1]]");
  EXPECT_NE(parsed("[[[1]]]", 2).find("nested deeper than 2"), std::string::npos);
  EXPECT_NE(parsed(std::string(100'000, '[')).find("nested deeper than 500"), std::string::npos);
}

TEST(ParseJson, FindsMembersOfLargeObjects) {
  std::string text = "{";
  for (int i = 0; i < 5000; ++i) text += fmt::format("\"key{}\": {},", i % 4000, i);
  text.back() = '}';
  Arena arena;
  const Value value = parse_json(text, arena);
  EXPECT_EQ(value.size(), 4000u);
  EXPECT_EQ(value.at("key7").integer(), 4007);
  EXPECT_EQ(value.at("key3999").integer(), 3999);
  EXPECT_TRUE(value.at("key4000").is_null());
  for (int i = 0; i < 3995; ++i) value.erase("key" + std::to_string(i));
  EXPECT_EQ(value.size(), 5u);
  EXPECT_EQ(value.at("key3998").integer(), 3998);
}

// nlohmann/json judges mutated documents. It reads numbers that are too large as an error, too.
TEST(ParseJson, AcceptsTheTextsThatAnotherParserAccepts) {
  const std::string original =
      R"({"a": [1, -2.5e-3, 0, "x\u00e9\n\"y", true, false, null, {"b": {}}, []], "c\\": "äöü", "": [[0.1]]})";
  const std::string bytes = "{}[]\",:\\u0d8e-+.19 tfn\x01\xC3";
  const auto seed = std::random_device{}();
  std::mt19937 random(seed);
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text = original;
    for (auto changes = random() % 4; changes > 0; --changes) {
      const auto at = random() % text.size();
      const char byte = bytes[random() % bytes.size()];
      random() % 2 == 0   ? text.replace(at, 1, 1, byte)
      : random() % 2 == 0 ? text.erase(at, 1)
                          : text.insert(at, 1, byte);
    }
    const bool expected = nlohmann::json::accept(text);
    ASSERT_EQ(is_accepted(text), expected) << "seed " << seed << ": " << text << " " << parsed(text);
    accepted += expected ? 1 : 0;
    if (!expected) continue;
    ASSERT_EQ(nlohmann::json::parse(parsed(text)), nlohmann::json::parse(text)) << "seed " << seed;
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace quadrille::jsonld
