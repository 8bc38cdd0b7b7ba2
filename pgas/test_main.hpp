#pragma once

// For tests that several images run together: the job they are in. A failed EXPECT on any image fails the program;
// after a failed ASSERT on one image alone the others may wait for it until the test's time is up.

#include "pgas/job.hpp"

namespace quadrille::pgas {

Job& test_job();

}  // namespace quadrille::pgas
