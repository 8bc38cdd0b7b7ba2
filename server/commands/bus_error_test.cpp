#include "server/commands/bus_error.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace quadrille::server {

namespace {

// Touches a page of a mapped file that has been truncated.
void touch_what_is_gone(const std::string& path) {
  end_at_bus_errors(3);
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (ftruncate(file, 1 << 20) != 0) abort();
  auto* const bytes = static_cast<volatile char*>(mmap(nullptr, 1 << 20, PROT_READ, MAP_SHARED, file, 0));
  if (ftruncate(file, 0) != 0) abort();
  _exit(bytes[1 << 19]);
}

}  // namespace

TEST(BusError, EndsTheProcessAndNamesImageAndFile) {
  const std::string path = testing::TempDir() + "bus_error_test-" + std::to_string(getpid()) + ".file";
  EXPECT_EXIT(touch_what_is_gone(path), testing::ExitedWithCode(2), "image 3 cannot read " + path);
  unlink(path.c_str());
}

}  // namespace quadrille::server
