#include "base/cache_registry.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

namespace quadrille {
namespace {

class TestCache final : public Cache {
 public:
  TestCache(CacheRegistry* registry, const char* name, std::size_t wanted)
      : Cache(name, wanted), membership_(registry, *this) {}
  std::size_t used_bytes() const override { return used_; }
  void fill() { used_ = most_bytes(); }

 private:
  void shrink() override { used_ = std::min(used_, most_bytes()); }
  std::size_t used_ = 0;
  CacheMembership membership_;
};

// Memory of a fixed size; it counts the reserved part.
struct TestMemory {
  std::size_t bytes = 0;
  std::size_t reserved = 0;

  CacheRegistry::Memory functions() {
    return {[this](std::size_t more) { return reserved + more <= bytes && (reserved += more, true); },
            [this](std::size_t less) { reserved -= less; }};
  }
};

TEST(CacheRegistry, EachGetsWhatItWantsIfAllFit) {
  TestMemory memory{10'000};
  CacheRegistry registry(1000, memory.functions());
  const TestCache one(&registry, "one", 300), other(&registry, "other", 500);
  EXPECT_EQ(one.most_bytes(), 300u);
  EXPECT_EQ(other.most_bytes(), 500u);
  EXPECT_EQ(memory.reserved, 800u) << "the rest of the budget is free for queries";
}

TEST(CacheRegistry, OthersShareTheBudgetInProportion) {
  TestMemory memory{10'000};
  CacheRegistry registry(100, memory.functions());
  const TestCache one(&registry, "one", 300), other(&registry, "other", 700);
  EXPECT_EQ(one.most_bytes(), 30u);
  EXPECT_EQ(other.most_bytes(), 70u);
  EXPECT_EQ(memory.reserved, 100u);
}

TEST(CacheRegistry, ACacheThatComesTakesFromTheOthersAndReturnsItWhenItGoes) {
  TestMemory memory{10'000};
  CacheRegistry registry(100, memory.functions());
  TestCache first(&registry, "values", 100);
  first.fill();
  std::optional<TestCache> second(std::in_place, &registry, "values", 100);
  EXPECT_EQ(first.used_bytes(), 50u) << "it gives memory back at once";
  second->fill();
  const auto usage = registry.usage();
  ASSERT_EQ(usage.size(), 1u) << "caches of one name together";
  EXPECT_EQ(usage[0].name, "values");
  EXPECT_EQ(usage[0].bytes, 100u);
  EXPECT_EQ(usage[0].most_bytes, 100u);
  second.reset();
  EXPECT_EQ(first.most_bytes(), 100u);
}

TEST(CacheRegistry, CachesDoWithoutMemoryThatIsNotThere) {
  TestMemory memory{150};
  CacheRegistry registry(1000, memory.functions());
  std::optional<TestCache> old(std::in_place, &registry, "old", 100);
  const TestCache next(&registry, "next", 100);
  EXPECT_EQ(next.most_bytes(), 50u) << "what is reserved is shared";
  EXPECT_EQ(old->most_bytes(), 50u);
  old.reset();
  EXPECT_EQ(next.most_bytes(), 100u);
}

TEST(CacheRegistry, AllMemoryIsReleasedInTheEnd) {
  TestMemory memory{1000};
  CacheRegistry registry(1000, memory.functions());
  { const TestCache one(&registry, "one", 300), other(&registry, "other", 900); }
  EXPECT_EQ(memory.reserved, 0u);
  EXPECT_TRUE(registry.usage().empty());
}

TEST(Cache, HasItsWantedSizeWithoutARegistry) {
  const TestCache alone(nullptr, "alone", 300);
  EXPECT_EQ(alone.most_bytes(), 300u);
}

}  // namespace
}  // namespace quadrille
