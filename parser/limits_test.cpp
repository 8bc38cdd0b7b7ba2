// Texts that are too deep, too long or random: a result or an error, never a crash.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <random>

#include "base/error.hpp"
#include "base/longest_term.hpp"
#include "parser/query.hpp"
#include "parser/testing/algebra_of.hpp"
#include "parser/testing/manifest_reader.hpp"

namespace quadrille::parser {

namespace {

using ::testing::HasSubstr;

std::string repeat(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

// Deep texts need up to 3 MB of stack; the sanitizers make frames several times as large.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kStackBytes = std::size_t{64} << 20;
#else
constexpr std::size_t kStackBytes = std::size_t{4} << 20;
#endif

// Runs `body` in a thread with kStackBytes of stack, independent of the machine's limit.
void with_known_stack(void (*body)()) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    reinterpret_cast<void (*)()>(argument)();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, reinterpret_cast<void*>(body)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

void expect_deep_texts_parse() {
  EXPECT_EQ(error_of_query("ASK " + repeat("{", 500) + repeat("}", 500)), "");
  EXPECT_EQ(error_of_query("ASK { <s> <p> " + repeat("[<q> ", 499) + "1" + repeat("]", 499) + " }"), "");
  EXPECT_EQ(error_of_query("ASK { <s> " + repeat("(", 499) + "<p>" + repeat(")*", 499) + " 1 }"), "");
  EXPECT_EQ(error_of_query("ASK { <s> " + repeat("^(<p>/", 499) + "<p>" + repeat(")", 499) + " 1 }"), "");
  EXPECT_EQ(error_of_query("ASK { FILTER(" + repeat("?x + 1 * (", 498) + "1" + repeat(")", 498) + ") }"), "");
  EXPECT_EQ(error_of_query("ASK { FILTER(" + repeat("?x || !(", 498) + "1" + repeat(")", 498) + ") }"), "");
  EXPECT_EQ(error_of_query("ASK { FILTER(" + repeat("<f>(1, ", 498) + "1" + repeat(")", 498) + ") }"), "");
  EXPECT_EQ(error_of_query("ASK { FILTER(" + repeat("?x IN (1, ", 498) + "1" + repeat(")", 498) + ") }"), "");
  EXPECT_EQ(error_of_query("ASK " + repeat("{ GRAPH ?g ", 499) + "{ }" + repeat("}", 499)), "");
  EXPECT_EQ(error_of_query("ASK " + repeat("{ { } OPTIONAL ", 499) + "{ }" + repeat("}", 499)), "");
  EXPECT_EQ(error_of_query("ASK { <s> <p> " + repeat("(1 ", 499) + repeat(")", 499) + " }"), "");
  EXPECT_EQ(error_of_update("INSERT DATA { <s> <p> " + repeat("(", 499) + "1" + repeat(")", 499) + " }"), "");
  EXPECT_EQ(error_of_query("ASK " + repeat("{ FILTER EXISTS ", 499) + "{ }" + repeat("}", 499)), "");
  EXPECT_EQ(error_of_query("SELECT * " + repeat("{ SELECT * ", 499) + "{ }" + repeat("}", 499)), "");
}

}  // namespace

TEST(Limits, BracketsNestFiveHundredDeep) {
  const std::string deep = "ASK { FILTER" + repeat("(", 499) + "1" + repeat(")", 499) + " }";
  EXPECT_EQ(error_of_query(deep), "");
  const std::string deeper = "ASK { FILTER" + repeat("(", 500) + "1" + repeat(")", 500) + " }";
  EXPECT_EQ(error_of_query(deeper),
            "line 1, column 512: braces, brackets and parentheses nest more than 500 deep, which is the limit; "
            "nest less deeply");
  EXPECT_THAT(error_of_update("INSERT DATA { <s> <p> " + repeat("(", 500)), HasSubstr("nest more than 500 deep"));
  with_known_stack(expect_deep_texts_parse);
}

TEST(Limits, LongListsAreNoMatter) {
  constexpr std::size_t kMany = 20'000;
  EXPECT_EQ(error_of_query("ASK { " + repeat("?s <p> ?o . ", kMany) + "}"), "");
  EXPECT_EQ(error_of_query("ASK { ?s <p> ?o " + repeat("; <p> ?o ", kMany) + "}"), "");
  EXPECT_EQ(error_of_query("ASK { " + repeat("{ ?s <p> ?o } UNION ", kMany) + "{ } }"), "");
  EXPECT_EQ(error_of_query("ASK { " + repeat("{ ?s <p> ?o } ", kMany) + "}"), "");
  EXPECT_EQ(error_of_query("ASK { FILTER(?x = 1" + repeat(" || ?x = 1", kMany) + ") }"), "");
  EXPECT_EQ(error_of_query("ASK { FILTER(?x = 1" + repeat(" && ?x = 1", kMany) + ") }"), "");
  EXPECT_EQ(error_of_query("ASK { FILTER(?x IN (1" + repeat(", 1", kMany) + ")) }"), "");
  EXPECT_EQ(error_of_query("ASK { ?s <p>" + repeat("|<p>", kMany) + " ?o }"), "");
  EXPECT_EQ(error_of_query("ASK { ?s <p>" + repeat("/<p>", kMany) + " ?o }"), "");
  EXPECT_EQ(error_of_query("ASK { ?s <p> (" + repeat("1 ", kMany) + ") }"), "");
  EXPECT_EQ(error_of_update(repeat("CLEAR ALL ; ", kMany)), "");
  EXPECT_EQ(error_of_query(repeat("PREFIX : <x> ", kMany) + "ASK { }"), "");
}

std::string numbered(std::string_view before, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += std::string(before) + std::to_string(i) + " ";
  return all;
}

// The time for many different names grows with their number, not with its square.
TEST(Limits, ManyNamesAreNoMatter) {
  constexpr std::size_t kMany = 100'000;
  EXPECT_EQ(error_of_query("SELECT " + numbered("?v", kMany) + "{ }"), "");
  EXPECT_EQ(error_of_query("SELECT * { VALUES (" + numbered("?v", kMany) + ") { } }"), "");
  EXPECT_EQ(error_of_query("SELECT " + numbered("?v", kMany) + "{ } GROUP BY " + numbered("?v", kMany)), "");
  EXPECT_EQ(error_of_query("SELECT * { ?s ?p ?o } ORDER BY " + numbered("?v", kMany)), "");
  EXPECT_EQ(error_of_query("ASK { ?s ?p 0 " + numbered(", ?v", kMany) + "}"), "");
}

TEST(Limits, WhatMakesTreesDeepIsRefused) {
  EXPECT_THAT(error_of_query("ASK { " + repeat("OPTIONAL { ?s <p> ?o } ", 5'000) + "}"),
              HasSubstr("the pattern nests operators more than 2000 deep"));
  EXPECT_THAT(error_of_query("ASK { FILTER(1" + repeat(" + 1", 5'000) + ") }"),
              HasSubstr("an expression has more than 2000 operators in a row"));
  const std::string many = repeat("OPTIONAL { } ", 1'000);
  EXPECT_THAT(error_of_query("ASK { " + repeat("OPTIONAL { FILTER EXISTS { ", 200) + repeat("} } " + many, 200) + "}"),
              HasSubstr("the pattern nests operators more than 2000 deep"));
  EXPECT_EQ(error_of_query("ASK { FILTER(1" + repeat(" + 1", 1'500) + ") }"), "");
  EXPECT_EQ(error_of_query("ASK { " + repeat("OPTIONAL { ?s <p> ?o } ", 1'500) + "}"), "");
}

// Every query and update of the suites with random changes: it parses, or is a syntax error, or not supported.
TEST(Limits, ALiteralThatNoDatabaseCanKeepIsRefusedByItsPlace) {
  const std::string text = "INSERT DATA {\n <a> <b> \"" + std::string(kLongestTermBytes + 1, 'x') + "\" }";
  try {
    parse_update(text, "http://x/");
    FAIL() << "was parsed";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::syntax);
    EXPECT_THAT(error.what(), HasSubstr("line 2, column 10: a term of 67108865 bytes is longer than the limit"));
  }
}

TEST(Limits, NonsenseIsASyntaxError) {
  const auto shared = shared_data();
  if (shared.empty()) GTEST_SKIP() << "the test suites are not there; set QUADRILLE_SHARED to their folder";
  const unsigned seed = 11;
  std::mt19937 random(seed);
  SCOPED_TRACE(seed);
  const std::vector<std::string> pieces = {
      "{",        "}",    "(",           ")",      "[",        "]",        ".",        ";",     ",",
      "<x>",      "?v",   "_:b",         "a",      "1",        "-1.5",     "\"s\"",    "@en",   "^^",
      "SELECT",   "*",    "FILTER",      "EXISTS", "VALUES",   "GROUP BY", "COUNT(*)", "AS ?w", "UNION",
      "OPTIONAL", "BIND", "INSERT DATA", "WHERE",  "GRAPH",    "\\u0041",  "\\",       "\"",    "'''",
      "#",        "|",    "/",           "!",      "DISTINCT", "UNDEF",    "NOT",      "\xC3"};
  std::size_t num_good = 0, num_bad = 0;
  for (const char* extension : {".rq", ".ru"}) {
    for (const auto& file : files_below(shared / "w3c/sparql", extension)) {
      const std::string text = read_text(file);
      for (int change = 0; change < 20; ++change) {
        std::string changed = text;
        const int num_edits = 1 + static_cast<int>(random() % 4);
        for (int i = 0; i < num_edits; ++i) {
          const std::size_t at = random() % (changed.size() + 1);
          if (random() % 3 == 0) changed.erase(at, random() % 8);
          changed.insert(std::min(at, changed.size()), " " + pieces[random() % pieces.size()] + " ");
        }
        const std::string error =
            *extension == '.' && std::string(extension) == ".rq" ? error_of_query(changed) : error_of_update(changed);
        ++(error.empty() ? num_good : num_bad);
        const bool is_told = error.starts_with("line ") || error.starts_with("unsupported: line ");
        ASSERT_TRUE(error.empty() || is_told) << error << "\n" << changed;
      }
    }
  }
  EXPECT_GT(num_good, 100u);
  EXPECT_GT(num_bad, 1'000u);
}

}  // namespace quadrille::parser
