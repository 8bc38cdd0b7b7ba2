#include "server/launch/core_count.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <fstream>

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

// A simulated /proc and /sys. The affinity is the real one of this process.
class CoreCountTest : public testing::Test {
 protected:
  CoreCountTest() : root_(fs::temp_directory_path() / ("core_count." + std::to_string(getpid()))) {}
  ~CoreCountTest() override { fs::remove_all(root_); }

  void put(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << '\n';
  }
  static cpu_set_t affinity() {
    cpu_set_t set;
    sched_getaffinity(0, sizeof(set), &set);
    return set;
  }
  static int cpus() {
    const cpu_set_t set = affinity();
    return CPU_COUNT(&set);
  }

  fs::path root_;
};

}  // namespace

TEST_F(CoreCountTest, WithoutTopologyAndQuotaEveryCpuCounts) {
  EXPECT_EQ(count_usable_cores(root_), cpus());
}

TEST_F(CoreCountTest, ThreadsOfOneCoreCountOnce) {
  const cpu_set_t set = affinity();
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &set)) continue;
    put("sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/thread_siblings_list", "0-1023");
  }
  EXPECT_EQ(count_usable_cores(root_), 1);
}

TEST_F(CoreCountTest, TheQuotaOfAnyGroupAroundBoundsTheNumber) {
  put("proc/self/cgroup", "0::/a/b");
  put("sys/fs/cgroup/a/b/cpu.max", "max 100000");
  EXPECT_EQ(count_usable_cores(root_), cpus());
  put("sys/fs/cgroup/a/cpu.max", "190000 100000");
  EXPECT_EQ(count_usable_cores(root_), 1);
  put("sys/fs/cgroup/a/cpu.max", "10000 100000");
  EXPECT_EQ(count_usable_cores(root_), 1);
}

TEST_F(CoreCountTest, QuotasOfVersionOneCountToo) {
  put("proc/self/cgroup", "5:memory:/x\n4:cpu,cpuacct:/x");
  put("sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us", "-1");
  put("sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us", "100000");
  EXPECT_EQ(count_usable_cores(root_), cpus());
  put("sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us", "100000");
  EXPECT_EQ(count_usable_cores(root_), 1);
}

TEST(CoreCount, ThisMachineHasSome) {
  EXPECT_GE(count_usable_cores(), 1);
}

}  // namespace quadrille::server
