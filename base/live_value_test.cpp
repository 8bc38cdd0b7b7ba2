#include "base/live_value.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace quadrille {

TEST(LiveValue, HasTheLastValueThatWasSet) {
  LiveValue<std::string> value("a");
  const std::string& first = value.get();
  value.set("b");
  EXPECT_EQ(value.get(), "b");
  EXPECT_EQ(first, "a");  // a reader may still use it
}

TEST(LiveValue, IsReadWholeWhileItIsReplaced) {
  struct Pair {
    std::vector<int> left, right;
  };
  LiveValue<Pair> value(Pair{{0}, {0}});
  std::vector<std::thread> readers;
  std::atomic<bool> ends = false;
  std::atomic<int> torn = 0;
  for (int reader = 0; reader < 4; ++reader) {
    readers.emplace_back([&] {
      while (!ends) {
        const Pair& seen = value.get();
        if (seen.left != seen.right) ++torn;
      }
    });
  }
  for (int number = 1; number <= 2000; ++number) value.set(Pair{{number}, {number}});
  ends = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(torn, 0);
  EXPECT_EQ(value.get().left, std::vector<int>{2000});
}

}  // namespace quadrille
