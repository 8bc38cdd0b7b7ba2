#include "quadstore/sharding.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

namespace quadrille {
namespace {

// The largest shard's share of `ids`, in units of the even share.
template <class Ids>
double imbalance(const Ids& ids, std::uint32_t shards) {
  std::vector<double> sizes(shards);
  for (const Huri id : ids) ++sizes[index(shard_of(id, shards))];
  return *std::max_element(sizes.begin(), sizes.end()) * shards / static_cast<double>(ids.size());
}

TEST(Sharding, SixtyFourNeighboursStayTogether) {
  for (std::uint64_t id = 0; id < 1 << 16; ++id) {
    const Huri huri = Huri::make(HuriKind::iri, id), first = Huri::make(HuriKind::iri, id & ~std::uint64_t{63});
    ASSERT_EQ(shard_of(huri, 24), shard_of(first, 24));
  }
}

TEST(Sharding, IsBelowTheNumberOfShards) {
  for (const std::uint32_t shards : {8u, 9u, 31u, 4096u, kMaxShards}) {
    for (std::uint64_t id = 0; id < 10000; ++id) {
      ASSERT_LT(index(shard_of(Huri(id * 0x123456789abcdef), shards)), shards);
    }
  }
}

TEST(Sharding, ConsecutiveIdsSpreadEvenly) {
  for (const HuriKind kind : {HuriKind::blank, HuriKind::iri, HuriKind::string}) {
    std::vector<Huri> ids;
    for (std::uint64_t id = 0; id < 1 << 20; ++id) ids.push_back(Huri::make(kind, id));
    for (const std::uint32_t shards : {8u, 12u, 16u, 64u, 100u}) EXPECT_LT(imbalance(ids, shards), 1.25) << shards;
  }
}

// Strided and floating-point payloads vary in few, high bits.
TEST(Sharding, InlineValuesSpreadEvenly) {
  for (const int stride_bits : {6, 12, 20, 30, 36, 40}) {
    std::vector<Huri> ids;
    for (std::uint64_t id = 0; id < 1 << 17; ++id) ids.push_back(Huri::make(HuriKind::integer, id << stride_bits));
    EXPECT_LT(imbalance(ids, 16), 1.25) << stride_bits;
  }
  std::vector<Huri> doubles;
  for (int i = 1; i < 1 << 17; ++i) {
    doubles.push_back(Huri::make(HuriKind::floating, std::bit_cast<std::uint64_t>(i * 0.25) >> 5));
  }
  EXPECT_LT(imbalance(doubles, 16), 1.25);
}

TEST(Sharding, ShardOrderIsByShardThenByTerm) {
  std::vector<Huri> ids;
  for (std::uint64_t id = 0; id < 5000; ++id) ids.push_back(Huri::make(HuriKind::iri, id));
  std::sort(ids.begin(), ids.end(), ShardOrder(10));
  for (std::size_t i = 1; i < ids.size(); ++i) {
    const ShardId before = shard_of(ids[i - 1], 10), here = shard_of(ids[i], 10);
    ASSERT_TRUE(before < here || (before == here && ids[i - 1] < ids[i]));
  }
}

}  // namespace
}  // namespace quadrille
