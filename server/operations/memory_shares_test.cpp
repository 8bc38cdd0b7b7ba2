#include "server/operations/memory_shares.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::uint64_t kMiB = 1 << 20;

}  // namespace

TEST(MemoryShares, AreOfAllQueriesOfAUser) {
  MemoryShares shares(10 * kMiB);
  {
    MemoryLease one(shares, "ann"), other(shares, "bo");
    one.see(6 * kMiB);
    other.see(9 * kMiB);
    {
      MemoryLease two(shares, "ann");
      EXPECT_THROW(two.see(5 * kMiB), Error);
      EXPECT_EQ(shares.bytes_of("ann"), 11 * kMiB);
    }  // the query that went too far ends
    EXPECT_EQ(shares.bytes_of("ann"), 6 * kMiB);
    one.see(2 * kMiB);
    MemoryLease two(shares, "ann");
    two.see(5 * kMiB);
    EXPECT_EQ(shares.bytes_of("ann"), 7 * kMiB);
  }
  EXPECT_EQ(shares.bytes_of("ann"), 0u);
  EXPECT_EQ(shares.bytes_of("bo"), 0u);
}

TEST(MemoryShares, TheErrorNamesTheLimit) {
  MemoryShares shares(kMiB);
  MemoryLease lease(shares, "ann");
  try {
    lease.see(kMiB + 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
    EXPECT_NE(std::string(error.what()).find("1 MiB"), std::string::npos);
  }
}

TEST(MemoryShares, WithoutALimitNothingIsCounted) {
  MemoryShares shares(0);
  MemoryLease lease(shares, "ann");
  lease.see(100 * kMiB);
  EXPECT_EQ(shares.bytes_of("ann"), 0u);
}

}  // namespace quadrille::server
