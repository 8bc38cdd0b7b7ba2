#include "quadstore/log/log_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>

#include "quadstore/detail/test_folder.hpp"

namespace quadrille {
namespace {

TEST(LogLock, IsHeldByOneAtATime) {
  const detail::TestFolder folder;
  auto first = std::make_unique<LogLock>(folder / "log");
  EXPECT_THAT(detail::message_of([&] { LogLock second(folder / "log"); }),
              testing::HasSubstr("process " + std::to_string(::getpid()) + " on "));
  first.reset();
  const LogLock second(folder / "log");
}

}  // namespace
}  // namespace quadrille
