#pragma once

// A NetworkAddress is an IPv4 or IPv6 address; a Network is the addresses with a common prefix, 10.0.0.0/8.
//
// IPv4 addresses are kept as ::ffff:a.b.c.d (RFC 4291, 2.5.5.2), so one that an IPv6 socket shows equals the same one
// of an IPv4 socket. Small values.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::server {

class NetworkAddress {
 public:
  NetworkAddress() = default;  // ::

  // "10.0.0.5", "2001:db8::1", "[2001:db8::1]"; nullopt: no address.
  static std::optional<NetworkAddress> parse(std::string_view text);
  // The same, perhaps with a port behind it, as proxies write it: "10.0.0.5:4711", "[2001:db8::1]:4711".
  static std::optional<NetworkAddress> parse_with_port(std::string_view text);

  std::string text() const;
  // The network by which a client is counted: an IPv4 address alone, of IPv6 the first 64 bits, which one client has.
  NetworkAddress of_client() const;

  bool operator==(const NetworkAddress&) const = default;
  auto operator<=>(const NetworkAddress&) const = default;

 private:
  friend class Network;
  bool is_ipv4() const;

  std::array<std::uint8_t, 16> bytes_{};
};

class Network {
 public:
  // "10.0.0.0/8", or an address alone; nullopt: no network.
  static std::optional<Network> parse(std::string_view text);
  bool contains(const NetworkAddress& address) const;

 private:
  NetworkAddress first_;
  int bits_ = 128;
};

}  // namespace quadrille::server
