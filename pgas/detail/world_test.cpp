// MPI runs if and only if a launcher has started the images. The tests of this program are run in both ways.

#include <gtest/gtest.h>
#include <mpi.h>

#include "pgas/detail/launched.hpp"
#include "pgas/test_main.hpp"

namespace quadrille::pgas::detail {
namespace {

TEST(World, AnImageWithoutALauncherStartsNoMpi) {
  int is_running = 0;
  MPI_Initialized(&is_running);
  EXPECT_EQ(is_running != 0, is_launched());
  if (!is_launched()) {
    EXPECT_EQ(test_job().num_images(), 1);
  }
}

}  // namespace
}  // namespace quadrille::pgas::detail
