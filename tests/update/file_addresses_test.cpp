// The addresses of generations, on all images (server/engine/file_addresses.hpp).

#include "server/engine/file_addresses.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/error.hpp"
#include "pgas/test_main.hpp"

namespace quadrille::server::file_addresses_test {
namespace {

TEST(FileAddressesOfAllImages, ARangeIsFreeWhenItsLastHolderIsGone) {
  FileAddresses addresses(1000, 2000);
  pgas::Team& team = pgas::test_team();
  auto first = addresses.assign(team, 400);
  auto copy = first;
  const auto second = addresses.assign(team, 400);
  EXPECT_EQ(*first, 1000u);
  EXPECT_EQ(*second, 1400u);
  EXPECT_THROW(addresses.assign(team, 400), Error);
  first.reset();
  EXPECT_THROW(addresses.assign(team, 400), Error);
  copy.reset();
  EXPECT_EQ(*addresses.assign(team, 400), 1000u);
}

TEST(FileAddressesOfAllImages, ARangeIsUsedAsLongAsOneImageHoldsIt) {
  FileAddresses addresses(1000, 2000);
  pgas::Team& team = pgas::test_team();
  auto range = addresses.assign(team, 600);
  if (team.rank() + 1 != team.size()) range.reset();
  if (team.size() > 1) {
    EXPECT_THROW(addresses.assign(team, 600), Error);
  }
  team.barrier();
  range.reset();
  EXPECT_EQ(*addresses.assign(team, 600), 1000u);
}

}  // namespace
}  // namespace quadrille::server::file_addresses_test
