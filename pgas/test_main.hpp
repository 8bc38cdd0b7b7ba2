#pragma once

// For tests on several images: the job of the test program. A failed EXPECT on any image fails the program; after a
// failed ASSERT on only one image, the others may wait for it until the test's timeout.

#include "pgas/job.hpp"

namespace quadrille::pgas {

Job& test_job();

inline Team& test_team() {
  return test_job().team();
}

}  // namespace quadrille::pgas
