#include "server/engine/lane_thread.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <stdexcept>

namespace quadrille::server {
namespace {

TEST(LaneThread, WorksElsewhereAndLowerWhileTheCallerWaits) {
  LaneThread lane;
  const auto priority = [] { return getpriority(PRIO_PROCESS, static_cast<id_t>(gettid())); };
  const int mine = priority();
  std::thread::id id;
  int its = 0;
  lane.run([&] {
    id = std::this_thread::get_id();
    its = priority();
  });
  EXPECT_NE(id, std::this_thread::get_id());
  EXPECT_GT(its, mine);
  EXPECT_EQ(priority(), mine);
}

TEST(LaneThread, ThrowsWhatTheWorkThrowsAndGoesOn) {
  LaneThread lane;
  EXPECT_THROW(lane.run([] { throw std::runtime_error("no"); }), std::runtime_error);
  int done = 0;
  lane.run([&] { ++done; });
  EXPECT_EQ(done, 1);
}

}  // namespace
}  // namespace quadrille::server
