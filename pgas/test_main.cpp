// main() of test programs that run as several images: one Job for the whole program. Image 0 and failing images report
// results; all return the worst exit code. `--sources=a_test.cpp,b_test.cpp` runs only the tests of these sources.

#include "pgas/test_main.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>

#include "pgas/placed_memory.hpp"

namespace quadrille::pgas {

namespace {
Job* the_job = nullptr;

// QUADRILLE_TEST_PLACEMENT: lines of a policy for memory, separated by blanks.
void place_as_wanted() {
  const char* const wanted = std::getenv("QUADRILLE_TEST_PLACEMENT");
  std::istringstream lines(wanted ? wanted : "");
  Placement placement;
  for (std::string line; lines >> line;) placement.add(line);
  set_placement(placement);
}

// Runs the tests of these sources only: names divided by commas.
void choose_sources(std::string_view sources) {
  const std::string wanted = "," + std::string(sources) + ",";
  std::string filter;
  const auto& all = *testing::UnitTest::GetInstance();
  for (int number = 0; number < all.total_test_suite_count(); ++number) {
    const testing::TestSuite& suite = *all.GetTestSuite(number);
    for (int test = 0; test < suite.total_test_count(); ++test) {
      const testing::TestInfo& info = *suite.GetTestInfo(test);
      const std::string source = std::filesystem::path(info.file()).filename();
      if (wanted.find("," + source + ",") == std::string::npos) continue;
      filter += std::string(suite.name()) + "." + info.name() + ":";
    }
  }
  if (filter.empty()) {
    std::fprintf(stderr, "no test is in %s\n", std::string(sources).c_str());
    std::exit(2);
  }
  GTEST_FLAG_SET(filter, filter);
}

}  // namespace

Job& test_job() {
  return *the_job;
}

}  // namespace quadrille::pgas

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view kSources = "--sources=";
  for (int place = 1; place < argc; ++place) {
    const std::string_view word = argv[place];
    if (word.starts_with(kSources)) quadrille::pgas::choose_sources(word.substr(kSources.size()));
  }
  quadrille::pgas::place_as_wanted();
  quadrille::pgas::JobOptions options;
  options.memory_bytes = std::size_t{2} << 30;
  options.lanes = 4;
  quadrille::pgas::Job job(options);
  quadrille::pgas::the_job = &job;
  if (!job.is_first()) {
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
  }
  const int mine = RUN_ALL_TESTS();
  if (mine != 0 && !job.is_first()) {
    std::fprintf(stderr, "image %d: %d tests failed\n", index(job.this_image()),
                 testing::UnitTest::GetInstance()->failed_test_count());
    const auto* unit_test = testing::UnitTest::GetInstance();
    for (int suite = 0; suite < unit_test->total_test_suite_count(); ++suite) {
      const auto* tests = unit_test->GetTestSuite(suite);
      for (int test = 0; test < tests->total_test_count(); ++test) {
        const auto* result = tests->GetTestInfo(test)->result();
        for (int part = 0; part < result->total_part_count(); ++part) {
          if (result->GetTestPartResult(part).failed()) {
            std::fprintf(stderr, "%s:%d: %s\n", result->GetTestPartResult(part).file_name(),
                         result->GetTestPartResult(part).line_number(), result->GetTestPartResult(part).message());
          }
        }
      }
    }
  }
  return job.team().max(mine);
}
