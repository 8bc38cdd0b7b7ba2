// The check values of the shared folder: data sets made with the published tool.

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lubm/generator.hpp"
#include "lubm/university.hpp"
#include "tests/support/sha256.hpp"
#include "tests/support/shared_data.hpp"

namespace quadrille::lubm {

namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

DataSet data_set_of(const nlohmann::json& row) {
  return {row.at("universities"), row.at("seed"), row.at("start"), row.at("ontology")};
}

std::string text_of(const nlohmann::json& row, const char* key) {
  return row.at(key);
}
std::size_t count_of(const nlohmann::json& row, const char* key) {
  return row.at(key);
}

std::string generated(const DataSet& data_set) {
  std::string text;
  generate(data_set, 2, [&](std::string_view lines) { text.append(lines); });
  return text;
}

std::vector<std::string_view> sorted_unique_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t size = text.find('\n') + 1;
    lines.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

void expect_published(const DataSet& data_set, const nlohmann::json& published) {
  SCOPED_TRACE(published.dump());
  const std::string text = generated(data_set);
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), count_of(published, "lines"));
  EXPECT_EQ(tests::sha256(text), text_of(published, "sha256_generation_order"));
  const std::vector<std::string_view> unique = sorted_unique_lines(text);
  EXPECT_EQ(unique.size(), count_of(published, "distinct_triples"));
  tests::Sha256 sum;
  for (const std::string_view line : unique) sum.add(line);
  EXPECT_EQ(sum.hex(), text_of(published, "sha256_sorted_unique"));
}

class LubmChecksums : public testing::Test {
 protected:
  void SetUp() override {
    const auto file = tests::shared_file("bench/lubm/checksums.json");
    if (!file) GTEST_SKIP() << tests::kNoSharedData;
    checksums_ = nlohmann::json::parse(contents(*file));
  }

  nlohmann::json checksums_;
};

}  // namespace

TEST_F(LubmChecksums, HoldForEveryDataSet) {
  for (const auto& row : checksums_.at("datasets")) expect_published(data_set_of(row), row.at("instance"));
}

TEST_F(LubmChecksums, HoldForSingleUniversitiesOfOtherSeeds) {
  for (const auto& row : checksums_.at("single_universities")) expect_published(data_set_of(row), row);
}

// LUBM(20), (50) and (100) begin alike, so one pass sums them all.
TEST_F(LubmChecksums, HoldForLargerDataSets) {
  tests::Sha256 sum;
  std::uint32_t next = 0;
  for (const auto& row : checksums_.at("larger")) {
    DataSet rest = data_set_of(row);
    rest.start = next;
    rest.universities -= next;
    generate(rest, 2, [&](std::string_view lines) { sum.add(lines); });
    EXPECT_EQ(sum.hex(), text_of(row.at("instance"), "sha256_generation_order")) << row.dump();
    next += rest.universities;
  }
}

TEST_F(LubmChecksums, HoldForEveryDepartmentOfLubm1) {
  const Vocabulary vocabulary;
  University university(vocabulary, 0, 0);
  for (const auto& row : checksums_.at("lubm_1_0").at("departments")) {
    std::string lines;
    university.append_department(lines);
    EXPECT_EQ(tests::sha256(lines), text_of(row, "sha256_generation_order")) << row.dump();
  }
  EXPECT_TRUE(university.finished());
}

TEST(LubmSample, IsMadeLineForLine) {
  const auto file = tests::shared_file("bench/lubm/lubm1.nt.zst");
  if (!file) GTEST_SKIP() << tests::kNoSharedData;
  const std::string packed = contents(*file);
  std::string sample(std::size_t{32} << 20, '\0');
  const std::size_t size = ZSTD_decompress(sample.data(), sample.size(), packed.data(), packed.size());
  ASSERT_FALSE(ZSTD_isError(size)) << ZSTD_getErrorName(size);
  sample.resize(size);

  const std::string text = generated({});
  std::string unique;
  for (const std::string_view line : sorted_unique_lines(text)) unique.append(line);
  EXPECT_TRUE(unique == sample);
}

}  // namespace quadrille::lubm
