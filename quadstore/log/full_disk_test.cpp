// A full disk: updates are refused as such, nothing is damaged, and when there is room they go on.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/error.hpp"
#include "quadstore/log/log_lock.hpp"
#include "quadstore/log/testing/log_folder.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::TestFolder;
using testing_log::all_lines_of;
using testing_log::Logs;
using testing_log::read_log;

constexpr int kLines = 3000;

// Commits until the disk is full; returns the last version that is committed.
std::uint64_t fill(Logs& logs, std::uint64_t at_most) {
  for (;;) {
    const std::uint64_t version = logs[0].version() + 1;
    EXPECT_LT(version, at_most);
    if (version >= at_most) return version - 1;
    try {
      logs[0].settle();
      logs.commit(version, kLines);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::storage_full) << error.what();
      for (int image = 0; image < logs.size(); ++image) logs[image].abandon(version);
      return version - 1;
    }
  }
}

void expect_refused(Logs& logs) {
  const std::uint64_t version = logs[0].version() + 1;
  try {
    logs[0].settle();
    logs.commit(version, kLines);
    // Opening anew may have made room for one.
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::storage_full) << error.what();
    for (int image = 0; image < logs.size(); ++image) logs[image].abandon(version);
  }
}

void expect_whole(const std::filesystem::path& log, std::uint64_t last, int images) {
  auto found = read_log(log);
  ASSERT_EQ(found.committed, last);
  for (std::uint64_t version = 1; version <= last; ++version)
    ASSERT_TRUE(found.lines[version] == all_lines_of(version, images, kLines)) << version;
}

template <class MakeRoom>
void fill_and_go_on(const std::filesystem::path& log, int images, MakeRoom make_room) {
  std::uint64_t last = 0;
  {
    Logs logs(log, images, 0);
    last = fill(logs, 1000);
    EXPECT_GT(last, 2);
    for (int i = 0; i < 3; ++i) expect_refused(logs);
    last = logs[0].version();
    make_room();
    for (int i = 0; i < 3; ++i) {
      logs[0].settle();
      logs.commit(++last, kLines);
    }
  }
  expect_whole(log, last, images);
}

TEST(FullDisk, OfAFileSystem) {
  // A small one of our own, where the kernel lets users mount (in a namespace that ends with this program).
  const auto user = ::getuid();
  const auto group = ::getgid();
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) GTEST_SKIP() << "no namespaces: " << std::strerror(errno);
  std::ofstream("/proc/self/setgroups") << "deny";
  std::ofstream("/proc/self/uid_map") << "0 " << user << " 1";
  std::ofstream("/proc/self/gid_map") << "0 " << group << " 1";
  for (const int images : {1, 3}) {
    const TestFolder folder;
    if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=24m") != 0)
      GTEST_SKIP() << "no mounting: " << std::strerror(errno);
    fill_and_go_on(folder / "log", images, [&] {
      ASSERT_EQ(::mount("none", folder.path().c_str(), "tmpfs", MS_REMOUNT, "size=200m"), 0) << std::strerror(errno);
    });
    ::umount2(folder.path().c_str(), MNT_DETACH);
  }
}

TEST(FullDisk, OrALimitOnTheSizeOfFiles) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  for (const int images : {1, 3}) {
    const TestFolder folder;
    rlimit limit = before;
    limit.rlim_cur = 3 << 20;
    ::setrlimit(RLIMIT_FSIZE, &limit);
    fill_and_go_on(folder / "log", images, [&] { ::setrlimit(RLIMIT_FSIZE, &before); });
  }
}

TEST(FullDisk, WhatIsCommittedIsReadFromIt) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const TestFolder folder;
  std::uint64_t last = 0;
  rlimit limit = before;
  limit.rlim_cur = 3 << 20;
  ::setrlimit(RLIMIT_FSIZE, &limit);
  {
    Logs logs(folder / "log", 1, 0);
    last = fill(logs, 1000);
  }
  expect_whole(folder / "log", last, 1);
  ::setrlimit(RLIMIT_FSIZE, &before);
  expect_whole(folder / "log", last, 1);
}

}  // namespace
}  // namespace quadrille
