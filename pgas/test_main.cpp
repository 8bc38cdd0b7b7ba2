// main() of test programs that run as several images: one Job for the whole program. Image 0 and failing images report
// results; all return the worst exit code.

#include "pgas/test_main.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

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

}  // namespace

Job& test_job() {
  return *the_job;
}

}  // namespace quadrille::pgas

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
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
