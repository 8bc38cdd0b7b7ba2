#include "pgas/memory_limit.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace quadrille::pgas {

namespace {

class MemoryLimit : public testing::Test {
 protected:
  void SetUp() override {
    root_ = testing::TempDir() + "/memory_limit_" + std::to_string(::getpid());
    write("/proc/meminfo", "MemTotal:       1000 kB\nMemFree: 10 kB\n");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }
  void write(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
    std::ofstream(root_ + path) << text;
  }
  std::string root_;
};

TEST_F(MemoryLimit, WithoutControlGroupsItIsTheRam) {
  EXPECT_EQ(memory_limit_bytes(root_), 1000u * 1024);
}

TEST_F(MemoryLimit, TheTightestGroupAboveUsCounts) {
  write("/proc/self/cgroup", "0::/a/b\n");
  write("/sys/fs/cgroup/a/b/memory.max", "max\n");
  write("/sys/fs/cgroup/a/memory.max", "4096\n");
  EXPECT_EQ(memory_limit_bytes(root_), 4096u);
}

TEST_F(MemoryLimit, VersionOneGroupsCountToo) {
  write("/proc/self/cgroup", "5:cpu:/x\n4:memory:/x\n");
  write("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "8192\n");
  EXPECT_EQ(memory_limit_bytes(root_), 8192u);
}

}  // namespace
}  // namespace quadrille::pgas
