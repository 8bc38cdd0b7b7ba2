#include "server/operations/log_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

class LogFiles : public testing::Test {
 protected:
  LogFiles() { fs::create_directories(folder_); }
  ~LogFiles() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

 private:
  const fs::path folder_ = fs::temp_directory_path() / ("quadrille-log-file-" + std::to_string(getpid()));
};

ErrorKind kind_of_append(LogFile& file) {
  try {
    file.append("x\n");
  } catch (const Error& error) {
    return error.kind();
  }
  return ErrorKind::internal;
}

}  // namespace

TEST_F(LogFiles, AreTheirOwnersAlone) {
  LogFile(path("a")).append("one\n");
  struct stat status {};
  ASSERT_EQ(stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
  LogFile again(path("a"));
  again.append("two\n");
  again.sync();
  EXPECT_EQ(text_of(path("a")), "one\ntwo\n");
}

TEST_F(LogFiles, AreMadeAgainWhenTheyHaveBeenMovedAway) {
  LogFile file(path("a"));
  file.append("one\n");
  fs::rename(path("a"), path("b"));
  file.append("two\n");
  fs::remove(path("a"));
  file.append("three\n");
  EXPECT_EQ(text_of(path("b")), "one\n");
  EXPECT_EQ(text_of(path("a")), "three\n");
}

TEST_F(LogFiles, GoOnAtTheirNewEndWhenTheyHaveBeenTruncated) {
  LogFile file(path("a"));
  file.append("one\n");
  fs::resize_file(path("a"), 0);
  file.append("two\n");
  EXPECT_EQ(text_of(path("a")), "two\n");
}

TEST_F(LogFiles, AFullDiskIsAnErrorOfItsOwnKind) {
  LogFile full("/dev/full");
  EXPECT_EQ(kind_of_append(full), ErrorKind::storage_full);
  EXPECT_THROW(LogFile(path("none/a")), Error);
  EXPECT_THROW(LogFile(path(".")), Error);
}

TEST_F(LogFiles, HaveWholeLinesOfSeveralProcesses) {
  constexpr int kProcesses = 4, kLines = 300;
  for (int process = 0; process < kProcesses; ++process) {
    if (fork() != 0) continue;
    LogFile file(path("a"));
    for (int line = 0; line < kLines; ++line) file.append(std::string(7000, static_cast<char>('a' + process)) + "\n");
    _exit(0);
  }
  for (int process = 0; process < kProcesses; ++process) wait(nullptr);
  std::map<char, int> lines;
  std::ifstream in(path("a"));
  for (std::string line; std::getline(in, line);) {
    ASSERT_EQ(line, std::string(7000, line.at(0)));
    ++lines[line[0]];
  }
  EXPECT_EQ(lines.size(), static_cast<std::size_t>(kProcesses));
  for (const auto& [name, count] : lines) EXPECT_EQ(count, kLines) << name;
}

}  // namespace quadrille::server
