#include "bench/query/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace quadrille::bench {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

AnswerTimes times(std::uint64_t rows, std::vector<double> ms) {
  return {rows, 77, 100, std::move(ms), {}};
}

Comparison example() {
  Comparison all{"Title", "2 cores", {1, 3, 60}, {}, {}};
  all.servers = {
      {"A", "http://a", ServerRole::ours}, {"O", "http://o", ServerRole::peer}, {"F", "http://f", ServerRole::peer}};
  all.queries = {{"q1", 4, {times(4, {1, 2, 9}), times(4, {4, 8, 8}), times(4, {20, 20, 20})}},
                 {"q2", std::nullopt, {times(7, {1, 1, 1}), times(7, {3, 3, 3}), times(7, {2, 2, 2})}}};
  return all;
}

TEST(Comparison, HoldsAgainstTheBestPeer) {
  const Comparison all = example();
  EXPECT_EQ(all.factor(0, 0), 4);
  EXPECT_EQ(all.factor(1, 0), 2);
  EXPECT_EQ(all.factor(0, 1), std::nullopt);
  EXPECT_NEAR(*all.mean_factor(0), std::sqrt(8.0), 1e-9);
  EXPECT_NEAR(*all.mean_ms(0), std::sqrt(2.0), 1e-9);
  EXPECT_EQ(all.faults(), 0u);
  EXPECT_THAT(all.remarks(), IsEmpty());
}

TEST(Comparison, HoldsAgainstTheFirstWherethereAreNoPeers) {
  Comparison all = example();
  for (ComparedServer& server : all.servers) server.role = ServerRole::ours;
  EXPECT_EQ(all.factor(0, 0), std::nullopt);
  EXPECT_EQ(all.factor(0, 1), 0.25);
  EXPECT_THAT(to_markdown(all), HasSubstr("| A / O | A / F |"));
}

TEST(Comparison, TellsWhatIsWrong) {
  Comparison all = example();
  all.queries[0].times[0].rows = 5;
  all.queries[1].times[1].digest = 78;
  all.queries[1].times[2] = {0, 0, 0, {}, "no answer"};
  EXPECT_EQ(all.faults(), 1u);  // of ours
  EXPECT_THAT(all.remarks(), ElementsAre("q1, A: 5 rows, expected 4",
                                         "q2, O: as many rows as the first, but with other spellings or contents",
                                         "q2, F: no answer"));
  EXPECT_EQ(all.factor(1, 0), 3);  // of those that answer
}

TEST(Comparison, AsMarkdownHasMediansAndFactors) {
  const std::string text = to_markdown(example());
  EXPECT_THAT(text, HasSubstr("| ms | rows | A | O | F | best peer / A |"));
  EXPECT_THAT(text, HasSubstr("| q1 | 4 | 2.00 | 8.00 | 20.0 | 4.00 |"));
  EXPECT_THAT(text, HasSubstr("| geometric mean | | 1.41 |"));
}

TEST(Comparison, AsJsonAndPictureHasAllOfIt) {
  const auto json = nlohmann::json::parse(to_json(example()));
  EXPECT_EQ(json.at("queries").at(0).at("answers").at(0).at("median_ms"), 2.0);
  EXPECT_EQ(json.at("queries").at(0).at("answers").at(0).at("p99_ms"), 9.0);
  EXPECT_EQ(json.at("queries").at(0).at("expected_rows"), 4);
  EXPECT_TRUE(json.at("queries").at(1).at("expected_rows").is_null());
  EXPECT_EQ(json.at("servers").at(1).at("role"), "peer");
  EXPECT_THAT(to_svg(example()), HasSubstr("<title>O, q1: 8 ms</title>"));
}

TEST(Quantile, IsOneOfTheValues) {
  const std::vector<double> ms{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_EQ(quantile(ms, 0.5), 5);
  EXPECT_EQ(quantile(ms, 0.99), 10);
  EXPECT_EQ(quantile(ms, 0), 1);
  EXPECT_EQ(median(ms), 6);
}

}  // namespace
}  // namespace quadrille::bench
