// `quadrille-bench cost` measures each constant of the cost model that names a measurement.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "loader/rdf/testing/temporary_folder.hpp"
#include "tests/support/process.hpp"

namespace quadrille::bench {
namespace {

// The names in square brackets of the table of constants, less those that the table says are not measured.
std::set<std::string> named_constants() {
  std::ifstream file(QUADRILLE_COSTS);
  std::set<std::string> names;
  const std::regex name(R"(constexpr .* \[([a-z-]+)\])");
  for (std::string line; std::getline(file, line);) {
    if (std::smatch found; std::regex_search(line, found, name)) names.insert(found[1]);
  }
  for (const char* unmeasured : {"guess", "margin", "limit"}) names.erase(unmeasured);
  return names;
}

TEST(CostCommand, MeasuresEveryConstantThatNamesAMeasurement) {
  const testing::TemporaryFolder folder;
  const std::string database = (folder.path() / "db").string(), json = (folder.path() / "costs.json").string();
  const auto built = tests::run_command(QUADRILLE " build --lubm 1 --db " + database + " 2>&1");
  ASSERT_EQ(built.exit_code, 0) << built.output;
  const auto ran =
      tests::run_command(QUADRILLE_BENCH " cost --rounds 1 --db " + database + " --json " + json + " 2>&1");
  ASSERT_EQ(ran.exit_code, 0) << ran.output;
  std::ifstream file(json);
  std::set<std::string> measured;
  const std::set<std::string> of_several_images{"move", "semi-join"};
  for (const auto& row : nlohmann::json::parse(file)) {
    const std::string name = row["constant"];
    measured.insert(name);
    EXPECT_GT(row["model"], 0) << name;
    if (of_several_images.contains(name)) continue;
    ASSERT_TRUE(row["ns"].is_number()) << name << ": no such operator in the plan\n" << ran.output;
    EXPECT_GE(row["ns"], 0) << name;
  }
  for (const std::string& name : named_constants()) EXPECT_TRUE(measured.contains(name)) << name;
}

}  // namespace
}  // namespace quadrille::bench
