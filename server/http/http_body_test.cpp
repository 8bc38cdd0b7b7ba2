#include "server/http/http_body.hpp"

#include <gtest/gtest.h>

#include "server/http/http_status.hpp"

namespace quadrille::server {
namespace {

class Letters final : public ByteSource {
 public:
  explicit Letters(std::size_t count) : left_(count) {}
  std::size_t read(std::span<char> to) override {
    const std::size_t got = std::min(to.size(), left_);
    std::fill_n(to.begin(), got, 'a');
    left_ -= got;
    return got;
  }

 private:
  std::size_t left_;
};

int status_of(const std::function<void()>& act) {
  try {
    act();
    return 200;
  } catch (const StatusError& error) {
    return error.status();
  }
}

}  // namespace

TEST(BodyShare, AllRequestsTogetherHoldSoMuchAndNotMore) {
  {
    BodyShare first, second;
    first.grow(BodyShare::kMostBytes - 1000);
    second.grow(1000);
    EXPECT_EQ(status_of([&] { second.grow(1); }), 503);
    BodyShare third;
    EXPECT_EQ(status_of([&] {
                Letters letters(10);
                read_whole(letters, 26, 100, third);
              }),
              503);
  }
  BodyShare again;
  again.grow(BodyShare::kMostBytes);
}

TEST(ReadWhole, RefusesWhatIsLongerThanItMayBe) {
  BodyShare share;
  Letters fits(1'000'000), too_long(1'000'001);
  EXPECT_EQ(read_whole(fits, 1'000'000, 1'000'000, share).size(), 1'000'000u);
  EXPECT_EQ(status_of([&] { read_whole(too_long, std::nullopt, 1'000'000, share); }), 413);
}

}  // namespace quadrille::server
