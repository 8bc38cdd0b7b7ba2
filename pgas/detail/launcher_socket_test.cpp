// Values of images over the socket of a launcher. A thread answers as server/launch/detail/process_manager.hpp does.

#include "pgas/detail/launcher_socket.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>

#include "base/error.hpp"
#include "pgas/launch_protocol.hpp"

namespace quadrille::pgas::detail {
namespace {

class LauncherSocketTest : public testing::Test {
 protected:
  LauncherSocketTest() {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()), 0);
    const std::string socket = std::to_string(ends_[1]);
    for (const char* const name : {kGatherVariable, "PMI_FD"}) setenv(name, socket.c_str(), 1);
    setenv("PMI_RANK", "1", 1);
    setenv("PMI_SIZE", "2", 1);
  }
  ~LauncherSocketTest() override {
    for (const char* const name : {kGatherVariable, "PMI_FD", "PMI_RANK", "PMI_SIZE"}) unsetenv(name);
    for (const int end : ends_) close(end);
  }

  // The launcher's side: receives one line, and then sends `answer` in two parts, or ends.
  std::string serve(const std::string& answer) {
    std::string line;
    for (char byte = 0; byte != '\n' && read(ends_[0], &byte, 1) == 1;) line += byte;
    if (answer.empty()) {
      shutdown(ends_[0], SHUT_RDWR);
      return line;
    }
    for (const std::string& part : {answer.substr(0, 7), answer.substr(7)}) {
      EXPECT_EQ(write(ends_[0], part.data(), part.size()), static_cast<ssize_t>(part.size()));
    }
    return line;
  }

  std::array<int, 2> ends_{-1, -1};
};

TEST_F(LauncherSocketTest, IsNotThereWithoutTheLauncher) {
  EXPECT_TRUE(LauncherSocket::find());
  setenv("PMI_FD", "77", 1);  // of a launcher in between
  EXPECT_FALSE(LauncherSocket::find());
  unsetenv("PMI_FD");
  EXPECT_FALSE(LauncherSocket::find());
}

TEST_F(LauncherSocketTest, GathersByRank) {
  LauncherSocket socket = LauncherSocket::find().value();
  EXPECT_EQ(socket.rank(), 1);
  EXPECT_EQ(socket.images(), 2);
  std::string asked;
  std::thread launcher([&] { asked = serve("cmd=gathered value=01020304f0e0d0c0\n"); });
  const std::array<std::uint8_t, 4> mine{0xf0, 0xe0, 0xd0, 0xc0};
  std::array<std::uint8_t, 8> all{};
  socket.gather(mine.data(), all.data(), mine.size());
  launcher.join();
  EXPECT_EQ(asked, "cmd=gather rank=1 value=f0e0d0c0\n");
  EXPECT_EQ(all, (std::array<std::uint8_t, 8>{1, 2, 3, 4, 0xf0, 0xe0, 0xd0, 0xc0}));
}

TEST_F(LauncherSocketTest, TheEndOfTheLauncherIsAnError) {
  LauncherSocket socket = LauncherSocket::find().value();
  std::thread launcher([&] { serve(""); });
  std::array<char, 2> all{};
  EXPECT_THROW(socket.gather("x", all.data(), 1), Error);
  launcher.join();
  socket.meet(std::chrono::milliseconds(10));  // does not wait for anything
}

TEST_F(LauncherSocketTest, TheLastMeetingEndsInTime) {
  LauncherSocket socket = LauncherSocket::find().value();
  socket.meet(std::chrono::milliseconds(10));
}

}  // namespace
}  // namespace quadrille::pgas::detail
