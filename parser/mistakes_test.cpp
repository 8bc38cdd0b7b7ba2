#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "parser/testing/algebra_of.hpp"

namespace quadrille::parser {

namespace {

// A block of mistakes.txt.
struct Case {
  int line = 0;
  bool is_update = false;
  std::string text, message;
};

std::vector<Case> read_cases() {
  std::ifstream file(QUADRILLE_SOURCE_DIR "/parser/mistakes.txt");
  std::vector<Case> cases;
  enum class At { outside, text, message } at = At::outside;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line == "query" || line == "update") {
      cases.push_back({number, line == "update", "", ""});
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

}  // namespace

TEST(Mistakes, AreToldSoThatTheyCanBeRepaired) {
  const std::vector<Case> cases = read_cases();
  EXPECT_GE(cases.size(), 100u);
  for (const Case& its : cases) {
    EXPECT_EQ(its.is_update ? error_of_update(its.text) : error_of_query(its.text), its.message)
        << "mistakes.txt:" << its.line << ": " << its.text;
  }
}

}  // namespace quadrille::parser
