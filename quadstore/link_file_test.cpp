#include "quadstore/link_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "base/error.hpp"

namespace quadrille {
namespace {

namespace fs = std::filesystem;

class LinkFile : public ::testing::Test {
 protected:
  LinkFile() : folder_(fs::path(::testing::TempDir()) / ("link_file_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
    AsideFile file(folder_ / "from");
    file.write(std::as_bytes(std::span("some bytes")));
    seal_ = file.finish();
  }
  ~LinkFile() override { fs::remove_all(folder_); }

  std::string text(const fs::path& path) const {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path folder_;
  FileSeal seal_;
};

TEST_F(LinkFile, HasTwoNamesAndOneBody) {
  link_or_copy(folder_ / "from", folder_ / "to", seal_);
  EXPECT_EQ(fs::hard_link_count(folder_ / "from"), 2u);
  const std::string before = text(folder_ / "from");
  fs::remove(folder_ / "from");
  EXPECT_EQ(text(folder_ / "to"), before);
}

TEST_F(LinkFile, ACopyHasTheSameBytes) {
  copy_file(folder_ / "from", folder_ / "to", seal_);
  EXPECT_EQ(fs::hard_link_count(folder_ / "from"), 1u);
  EXPECT_EQ(text(folder_ / "to"), text(folder_ / "from"));
}

TEST_F(LinkFile, DamageIsNotCopied) {
  std::ofstream(folder_ / "from") << "other bytes";
  EXPECT_THROW(copy_file(folder_ / "from", folder_ / "to", seal_), Error);
  EXPECT_FALSE(fs::exists(folder_ / "to"));
}

TEST_F(LinkFile, APlaceThatIsTakenIsAnError) {
  link_or_copy(folder_ / "from", folder_ / "to", seal_);
  EXPECT_THROW(link_or_copy(folder_ / "from", folder_ / "to", seal_), Error);
}

}  // namespace
}  // namespace quadrille
