#include "loader/build/build_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace quadrille {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

BuildReport example() {
  BuildReport report;
  report[BuildStep::read_rdf] = {2.0, 500'000'000};
  report[BuildStep::index] = {4.0, 8'000'000};
  report.seconds = 8;
  report.images = 2;
  report.quads_read = 8'000'000;
  report.default_quads = 7'000'000;
  report.named_quads = 500'000;
  report.space.disk_bytes = 75'000'000;
  return report;
}

TEST(BuildReport, TheTableHasALineAStep) {
  const std::string text = example().to_text();
  EXPECT_THAT(text, HasSubstr("Read RDF           2.000  500.0 M bytes      250.0 M           125.0 M\n"));
  EXPECT_THAT(text, HasSubstr("Index              4.000    8.0 M quads        2.0 M             1.0 M\n"));
  EXPECT_THAT(text,
              HasSubstr("7500000 quads (7000000 in the default graph, 500000 in named graphs), 500000 duplicates"));
  EXPECT_THAT(text, HasSubstr("75.0 MB on disk (10.0 bytes a quad)"));
}

TEST(BuildReport, MessagesAreShownWhereThereAreSeveralGroups) {
  BuildReport report = example();
  EXPECT_THAT(report.to_text(), Not(HasSubstr("Messages")));
  report.groups = 2;
  report[BuildStep::index].messages = 24;
  report[BuildStep::index].bytes = 1'500'000;
  report[BuildStep::sort_literals].messages = 16;
  const std::string text = report.to_text();
  EXPECT_THAT(text, HasSubstr("Items/s a process  Messages between groups\n"));
  EXPECT_THAT(text, HasSubstr("1.0 M        24         1.5 MB\n"));
  EXPECT_THAT(text, HasSubstr("500.0 k        40         1.5 MB\n"));
  EXPECT_THAT(text, HasSubstr("2 processes in 2 groups that share memory"));
}

TEST(BuildReport, ThePeopleReadNoWordsOfTheEngine) {
  BuildReport report = example();
  report.groups = 2;
  for (std::size_t step = 0; step < kBuildSteps; ++step) report.steps[step].items = 1;
  for (const char* word : {"HURI", "image", "shard", "heavy", "vocabulary", "Sync", "Ingest", "Checkpoint"}) {
    EXPECT_THAT(report.to_text(), Not(HasSubstr(word)));
  }
}

TEST(BuildReport, SmallSizesAreShownAsBytes) {
  EXPECT_EQ(short_size(0), "0 bytes");
  EXPECT_EQ(short_size(523), "523 bytes");
  EXPECT_EQ(short_size(1234), "1.2 kB");
  EXPECT_EQ(short_size(5'000'000), "5.0 MB");
}

TEST(BuildReport, NothingIsDividedByZero) {
  EXPECT_THAT(BuildReport().to_text(), HasSubstr("0 quads"));
}

TEST(BuildReport, TheSameAsJson) {
  const auto json = nlohmann::json::parse(example().to_json());
  EXPECT_EQ(json.at("steps").size(), kBuildSteps);
  EXPECT_EQ(json.at("steps").at(0).at("step"), "Read RDF");
  EXPECT_EQ(json.at("steps").at(0).at("seconds"), 2.0);
  EXPECT_EQ(json.at("steps").at(0).at("items"), 500'000'000);
  EXPECT_EQ(json.at("steps").at(0).at("unit"), "bytes");
  EXPECT_EQ(json.at("steps").at(0).at("quads_per_second_per_image"), 2'000'000.0);
  EXPECT_EQ(json.at("quads_per_second"), 1'000'000.0);
  EXPECT_EQ(json.at("quads_per_second_per_image"), 500'000.0);
  EXPECT_EQ(json.at("quads"), 7'500'000);
  EXPECT_EQ(json.at("default_quads"), 7'000'000);
  EXPECT_EQ(json.at("bytes_per_quad"), 10.0);
}

TEST(BuildReport, AStepWithNothingToDoIsInTheJsonAndNotInTheTable) {
  EXPECT_THAT(example().to_text(), Not(HasSubstr("Inference")));
  const auto json = nlohmann::json::parse(example().to_json());
  EXPECT_EQ(json.at("steps").at(index(BuildStep::inference)).at("step"), "Inference");
  EXPECT_EQ(json.at("steps").at(index(BuildStep::inference)).at("seconds"), 0.0);
}

TEST(ShortNumber, HasThreeDigitsOrSo) {
  EXPECT_EQ(short_number(0), "0");
  EXPECT_EQ(short_number(999), "999");
  EXPECT_EQ(short_number(1000), "1.0 k");
  EXPECT_EQ(short_number(1'234'567), "1.2 M");
}

}  // namespace
}  // namespace quadrille
