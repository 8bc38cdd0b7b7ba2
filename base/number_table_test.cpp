#include "base/number_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

namespace quadrille {
namespace {

// Numbers keys, all of one hash if `shift` is 64.
class Keys {
 public:
  explicit Keys(int shift) : shift_(shift) {}

  std::uint32_t number(std::uint64_t key) {
    table_.make_room(keys_.size(), [&](std::uint32_t entry) { return hash(keys_[entry]); });
    const std::uint32_t number =
        table_.find_or_insert(hash(key), keys_.size(), [&](std::uint32_t entry) { return keys_[entry] == key; });
    if (number == keys_.size()) keys_.push_back(key);
    return number;
  }
  std::uint32_t found(std::uint64_t key) const {
    return table_.find(hash(key), [&](std::uint32_t entry) { return keys_[entry] == key; });
  }
  void clear(std::size_t entries) {
    keys_.clear();
    entries == 0 ? table_.clear() : table_.clear_for(entries);
  }

 private:
  std::uint64_t hash(std::uint64_t key) const { return shift_ == 64 ? 7 : key >> shift_; }

  const int shift_;
  std::vector<std::uint64_t> keys_;
  NumberTable table_;
};

TEST(NumberTable, NumbersKeysInTheOrderOfTheirFirstOccurrence) {
  std::mt19937_64 random(3);
  for (const int shift : {0, 5, 64}) {
    Keys keys(shift);
    for (int round = 0; round < 4; ++round) {
      std::map<std::uint64_t, std::uint32_t> expected;
      for (int time = 0; time < 3000; ++time) {
        const std::uint64_t key = random() % (round == 3 ? 10 : 700);
        const auto number = expected.emplace(key, static_cast<std::uint32_t>(expected.size())).first->second;
        ASSERT_EQ(keys.number(key), number) << key << ", shift " << shift;
      }
      keys.clear(round % 2 == 0 ? 0 : random() % 5000);
    }
  }
}

TEST(NumberTable, TakesItsMemoryFromTheResource) {
  std::pmr::monotonic_buffer_resource small(std::pmr::null_memory_resource());
  NumberTable table(&small);
  EXPECT_THROW(table.make_room(0, [](std::uint32_t) { return 0; }), std::bad_alloc);
}

TEST(NumberTable, RefusesMoreEntriesThanItCanNumber) {
  for (const std::uint64_t most : {0, 1, 31, 32, 33, 64, 100}) {
    const LoweredLimit lowered(most_numbers, most);
    Keys keys(0);
    for (std::uint64_t key = 0; key < most; ++key) ASSERT_EQ(keys.number(key), key) << most;
    try {
      keys.number(most);
      FAIL() << most;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::memory);
      EXPECT_NE(std::string(error.what()).find(fmt::format("more than {} different entries", most)), std::string::npos);
    }
    for (std::uint64_t key = 0; key < most; ++key) ASSERT_EQ(keys.found(key), key) << most;
  }
}

}  // namespace
}  // namespace quadrille
