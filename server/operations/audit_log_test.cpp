#include "server/operations/audit_log.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

class AuditLogs : public testing::Test {
 protected:
  ~AuditLogs() override { fs::remove(path_); }
  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    std::ifstream in(path_);
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
  }
  const std::string path_ = fs::temp_directory_path() / ("quadrille-audit-log-" + std::to_string(getpid()));
};

// No file of this process can grow beyond `bytes` while this lives.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit low{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &low);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

}  // namespace

TEST_F(AuditLogs, HaveAllEntriesOfAllThreads) {
  constexpr int kThreads = 8, kEach = 50;
  AuditLog log({.file = path_});
  std::vector<std::thread> threads;
  for (int number = 0; number < kThreads; ++number) {
    threads.emplace_back([&, number] {
      for (int i = 0; i < kEach; ++i) log.write(std::to_string(number * kEach + i) + "\n");
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto all = lines();
  EXPECT_EQ(all.size(), std::size_t{kThreads * kEach});
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
}

TEST_F(AuditLogs, RefuseWhatCannotBeWrittenAndKeepResults) {
  std::vector<std::string> reports;
  AuditLog log({.file = path_, .report = [&](const std::string& message) { reports.push_back(message); }});
  log.write("before\n");
  {
    const FileSizeLimit limit(10);  // a part of the next line would fit
    EXPECT_THROW(log.write("an intent\n"), Error);
    EXPECT_THROW(log.write_result("a result\n"), Error);
    EXPECT_THROW(log.write("a second intent\n"), Error);
    EXPECT_EQ(lines(), std::vector<std::string>{"before"});
  }
  EXPECT_EQ(reports.size(), 1u);
  log.write("after\n");
  EXPECT_EQ(lines(), (std::vector<std::string>{"before", "a result", "after"}));
  EXPECT_EQ(reports.size(), 2u);
}

TEST_F(AuditLogs, AFullDiskIsAnErrorOfItsOwnKind) {
  AuditLog full({.file = "/dev/full"});
  try {
    full.write("x\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::storage_full);
  }
}

TEST_F(AuditLogs, HaveEventsOfTheServer) {
  const std::vector<std::string> settings{"port=3756"};
  AuditLog({.file = path_}).write_event("start", "1.0", settings);
  ASSERT_EQ(lines().size(), 1u);
  EXPECT_TRUE(lines()[0].ends_with(" audit event=start version=1.0 settings=[\"port=3756\"]")) << lines()[0];
}

}  // namespace quadrille::server
