#include "loader/build/shared_files.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

template <class Work>
std::string message_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    return error.what();
  }
  return "no error";
}

TEST(SharedFiles, AreWaitedFor) {
  testing::TemporaryFolder folder;
  std::thread late([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    folder.write("a", "12");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    folder.write("a", "1234");
  });
  await_path(folder.path() / "a", "image 1");
  await_file(folder.path() / "a", 4, "image 1");
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "a"), 4u);
  late.join();
}

TEST(SharedFiles, OneThatNeverComesIsAnErrorThatNamesTheHost) {
  testing::TemporaryFolder folder;
  const auto path = folder.path() / "never";
  EXPECT_THAT(message_of([&] { await_path(path, "the first image"); }),
              AllOf(HasSubstr(fmt::format("host {} cannot see {}", host_name(), path.string())),
                    HasSubstr("the first image"), HasSubstr("file system that all hosts share")));
  folder.write("never", "123");
  EXPECT_THAT(message_of([&] { await_file(path, 4, "image 3"); }), HasSubstr("image 3"));
}

}  // namespace
}  // namespace quadrille
