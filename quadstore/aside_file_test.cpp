#include "quadstore/aside_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include "quadstore/mapped_file.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::message_of;
using detail::TestFolder;
using ::testing::HasSubstr;

std::vector<std::byte> some_bytes(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 7);
  return bytes;
}

TEST(AsideFile, AppearsWholeWhenFinished) {
  const TestFolder folder;
  const auto bytes = some_bytes(3'000'000);
  AsideFile file(folder / "a");
  for (std::size_t at = 0; at < bytes.size(); at += 70'000) {
    file.write(std::span(bytes).subspan(at, std::min<std::size_t>(70'000, bytes.size() - at)));
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a"));
  const FileSeal seal = file.finish();
  EXPECT_FALSE(std::filesystem::exists(folder / "a.tmp"));
  const MappedFile mapped(folder / "a");
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), mapped.bytes().begin(), mapped.bytes().end()));
  EXPECT_EQ(seal, (FileSeal{bytes.size(), checksum(bytes)}));
  sync_folder(folder.path());
}

TEST(AsideFile, GoesOnAfterAPauseAndNeedsNoDescriptorMeanwhile) {
  const TestFolder folder;
  const auto bytes = some_bytes(3'000'000);
  const auto open_files = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
  };
  const auto before = open_files();
  AsideFile file(folder / "a");
  for (std::size_t at = 0; at < bytes.size(); at += 1'000'000) {
    file.write(std::span(bytes).subspan(at, 1'000'000));
    file.pause();
    EXPECT_EQ(open_files(), before);
  }
  file.pause();
  EXPECT_EQ(file.finish(), (FileSeal{bytes.size(), checksum(bytes)}));
  const MappedFile mapped(folder / "a");
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), mapped.bytes().begin(), mapped.bytes().end()));
}

TEST(AsideFile, LeavesNothingWhenGivenUpInAPause) {
  const TestFolder folder;
  {
    AsideFile file(folder / "a");
    file.write(some_bytes(10));
    file.pause();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(AsideFile, LeavesNothingWhenGivenUp) {
  const TestFolder folder;
  { AsideFile(folder / "a").write(some_bytes(10)); }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(AsideFile, PadsWithZeros) {
  const TestFolder folder;
  AsideFile file(folder / "a");
  file.write(some_bytes(3));
  file.pad_to_multiple_of(256);
  file.pad_to_multiple_of(256);
  EXPECT_EQ(file.finish().size_bytes, 256u);
  EXPECT_EQ(detail::read_whole(folder / "a")[200], 0);
}

TEST(AsideFile, ErrorsNameThePath) {
  EXPECT_THAT(message_of([] { AsideFile("/no/such/folder/a"); }), HasSubstr("/no/such/folder/a"));
  EXPECT_THAT(message_of([] { sync_folder("/no/such/folder"); }), HasSubstr("/no/such/folder"));
}

TEST(AsideFile, AFullDiskIsAnError) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const TestFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "a.tmp");
  AsideFile file(folder / "a");
  file.write(some_bytes(100));
  try {
    file.finish();
    FAIL() << "there is no space";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::storage_full);
    EXPECT_THAT(error.what(), HasSubstr("No space left"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a"));
}

TEST(AsideFile, SoIsALimitOnTheSizeOfFiles) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{1 << 20, before.rlim_max};
  const TestFolder folder;
  AsideFile file(folder / "a");
  ::setrlimit(RLIMIT_FSIZE, &limit);
  try {
    file.write(some_bytes(3 << 20));
    ADD_FAILURE() << "the file is larger than it may be";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::storage_full) << error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
}

TEST(AsideFile, AnotherErrorIsNoFullDisk) {
  try {
    AsideFile("/no/such/folder/a");
    FAIL() << "there is no such folder";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
  }
}

TEST(MappedFile, AnEmptyFileHasNoBytes) {
  const TestFolder folder;
  AsideFile(folder / "a").finish();
  EXPECT_TRUE(MappedFile(folder / "a").bytes().empty());
}

TEST(MappedFile, LiesAtTheAddressThatIsAskedFor) {
  const TestFolder folder;
  AsideFile file(folder / "a");
  file.write(some_bytes(100));
  file.finish();
  std::uintptr_t free_address;
  {
    const MappedFile anywhere(folder / "a");
    free_address = reinterpret_cast<std::uintptr_t>(anywhere.bytes().data());
    EXPECT_THAT(message_of([&] { MappedFile(folder / "a", free_address); }), HasSubstr("cannot map"));
  }
  const MappedFile there(folder / "a", free_address);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(there.bytes().data()), free_address);
}

TEST(MappedFile, ErrorsNameThePath) {
  EXPECT_THAT(message_of([] { MappedFile("/no/such/file"); }), HasSubstr("/no/such/file"));
  EXPECT_THAT(message_of([] { MappedFile("/"); }), HasSubstr("not a file"));
}

}  // namespace
}  // namespace quadrille
