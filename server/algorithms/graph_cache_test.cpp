#include "server/algorithms/graph_cache.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "pgas/address_space.hpp"
#include "pgas/shared_object.hpp"

namespace quadrille::server {
namespace {

using Key = GraphCache::Key;

constexpr std::size_t kGranule = pgas::Heap::kGranule;

// A cache of four granules in a heap.
class Graphs : public testing::Test {
 protected:
  Graphs()
      : object_(mapped()),
        heap_(object_, 0),
        registry_(32 * kGranule, {[this](std::size_t bytes) { return heap_.try_set_aside(bytes); },
                                  [this](std::size_t bytes) { heap_.give_back(bytes); }}) {}

  static pgas::SharedObject mapped() {
    auto object = pgas::SharedObject::create(pgas::SharedObjectKind::memfd, 64 * kGranule, "graphs");
    object.map(pgas::kHeapsBase);
    return object;
  }
  static Key key(std::uint64_t version, const char* graph) { return {0, {1, version}, graph}; }
  void keep(GraphCache& cache, const Key& key, std::size_t bytes = kGranule) {
    auto made = cache.make(bytes);
    ASSERT_NE(made, nullptr);
    cache.keep(key, std::move(made));
  }

  pgas::SharedObject object_;
  pgas::Heap heap_;
  CacheRegistry registry_;
};

TEST_F(Graphs, AreFoundByStateAndEdges) {
  GraphCache cache(heap_, &registry_, 4 * kGranule);
  keep(cache, key(3, "a"));
  EXPECT_NE(cache.find(key(3, "a")), nullptr);
  EXPECT_EQ(cache.find(key(3, "b")), nullptr);
  EXPECT_EQ(cache.find(key(4, "a")), nullptr);
  EXPECT_EQ(cache.find({0, {2, 3}, "a"}), nullptr);
  EXPECT_EQ(cache.counts().found, 1u);
  EXPECT_EQ(cache.counts().missed, 3u);
}

TEST_F(Graphs, TheLeastRecentlyUsedOnesGo) {
  GraphCache cache(heap_, &registry_, 4 * kGranule);
  for (const char* name : {"a", "b", "c", "d"}) keep(cache, key(1, name));
  EXPECT_NE(cache.find(key(1, "a")), nullptr);
  keep(cache, key(1, "e"), kGranule + 1);
  EXPECT_NE(cache.find(key(1, "a")), nullptr);
  EXPECT_EQ(cache.find(key(1, "b")), nullptr);
  EXPECT_EQ(cache.find(key(1, "c")), nullptr);
  EXPECT_EQ(cache.used_bytes(), 4 * kGranule);
  EXPECT_EQ(cache.make(5 * kGranule), nullptr) << "more than the limit";
}

TEST_F(Graphs, OfOldStatesAreDropped) {
  GraphCache cache(heap_, &registry_, 4 * kGranule);
  keep(cache, key(1, "a"));
  keep(cache, key(2, "a"));
  cache.drop_below(0, {1, 2});
  EXPECT_EQ(cache.find(key(1, "a")), nullptr);
  EXPECT_NE(cache.find(key(2, "a")), nullptr);
  keep(cache, key(1, "a"));
  EXPECT_EQ(cache.find(key(1, "a")), nullptr) << "nobody will ask for it";
}

TEST_F(Graphs, BelongToOneDatabase) {
  GraphCache cache(heap_, &registry_, 4 * kGranule);
  const Key other{1, {1, 1}, "a"};
  keep(cache, key(1, "a"));
  EXPECT_EQ(cache.find(other), nullptr) << "the same state and edges";
  keep(cache, other);
  EXPECT_NE(cache.find(key(1, "a")), cache.find(other));
  cache.drop_below(0, {1, 2});
  EXPECT_EQ(cache.find(key(1, "a")), nullptr);
  EXPECT_NE(cache.find(other), nullptr);
  keep(cache, Key{1, {1, 1}, "b"});
  EXPECT_NE(cache.find({1, {1, 1}, "b"}), nullptr) << "its state can be seen";
}

TEST_F(Graphs, EndWithTheirDatabase) {
  GraphCache cache(heap_, &registry_, 4 * kGranule);
  const Key other{1, {1, 1}, "a"};
  {
    DatabaseGraphs graphs(cache, 0);
    graphs.drop_below({5, 5});
    keep(cache, {graphs.database(), {5, 5}, "a"});
    keep(cache, other);
  }
  EXPECT_EQ(cache.counts().kept, 1u);
  EXPECT_EQ(cache.used_bytes(), kGranule);
  EXPECT_NE(cache.find(other), nullptr);
  keep(cache, key(1, "a"));
  EXPECT_NE(cache.find(key(1, "a")), nullptr) << "a later database of this number begins anew";
}

TEST_F(Graphs, StayWhileAQueryUsesThem) {
  GraphCache cache(heap_, &registry_, 4 * kGranule);
  keep(cache, key(1, "a"), 4 * kGranule);
  auto used = cache.find(key(1, "a"));
  cache.drop_below(0, {1, 2});
  EXPECT_EQ(cache.used_bytes(), 4 * kGranule);
  EXPECT_EQ(cache.make(kGranule), nullptr);
  used.reset();
  EXPECT_EQ(cache.used_bytes(), 0u);
  EXPECT_NE(cache.make(kGranule), nullptr);
}

TEST_F(Graphs, TakeNoMoreThanTheRegistryHasReserved) {
  const std::size_t before = heap_.usage().used_bytes;
  {
    GraphCache cache(heap_, &registry_, 4 * kGranule);
    EXPECT_EQ(heap_.usage().used_bytes, before + 4 * kGranule);
    for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
      keep(cache, key(1, name));
      EXPECT_EQ(heap_.usage().used_bytes, before + 4 * kGranule);
    }
    EXPECT_EQ(registry_.usage().front().bytes, 4 * kGranule);
    std::vector<void*> full;  // a heap without room: the graphs' memory is reserved again, though not at once
    for (int piece = 0; piece < 60; ++piece) full.push_back(heap_.allocate(kGranule));
    EXPECT_EQ(cache.make(kGranule), nullptr);
    cache.drop_below(0, {1, 2});
    for (void* piece : full) heap_.free(piece);
    EXPECT_EQ(heap_.usage().used_bytes, before + 4 * kGranule);
  }
  EXPECT_EQ(heap_.usage().used_bytes, before);
}

TEST_F(Graphs, AreNotKeptWithoutARegistry) {
  GraphCache cache(heap_, nullptr, 4 * kGranule);
  EXPECT_EQ(cache.make(kGranule), nullptr);
}

}  // namespace
}  // namespace quadrille::server
