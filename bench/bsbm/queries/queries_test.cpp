#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "bench/bsbm/queries/draws.hpp"
#include "parser/query.hpp"
#include "tests/support/shared_data.hpp"

namespace quadrille::bsbm {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string drawn(const UseCase& use_case, const Generator& generator, int number, std::size_t draws = 1) {
  std::string all;
  for (const auto& [name, text] : drawn_queries(use_case, generator, draws, 0)) {
    if (name.starts_with(fmt::format("{}-q{:02}-", use_case.name, number))) all += text;
  }
  return all;
}

// The query without its prefixes, comments, blanks and the case of letters.
std::string essence(std::string text) {
  text = std::regex_replace(text, std::regex("[ \t]#[^\n]*"), "");
  text = std::regex_replace(text, std::regex("prefix[^>]*>", std::regex::icase), "");
  text = std::regex_replace(text, std::regex("\\s"), "");
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char letter) { return std::tolower(letter); });
  return text;
}

// A regular expression of all queries of a template.
std::regex pattern_of(std::string_view text) {
  std::string pattern = std::regex_replace(essence(std::string(text)), std::regex("[.*+?(){}|\\[\\]^$]"), "\\$&");
  pattern = std::regex_replace(pattern, std::regex("%[a-z0-9_]+%"),
                               "(<[^>]*>|[0-9]+(-[0-9]+-[0-9]+)?|[a-z-]+|\"[^\"]*\"\\^\\^<[^>]*>)");
  return std::regex(pattern);
}

TEST(BsbmTemplates, AreTheQueriesOfTheBenchmark) {
  const auto folder = tests::shared_file("bench/bsbm/queries");
  if (!folder) GTEST_SKIP() << tests::kNoSharedData;
  for (const UseCase& use_case : {kExplore, kBusinessIntelligence}) {
    for (const auto& [number, text] : use_case.templates) {
      for (const char* draw : {"01", "20"}) {
        const auto path = *folder / fmt::format("{}-q{:02}-{}.rq", use_case.name, number, draw);
        std::ifstream file(path);
        const std::string theirs{std::istreambuf_iterator<char>(file), {}};
        EXPECT_TRUE(std::regex_match(essence(theirs), pattern_of(text))) << path << "\n"
                                                                         << essence(theirs) << "\n"
                                                                         << essence(std::string(text));
      }
    }
  }
}

TEST(BsbmDraws, AreQueriesWithoutOpenPlaces) {
  const Generator generator({300, 0});
  for (const UseCase& use_case : {kExplore, kBusinessIntelligence}) {
    const auto queries = drawn_queries(use_case, generator, 5, 0);
    EXPECT_EQ(queries.size(), 5 * use_case.templates.size());
    for (const auto& [name, text] : queries) {
      EXPECT_THAT(text, Not(HasSubstr("%"))) << name;
      EXPECT_NO_THROW(parser::parse_query(text)) << name;
    }
  }
}

TEST(BsbmDraws, DependOnTheSeed) {
  const Generator generator({300, 0});
  const auto texts = [&](std::size_t draws, std::uint64_t seed) {
    std::vector<std::string> all;
    for (const auto& query : drawn_queries(kExplore, generator, draws, seed)) all.push_back(query.text);
    return all;
  };
  EXPECT_EQ(texts(3, 7), texts(3, 7));
  EXPECT_NE(texts(3, 7), texts(3, 8));
  EXPECT_EQ(texts(3, 7)[0], texts(1, 7)[0]);
  const auto many = texts(100, 0);
  EXPECT_GT(std::set<std::string>(many.begin(), many.end()).size(), 1100u);
}

// Everything that a query names is in the data.
TEST(BsbmDraws, NameThingsOfTheData) {
  const Generator generator({300, 4});
  std::set<std::string, std::less<>> subjects;
  std::string piece;
  for (std::uint32_t number = 0; number < generator.pieces(); ++number) {
    generator.make_piece(piece, number);
    for (std::size_t at = 0; at < piece.size(); at = piece.find('\n', at) + 1) {
      subjects.insert(piece.substr(at, piece.find(' ', at) - at));
    }
  }
  const std::regex instance("<[^> ]*/instances/[^>]*>");
  for (const UseCase& use_case : {kExplore, kBusinessIntelligence}) {
    for (const auto& [name, text] : drawn_queries(use_case, generator, 50, 1)) {
      for (auto at = std::sregex_iterator(text.begin(), text.end(), instance); at != std::sregex_iterator(); ++at) {
        EXPECT_TRUE(subjects.contains(at->str())) << name << ": " << at->str();
      }
    }
  }
}

TEST(BsbmDraws, GiveATypeItsOwnFeatures) {
  const Generator generator({3'000, 0});
  const TypeTree& types = generator.catalog().types();
  const std::string all = drawn(kExplore, generator, 4, 50);
  const std::regex line("ProductType([0-9]+)>[^%]*?ProductFeature([0-9]+)>[^%]*?ProductFeature([0-9]+)>");
  int found = 0;
  for (auto at = std::sregex_iterator(all.begin(), all.end(), line); at != std::sregex_iterator(); ++at, ++found) {
    const auto type = static_cast<std::uint32_t>(std::stoul(at->str(1)));
    EXPECT_GE(type, types.leaves().first);
    EXPECT_NE(at->str(2), at->str(3));
    for (const int group : {2, 3}) {
      const auto feature = static_cast<std::uint32_t>(std::stoul(at->str(group)));
      bool has = false;
      for (std::uint32_t of = type; of != 0; of = types.parent(of)) {
        has = has || (types.features_of(of).first <= feature && feature <= types.features_of(of).last);
      }
      EXPECT_TRUE(has) << at->str();
    }
  }
  EXPECT_EQ(found, 100);  // two in each query
}

}  // namespace
}  // namespace quadrille::bsbm
