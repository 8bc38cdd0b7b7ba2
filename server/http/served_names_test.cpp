#include "server/http/served_names.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

TEST(ServedNames, LocalhostIsAlwaysAcceptedWithAnyPort) {
  const ServedNames names("127.0.0.1", {});
  for (const char* host : {"localhost", "localhost:3756", "LocalHost", "localhost.", "127.0.0.1", "127.0.0.1:80"}) {
    EXPECT_TRUE(names.accept(host, "127.0.0.1")) << host;
  }
}

TEST(ServedNames, OtherNamesAndAddressesAreNot) {
  const ServedNames names("127.0.0.1", {});
  for (const char* host :
       {"evil.example", "localhost.evil.example", "127.0.0.2", "127.1", "2130706433", "0x7f000001", "[::1]", "", ":80",
        "localhost:", "localhost:8a", "user@localhost", "[127.0.0.1", "[localhost"}) {
    EXPECT_EQ(names.accept(host, "127.0.0.1"), std::string_view(host) == "localhost:") << host;
  }
}

TEST(ServedNames, AnAddressIsAcceptedIfTheConnectionHasArrivedThere) {
  const ServedNames names("0.0.0.0", {});
  EXPECT_TRUE(names.accept("10.0.0.5:3756", "10.0.0.5"));
  EXPECT_FALSE(names.accept("10.0.0.6", "10.0.0.5"));
  EXPECT_FALSE(names.accept("0.0.0.0", "10.0.0.5"));
  const ServedNames six("::", {});
  EXPECT_TRUE(six.accept("[2001:db8:0:0::1]:3756", "2001:db8::1"));
  EXPECT_TRUE(six.accept("10.0.0.5", "::ffff:10.0.0.5"));
  EXPECT_FALSE(six.accept("[::]", "2001:db8::1"));
}

TEST(ServedNames, TheOptionsAddNames) {
  const ServedNames names("n1.example.org", {"Data.Example.Org", "2001:db8::7"});
  for (const char* host : {"n1.example.org", "data.example.org:443", "DATA.EXAMPLE.ORG.", "[2001:DB8::7]"}) {
    EXPECT_TRUE(names.accept(host, "10.0.0.5")) << host;
  }
  EXPECT_FALSE(names.accept("x.data.example.org", "10.0.0.5"));
}

}  // namespace quadrille::server
