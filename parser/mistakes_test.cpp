#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "parser/rule_format.hpp"
#include "parser/testing/algebra_of.hpp"

namespace quadrille::parser {

namespace {

// A block of mistakes.txt.
struct Case {
  int line = 0;
  std::string language;  // query, update, or a format of rules
  std::string text, message;
};

std::vector<Case> read_cases() {
  std::ifstream file(QUADRILLE_SOURCE_DIR "/parser/mistakes.txt");
  std::vector<Case> cases;
  enum class At { outside, text, message } at = At::outside;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (at == At::outside && (line == "query" || line == "update" || find_rule_format(line))) {
      cases.push_back({number, line, "", ""});
      at = At::text;
    } else if (line.empty()) {
      at = At::outside;
    } else if (line == "----") {
      at = At::message;
    } else if (at != At::outside) {
      std::string& part = at == At::text ? cases.back().text : cases.back().message;
      part += (part.empty() ? "" : "\n") + line;
    }
  }
  return cases;
}

std::string error_of(const Case& its) {
  if (its.language == "query") return error_of_query(its.text);
  if (its.language == "update") return error_of_update(its.text);
  try {
    parse_rules(*find_rule_format(its.language), its.text, "http://x/");
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST(Mistakes, AreToldSoThatTheyCanBeRepaired) {
  const std::vector<Case> cases = read_cases();
  EXPECT_GE(cases.size(), 100u);
  for (const Case& its : cases) {
    EXPECT_EQ(error_of(its), its.message) << "mistakes.txt:" << its.line << ": " << its.text;
  }
}

}  // namespace quadrille::parser
