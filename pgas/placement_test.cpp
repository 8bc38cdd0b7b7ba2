#include "pgas/placement.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "pgas/detail/tier_memory.hpp"

namespace quadrille::pgas {
namespace {

// The message of the Error that `action` throws; empty: none.
template <class Action>
std::string placement_error(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* const word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

Placement placement_with(std::initializer_list<const char*> lines) {
  Placement placement;
  for (const char* const line : lines) placement.add(line);
  return placement;
}

// A host whose nodes are given, and which records what is bound.
class MockHost final : public NumaHost {
 public:
  struct Bound {
    void* begin;
    std::size_t bytes;
    std::optional<int> node;
  };

  explicit MockHost(std::vector<int> nodes, bool has_library = true) : nodes_(nodes), has_library_(has_library) {}
  bool has_library() const override { return has_library_; }
  std::vector<int> nodes() const override { return nodes_; }
  std::size_t free_bytes(int) const override { return 64 << 20; }
  bool bind(void* begin, std::size_t bytes, std::optional<int> node) const override {
    bound.push_back({begin, bytes, node});
    return true;
  }

  mutable std::vector<Bound> bound;

 private:
  std::vector<int> nodes_;
  bool has_library_;
};

TEST(Placement, NamesATierForAStructure) {
  const Placement placement = placement_with({"base=huge", "arena=numa:3", "levels=file:/mnt/a:b", "dictionary=dram"});
  EXPECT_EQ(*placement.tier_of(Structure::base), (Tier{TierKind::huge, 0, {}}));
  EXPECT_EQ(*placement.tier_of(Structure::arena), (Tier{TierKind::node, 3, {}}));
  EXPECT_EQ(text_of(*placement.tier_of(Structure::levels)), "file:/mnt/a:b");
  EXPECT_EQ(text_of(*placement.tier_of(Structure::dictionary)), "dram");
  EXPECT_EQ(placement.tier_of(Structure::analytics), nullptr);
  EXPECT_TRUE(Placement().is_empty());
}

TEST(Placement, PartsOfAnalyticsFollowItUnlessTheyArePlaced) {
  const Placement placement = placement_with({"analytics=file:/a", "analytics-sets=dram"});
  EXPECT_EQ(text_of(*placement.tier_of(Structure::analytics_csr)), "file:/a");
  EXPECT_EQ(text_of(*placement.tier_of(Structure::analytics_sets)), "dram");
  EXPECT_EQ(placement_with({"analytics-csr=huge"}).tier_of(Structure::analytics), nullptr);
}

TEST(Placement, AnErrorNamesWhatIsPossible) {
  Placement placement;
  expect_words(placement_error([&] { placement.add("heap=dram"); }), {"heap", "analytics-csr", "dictionary"});
  for (const char* const line : {"base=disk", "base=numa", "base=numa:x", "base=numa:-1", "base=file:", "base="}) {
    expect_words(placement_error([&] { placement.add(line); }), {line, "numa:interleave", "file:DIR"});
  }
  expect_words(placement_error([&] { placement.add("base"); }), {"STRUCTURE=TIER"});
  placement.add("base=dram");
  expect_words(placement_error([&] { placement.add("base=huge"); }), {"base is placed twice", "dram", "base=huge"});
}

TEST(Placement, AFileHasALineForEachStructure) {
  std::string path = testing::TempDir() + "/placement-XXXXXX";
  close(mkstemp(path.data()));
  std::ofstream(path) << "# where the graphs are\n\n  analytics=no\n";
  Placement placement;
  expect_words(placement_error([&] { placement.add_file(path); }), {path.c_str(), ":3:", "analytics=no"});
  std::ofstream(path) << "# where the graphs are\n\n  analytics=file:/mnt/slow  \r\narena=huge";
  placement.add_file(path);
  EXPECT_EQ(text_of(*placement.tier_of(Structure::analytics)), "file:/mnt/slow");
  EXPECT_EQ(text_of(*placement.tier_of(Structure::arena)), "huge");
  std::remove(path.c_str());
  expect_words(placement_error([&] { Placement().add_file(path); }), {path.c_str(), "No such file"});
}

TEST(Tier, AMissingFolderIsAnError) {
  const auto error_of = [](const std::string& folder) {
    return placement_error([&] { detail::check_tier({TierKind::file, 0, folder}, "analytics", 1, this_numa_host()); });
  };
  expect_words(error_of("/no/such/folder"), {"analytics", "file:/no/such/folder", "make it"});
  expect_words(error_of("/proc/version"), {"analytics", "file:/proc/version", "not a folder"});
  expect_words(error_of("/proc"), {"analytics", "file:/proc", "no file can be made"});
  EXPECT_EQ(error_of(testing::TempDir()), "");
}

TEST(Tier, MissingHugePagesAreAnError) {
  const std::string error = placement_error([&] {
    detail::check_tier({TierKind::huge, 0, {}}, "arena, base", 1 << 20, this_numa_host());
  });
  expect_words(error, {"arena, base", "huge", "pages of 2 MB are free", "vm.nr_hugepages"});
}

TEST(Tier, AnUnknownNodeOrAMissingLibraryIsAnError) {
  const auto error_of = [](const Tier& tier, const MockHost& host) {
    return placement_error([&] { detail::check_tier(tier, "levels", 1, host); });
  };
  expect_words(error_of({TierKind::node, 2, {}}, MockHost({0, 1, 4})), {"levels", "numa:2", "0, 1, 4"});
  EXPECT_EQ(error_of({TierKind::node, 4, {}}, MockHost({0, 1, 4})), "");
  EXPECT_EQ(error_of({TierKind::interleave, 0, {}}, MockHost({0})), "");
  expect_words(error_of({TierKind::interleave, 0, {}}, MockHost({0}, false)), {"libnuma", "install"});
}

TEST(Tier, MemoryIsBoundToItsNodesIfThereAreSeveral) {
  std::byte memory[16];
  const MockHost two({0, 1}), one({0});
  const Tier node{TierKind::node, 1, {}}, all{TierKind::interleave, 0, {}};
  for (const Tier& tier : {node, all, Tier{TierKind::huge, 0, {}}, Tier{}}) {
    detail::bind_to_nodes(tier, memory, sizeof memory, two);
    detail::bind_to_nodes(tier, memory, sizeof memory, one);
  }
  EXPECT_TRUE(one.bound.empty());
  ASSERT_EQ(two.bound.size(), 2u);
  EXPECT_EQ(two.bound[0].begin, memory);
  EXPECT_EQ(two.bound[0].bytes, sizeof memory);
  EXPECT_EQ(two.bound[0].node, 1);
  EXPECT_EQ(two.bound[1].node, std::nullopt);
  EXPECT_EQ(placement_error([&] { detail::expect_room_on_node(node, 64 << 20, two); }), "");
  expect_words(placement_error([&] { detail::expect_room_on_node(node, 65 << 20, two); }),
               {"node 1", "64 MB", "65 MB"});
  EXPECT_EQ(placement_error([&] { detail::expect_room_on_node(node, 65 << 20, one); }), "");
}

TEST(Tier, AFileOfATierHasNoName) {
  const std::string folder = testing::TempDir() + "/tier-" + std::to_string(getpid());
  std::filesystem::create_directory(folder);
  const int fd = detail::make_descriptor({TierKind::file, 0, folder}, detail::kHugePage);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  close(fd);
  std::filesystem::remove(folder);
}

TEST(Numa, TheKernelsOwnMovesAreFound) {
  std::string path = testing::TempDir() + "/balancing-XXXXXX";
  close(mkstemp(path.data()));
  std::ofstream(path) << "1\n";
  EXPECT_TRUE(is_numa_balancing_on(path.c_str()));
  std::ofstream(path) << "0\n";
  EXPECT_FALSE(is_numa_balancing_on(path.c_str()));
  std::remove(path.c_str());
  EXPECT_FALSE(is_numa_balancing_on(path.c_str()));
}

}  // namespace
}  // namespace quadrille::pgas
