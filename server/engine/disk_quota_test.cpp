#include "server/engine/disk_quota.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

class DiskQuotaTest : public testing::Test {
 protected:
  DiskQuotaTest() { std::filesystem::create_directories(folder_ / "inner"); }
  ~DiskQuotaTest() override { std::filesystem::remove_all(folder_); }
  void write(const char* name, std::size_t bytes) const { std::ofstream(folder_ / name) << std::string(bytes, 'x'); }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("disk-quota-" + std::to_string(getpid()));
};

}  // namespace

TEST_F(DiskQuotaTest, CountsAllFilesOfTheFolder) {
  write("a", 2 * kMiB);
  write("inner/b", kMiB);
  DiskQuota use(folder_, 0);
  EXPECT_GE(use.bytes(), 3 * kMiB);
  EXPECT_LT(use.bytes(), 3 * kMiB + 100'000);
  use.expect_space();
}

TEST_F(DiskQuotaTest, AFullFolderTakesNoChanges) {
  write("a", 2 * kMiB);
  DiskQuota use(folder_, 3 * kMiB);
  use.expect_space();
  write("inner/b", 2 * kMiB);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  try {
    use.expect_space();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::storage_full);
    EXPECT_NE(std::string(error.what()).find("4 MiB on disk and may have 3"), std::string::npos) << error.what();
  }
  std::filesystem::remove(folder_ / "a");
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  use.expect_space();
}

TEST_F(DiskQuotaTest, AMissingFolderHasNothing) {
  DiskQuota use(folder_ / "none", kMiB);
  EXPECT_EQ(use.bytes(), 0u);
}

}  // namespace quadrille::server
