#include "server/access/network_address.hpp"

#include <gtest/gtest.h>

namespace quadrille::server {

namespace {

NetworkAddress address(std::string_view text) {
  return NetworkAddress::parse(text).value();
}

}  // namespace

TEST(NetworkAddress, IsReadAndWritten) {
  for (const char* text : {"10.0.0.5", "::1", "2001:db8::1", "0.0.0.0", "::"}) EXPECT_EQ(address(text).text(), text);
  EXPECT_EQ(address("[2001:DB8:0::1]").text(), "2001:db8::1");
  EXPECT_EQ(address("::ffff:10.0.0.5"), address("10.0.0.5"));
  for (const char* text :
       {"", "10.0.0", "10.0.0.256", "localhost", "10.0.0.5:80", "[::1", "::1]", "1.2.3.4/8", "010.1.1.1"}) {
    EXPECT_FALSE(NetworkAddress::parse(text)) << text;
  }
}

TEST(NetworkAddress, MayHaveAPortInAListOfProxies) {
  for (const auto& [text, expected] :
       {std::pair("192.0.2.1:4711", "192.0.2.1"), std::pair("[2001:db8::1]:4711", "2001:db8::1"),
        std::pair("192.0.2.1", "192.0.2.1"), std::pair("[2001:db8::1]", "2001:db8::1"),
        std::pair("2001:db8::1", "2001:db8::1")}) {
    const auto found = NetworkAddress::parse_with_port(text);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->text(), expected);
  }
  for (const char* text : {"192.0.2.1:", "192.0.2.1:x", "[2001:db8::1]:", ":80", "", "unknown", "_hidden"}) {
    EXPECT_FALSE(NetworkAddress::parse_with_port(text)) << text;
  }
}

TEST(NetworkAddress, AClientOfIpv6HasANetwork) {
  EXPECT_EQ(address("2001:db8::1").of_client(), address("2001:db8::2:3").of_client());
  EXPECT_NE(address("2001:db8::1").of_client(), address("2001:db8:0:1::1").of_client());
  EXPECT_NE(address("10.0.0.1").of_client(), address("10.0.0.2").of_client());
}

TEST(Network, ContainsTheAddressesWithItsPrefix) {
  const auto contains = [](const char* network, const char* one) {
    return Network::parse(network).value().contains(address(one));
  };
  EXPECT_TRUE(contains("10.0.0.0/8", "10.255.1.2"));
  EXPECT_FALSE(contains("10.0.0.0/8", "11.0.0.1"));
  EXPECT_TRUE(contains("10.1.128.0/17", "10.1.255.1"));
  EXPECT_FALSE(contains("10.1.128.0/17", "10.1.127.1"));
  EXPECT_TRUE(contains("127.0.0.1", "127.0.0.1"));
  EXPECT_FALSE(contains("127.0.0.1", "127.0.0.2"));
  EXPECT_TRUE(contains("0.0.0.0/0", "1.2.3.4"));
  EXPECT_FALSE(contains("0.0.0.0/0", "::1"));
  EXPECT_TRUE(contains("::/0", "1.2.3.4"));
  EXPECT_TRUE(contains("2001:db8::/32", "2001:db8:ffff::1"));
  EXPECT_FALSE(contains("2001:db8::/32", "2001:db9::1"));
  for (const char* text : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x", "::/129", "x/8"}) {
    EXPECT_FALSE(Network::parse(text)) << text;
  }
}

}  // namespace quadrille::server
