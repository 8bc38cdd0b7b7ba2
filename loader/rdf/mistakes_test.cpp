#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "loader/rdf/quad_reader.hpp"
#include "loader/rdf/testing/no_sink.hpp"
#include "loader/rdf/testing/text_source.hpp"

namespace quadrille {

namespace {

// A block of mistakes.txt.
struct Case {
  int line = 0;
  std::string extension, text, message;
};

std::vector<Case> read_cases() {
  std::ifstream file(QUADRILLE_SOURCE_DIR "/loader/rdf/mistakes.txt");
  std::vector<Case> cases;
  enum class At { outside, text, message } at = At::outside;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (at == At::outside && line.starts_with('.')) {
      cases.push_back({number, line.substr(1), "", ""});
      at = At::text;
    } else if (line.empty()) {
      at = At::outside;
    } else if (line == "----") {
      at = At::message;
    } else if (at == At::text) {
      cases.back().text += line + "\n";
    } else if (at == At::message) {
      cases.back().message = line;
    }
  }
  return cases;
}

// The first error of the document, empty if there is none.
std::string error_of(const Case& its) {
  const InputFile file{"data." + its.extension, parse_format(its.extension), 0, false};
  const bool is_lines = file.format.syntax == Syntax::ntriples || file.format.syntax == Syntax::nquads;
  ErrorPolicy errors = ErrorPolicy::stop();
  testing::NoSink sink;
  try {
    const auto reader = open_quads(file, std::make_unique<testing::TextSource>(its.text, std::size_t{1} << 16),
                                   {.base = is_lines ? "" : "http://b/", .default_graph = ""}, errors);
    while (reader->read_piece(sink)) {
    }
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST(DataMistakes, AreToldSoThatTheyCanBeRepaired) {
  const std::vector<Case> cases = read_cases();
  EXPECT_GE(cases.size(), 40u);
  for (const Case& its : cases)
    EXPECT_EQ(error_of(its), its.message) << "mistakes.txt:" << its.line << ":\n" << its.text;
}

}  // namespace quadrille
