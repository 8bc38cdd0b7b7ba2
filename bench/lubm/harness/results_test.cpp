#include "bench/lubm/harness/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace quadrille::lubm {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Results example() {
  DatabaseResult one;
  one.images = 1;
  one.build = nlohmann::json::parse(R"({"seconds": 1.9, "bytes_per_quad": 7.61, "peak_memory_bytes_per_quad": 54.0,
    "steps": [{"step": "Read RDF", "seconds": 0.5}, {"step": "Index", "seconds": 1.25}]})");
  one.build_seconds = {1.5, 2.0, 4.0};
  one.start_seconds = 0.25;
  one.queries = {{"q1", 4, 4, {0.5, 1.5, 9}}, {"q2", 7, 0, {1, 2, 3}}, {"q3", 6, std::nullopt, {1, 1, 1}}};
  Results results;
  results.program = "quadrille 1";
  results.machine = "2 cores";
  results.sizes.push_back({10, 2'000'000, 0, std::nullopt, {one}, std::nullopt});
  return results;
}

Results with_peer() {
  Results results = example();
  results.sizes[0].peer = PeerResult{"oxigraph 0", {8.0}, 1'000'000};
  return results;
}

TEST(Results, KnowWrongAnswers) {
  EXPECT_EQ(example().wrong_answers(), 1u);
}

TEST(Results, AsMarkdownShowMediansAndWrongRows) {
  const std::string text = to_markdown(example());
  EXPECT_THAT(text, HasSubstr("| LUBM(10) | 1 | 2.0 M | 2.00 | 1.0 M | 1.0 M | 7.6 | 54 | 0.25 |"));
  EXPECT_THAT(text, HasSubstr("| data | images | Read RDF | Index | all |"));
  EXPECT_THAT(text, HasSubstr("| LUBM(10) | 1 | 0.500 | 1.250 | 1.900 |"));
  EXPECT_THAT(text, HasSubstr("| q1 | 4 | 1.50 |"));
  EXPECT_THAT(text, HasSubstr("| q2 | **7, not 0** | 2.00 |"));
  EXPECT_THAT(text, HasSubstr("| q3 | 6 (not known) | 1.00 |"));
  EXPECT_THAT(text, Not(HasSubstr("times as fast")));
}

TEST(Results, CompareThePeerByTheTimeOfTheProgram) {
  const std::string text = to_markdown(with_peer());
  EXPECT_THAT(text, HasSubstr("| LUBM(10) | oxigraph 0 |  | 8.00 | 250.0 k | 1.00 |"));
  EXPECT_THAT(text, HasSubstr("| LUBM(10) | Quadrille | 1 | 2.00 | 1.0 M | 4.00 |"));
}

TEST(Results, AsJsonHoldAllOfIt) {
  const auto json = to_json(with_peer());
  const auto& database = json.at("sizes").at(0).at("databases").at(0);
  EXPECT_EQ(database.at("quads_per_second"), 1'000'000.0);
  EXPECT_EQ(database.at("build").at("steps").size(), 2u);
  EXPECT_EQ(database.at("queries").at(1).at("expected_rows"), 0);
  EXPECT_TRUE(database.at("queries").at(2).at("expected_rows").is_null());
  EXPECT_EQ(database.at("queries").at(0).at("median_ms"), 1.5);
  EXPECT_EQ(json.at("sizes").at(0).at("peer").at("quads_per_second"), 250'000.0);
}

TEST(Results, AsAPictureHaveBuildsStepsAndQueries) {
  const std::string svg = to_svg(with_peer());
  EXPECT_THAT(svg, HasSubstr("<title>1 image, LUBM(10): 1e+06 quads/s</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>oxigraph 0, LUBM(10): 250000 quads/s</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>LUBM(10), 1 image, Index: 1.25 s</title>"));
  EXPECT_THAT(svg, HasSubstr("<title>LUBM(10), 1 image, q2: 2 ms</title>"));
}

}  // namespace
}  // namespace quadrille::lubm
