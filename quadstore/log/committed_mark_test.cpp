#include "quadstore/log/committed_mark.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::TestFolder;

TEST(CommittedMark, KeepsTheHighest) {
  const TestFolder folder;
  EXPECT_FALSE(CommittedMark::read(folder.path()));
  {
    CommittedMark mark(folder.path(), 5);
    EXPECT_EQ(CommittedMark::read(folder.path()), 5);
    for (const std::uint64_t version : {6, 7, 9, 11, 10}) mark.raise(version);
    EXPECT_EQ(CommittedMark::read(folder.path()), 11);
  }
  EXPECT_EQ(CommittedMark(folder.path(), 3).version(), 11);
}

TEST(CommittedMark, ATornWriteLeavesTheOneBefore) {
  const TestFolder folder;
  {
    CommittedMark mark(folder.path(), 5);
    mark.raise(6);
    mark.raise(7);
  }
  const auto whole = detail::read_whole(folder / "committed");
  for (std::size_t at = 512; at < 544; ++at) {
    auto torn = whole;
    torn[at] ^= 4;
    detail::write_whole(folder / "committed", torn);
    EXPECT_EQ(CommittedMark::read(folder.path()), 6) << at;
    torn[at - 512] ^= 4;
    detail::write_whole(folder / "committed", torn);
    EXPECT_THAT(detail::message_of([&] { CommittedMark::read(folder.path()); }),
                testing::HasSubstr("committed: is damaged"));
  }
  for (const std::size_t size : {0, 1, 31, 32, 511, 512, 543}) {
    auto cut = whole;
    cut.resize(size);
    detail::write_whole(folder / "committed", cut);
    if (size < 32) {
      EXPECT_NE(detail::message_of([&] { CommittedMark::read(folder.path()); }), "");
    } else {
      EXPECT_EQ(CommittedMark::read(folder.path()), 6) << size;
    }
  }
}

}  // namespace
}  // namespace quadrille
