#include "loader/build/shared_progress.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

TEST(SharedProgress, TheFirstImageKnowsWhatAllHaveDone) {
  pgas::Team& team = pgas::test_job().team();
  SharedProgress progress(pgas::test_job(), 0, true);
  progress.add(BuildStep::index, {10, 1});
  team.barrier();
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  progress.add(BuildStep::index, {0, 0});  // sends the sum, if it is time
  team.barrier();
  if (team.is_first()) {
    EXPECT_EQ(progress.total(BuildStep::index).items, 10u * static_cast<unsigned>(team.size()));
    EXPECT_EQ(progress.total(BuildStep::index).quads, static_cast<unsigned>(team.size()));
    EXPECT_EQ(progress.total(BuildStep::read_rdf).items, 0u);
  }
  team.barrier();
}

}  // namespace
}  // namespace quadrille
