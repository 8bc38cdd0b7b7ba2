#include "quadstore/log/log_lock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>

#include "quadstore/testing/test_folder.hpp"

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

TEST(LogLock, IsSharedByReadersAlone) {
  const detail::TestFolder folder;
  const LogLock nothing_there(folder / "log", LogLock::Use::read);
  std::make_unique<LogLock>(folder / "log").reset();
  auto reader = std::make_unique<LogLock>(folder / "log", LogLock::Use::read);
  const LogLock second(folder / "log", LogLock::Use::read);
  EXPECT_THAT(detail::message_of([&] { LogLock writer(folder / "log"); }), testing::HasSubstr("is in use"));
}

}  // namespace
}  // namespace quadrille
