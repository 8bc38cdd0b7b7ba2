#include "server/engine/database_lock.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;

class DatabaseLockTest : public testing::Test {
 protected:
  DatabaseLockTest()
      : directory_(std::filesystem::temp_directory_path() / ("database_lock." + std::to_string(getpid()))) {
    std::filesystem::create_directories(directory_);
  }
  ~DatabaseLockTest() override { std::filesystem::remove_all(directory_); }

  std::string refusal(LockMode mode) {
    try {
      DatabaseLock lock(directory_, mode, "test");
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::user);
      return error.what();
    }
    return "";
  }

  // Starts another process that holds the lock until it is killed.
  pid_t hold(LockMode mode, const std::string& role, int port) {
    int ready[2];
    if (pipe(ready) != 0) abort();
    const pid_t pid = fork();
    if (pid == 0) {
      DatabaseLock lock(directory_, mode, role);
      if (port != 0) lock.announce("127.0.0.1", port);
      [[maybe_unused]] const ssize_t written = write(ready[1], "x", 1);
      for (;;) pause();
    }
    char byte;
    EXPECT_EQ(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return pid;
  }
  static void end(pid_t pid) {
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
  }

  std::filesystem::path directory_;
};

}  // namespace

TEST_F(DatabaseLockTest, ReadersShareItAndABuildWantsItAlone) {
  {
    DatabaseLock first(directory_, LockMode::shared, "query");
    EXPECT_EQ(refusal(LockMode::shared), "");
    EXPECT_THAT(refusal(LockMode::exclusive), HasSubstr("is in use by"));
  }
  DatabaseLock build(directory_, LockMode::exclusive, "build");
  EXPECT_THAT(refusal(LockMode::shared), HasSubstr("(build)"));
  EXPECT_THAT(refusal(LockMode::exclusive), HasSubstr("(build)"));
}

TEST_F(DatabaseLockTest, TheHolderIsNamed) {
  const pid_t server = hold(LockMode::shared, "serve", 3756);
  EXPECT_EQ(refusal(LockMode::exclusive), "the database " + directory_.string() + " is in use by process " +
                                              std::to_string(server) + " (serve on 127.0.0.1:3756)");
  const auto found = find_server(directory_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->pid, server);
  EXPECT_EQ(found->port, 3756);
  end(server);
}

TEST_F(DatabaseLockTest, AllHoldersAreKnownUntilTheyLeave) {
  const pid_t server = hold(LockMode::shared, "serve", 1);
  {
    DatabaseLock query(directory_, LockMode::shared, "query");
    EXPECT_EQ(lock_holders(directory_).size(), 2u);
  }
  ASSERT_EQ(lock_holders(directory_).size(), 1u);
  EXPECT_EQ(lock_holders(directory_)[0].role, "serve");
  end(server);
}

TEST_F(DatabaseLockTest, TheLockOfAKilledProcessIsGone) {
  end(hold(LockMode::exclusive, "build", 0));
  EXPECT_TRUE(lock_holders(directory_).empty());
  EXPECT_EQ(refusal(LockMode::exclusive), "");
  end(hold(LockMode::shared, "serve", 1));
  EXPECT_EQ(find_server(directory_), std::nullopt);
}

// Its parent has not asked for its status yet.
TEST_F(DatabaseLockTest, AnEndedProcessIsNoHolder) {
  const pid_t server = hold(LockMode::shared, "serve", 1);
  ASSERT_TRUE(find_server(directory_));
  kill(server, SIGKILL);
  siginfo_t ended{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(server), &ended, WEXITED | WNOWAIT), 0);
  EXPECT_EQ(find_server(directory_), std::nullopt);
  EXPECT_TRUE(lock_holders(directory_).empty());
  waitpid(server, nullptr, 0);
}

TEST_F(DatabaseLockTest, AProcessThatOnlyHasTheSameIdIsNotTheHolder) {
  std::array<char, 256> machine{};
  gethostname(machine.data(), machine.size() - 1);
  nlohmann::json entry{{"pid", getpid()}, {"started", 1}, {"machine", machine.data()},
                       {"role", "serve"}, {"host", "h"},  {"port", 1}};
  std::ofstream(directory_ / "lock") << nlohmann::json::array({entry});
  EXPECT_TRUE(lock_holders(directory_).empty());
}

TEST_F(DatabaseLockTest, EntriesOfOtherMachinesGoWhenNobodyHoldsTheLock) {
  std::ofstream(directory_ / "lock") << R"([{"pid":7,"started":1,"machine":"far","role":"serve","host":"h","port":1}])";
  EXPECT_EQ(lock_holders(directory_).size(), 1u);
  EXPECT_EQ(find_server(directory_), std::nullopt);
  DatabaseLock lock(directory_, LockMode::shared, "query");
  ASSERT_EQ(lock_holders(directory_).size(), 1u);
  EXPECT_EQ(lock_holders(directory_)[0].role, "query");
}

TEST_F(DatabaseLockTest, WhateverStandsInTheFileTheLockWorks) {
  for (const char* text : {"", "{", "[1,{\"pid\":\"x\"},null]", "{\"pid\":1}", "[{\"pid\":1,\"machine\":2}]"}) {
    std::ofstream(directory_ / "lock") << text;
    EXPECT_TRUE(lock_holders(directory_).empty()) << text;
    EXPECT_EQ(refusal(LockMode::exclusive), "") << text;
  }
}

TEST_F(DatabaseLockTest, WhoHasItHasThatOfTheDirectoryThatIsThere) {
  const std::filesystem::path next = directory_.string() + ".next";
  std::atomic<bool> ends = false;
  std::atomic<int> replaced = 0;
  std::thread replaces([&] {
    while (!ends) {
      try {
        const DatabaseLock lock(directory_, LockMode::exclusive, "build");
        std::filesystem::create_directories(next);
        renameat2(AT_FDCWD, next.c_str(), AT_FDCWD, directory_.c_str(), RENAME_EXCHANGE);
        std::filesystem::remove_all(next);
        ++replaced;
      } catch (const Error&) {  // in use
      }
    }
  });
  int held = 0;
  while (held < 200 || replaced < 200) {
    try {
      const DatabaseLock lock(directory_, LockMode::shared, "serve");
      ++held;
      EXPECT_THAT(refusal(LockMode::exclusive), HasSubstr("in use"));
    } catch (const Error&) {
    }
  }
  ends = true;
  replaces.join();
}

TEST_F(DatabaseLockTest, WhoMayNotWriteInTheDirectoryReadsIt) {
  std::filesystem::permissions(directory_, std::filesystem::perms(0555));
  for (const LockMode mode : {LockMode::shared, LockMode::exclusive}) {
    const auto try_as_another = [&] {
      if (geteuid() == 0 && seteuid(65534) != 0) _exit(1);
      std::fputs(refusal(mode).c_str(), stderr);
      _exit(0);
    };
    EXPECT_EXIT(try_as_another(), testing::ExitedWithCode(0), "/lock: Permission denied");
  }
}

TEST_F(DatabaseLockTest, WithoutADirectoryThereIsAnError) {
  std::filesystem::remove_all(directory_);
  EXPECT_THAT(refusal(LockMode::shared), HasSubstr("No such file"));
  EXPECT_THAT(refusal(LockMode::exclusive), HasSubstr("No such file"));
  EXPECT_TRUE(lock_holders(directory_).empty());
}

}  // namespace quadrille::server
