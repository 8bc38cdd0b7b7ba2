#include "server/client/spool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/error.hpp"

namespace quadrille::server {
namespace {

class Numbers final : public ByteSource {
 public:
  explicit Numbers(std::size_t bytes) : left_(bytes) {}
  std::size_t read(std::span<char> to) override {
    const std::size_t count = std::min({to.size(), left_, std::size_t{1000}});
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<char>(left_ - i);
    left_ -= count;
    return count;
  }

 private:
  std::size_t left_;
};

std::string all_of(ByteSource& source) {
  std::string all;
  std::vector<char> piece(4096);
  while (const std::size_t got = source.read(piece)) all.append(piece.data(), got);
  return all;
}

TEST(Spool, GivesBackWhatCameWhateverTheSize) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, kSpoolMemory, kSpoolMemory + 1, 3 * kSpoolMemory}) {
    Numbers first(size), again(size);
    const auto kept = spool(first, ::testing::TempDir(), {});
    EXPECT_TRUE(all_of(*kept) == all_of(again)) << size;
  }
}

TEST(Spool, LeavesNoName) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "spool_test";
  std::filesystem::create_directories(folder);
  Numbers numbers(2 * kSpoolMemory);
  const auto kept = spool(numbers, folder.string(), {});
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  std::filesystem::remove_all(folder);
}

TEST(Spool, EndsWithTheClient) {
  Numbers numbers(1 << 20);
  EXPECT_THROW(spool(numbers, ::testing::TempDir(), [] { return true; }), Error);
}

}  // namespace
}  // namespace quadrille::server
