#include "server/access/network_address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace quadrille::server {

namespace {

constexpr std::array<std::uint8_t, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr int kMappedBits = 96;
constexpr std::size_t kClientBytes = 8;  // of an IPv6 address

}  // namespace

std::optional<NetworkAddress> NetworkAddress::parse(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  const std::string given(text);
  NetworkAddress address;
  if (inet_pton(AF_INET, given.c_str(), &address.bytes_[kMappedPrefix.size()]) == 1) {
    std::copy(kMappedPrefix.begin(), kMappedPrefix.end(), address.bytes_.begin());
    return address;
  }
  if (given.size() != text.size() || inet_pton(AF_INET6, given.c_str(), address.bytes_.data()) != 1)
    return std::nullopt;
  return address;
}

std::optional<NetworkAddress> NetworkAddress::parse_with_port(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const bool has_port = colon != std::string_view::npos && (text.find(':') == colon || text[colon - 1] == ']');
  if (!has_port) return parse(text);
  const std::string_view port = text.substr(colon + 1);
  if (port.empty() || port.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  return parse(text.substr(0, colon));
}

bool NetworkAddress::is_ipv4() const {
  return std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), bytes_.begin());
}

std::string NetworkAddress::text() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  is_ipv4() ? inet_ntop(AF_INET, &bytes_[kMappedPrefix.size()], text.data(), text.size())
            : inet_ntop(AF_INET6, bytes_.data(), text.data(), text.size());
  return text.data();
}

NetworkAddress NetworkAddress::of_client() const {
  NetworkAddress network = *this;
  if (!is_ipv4()) std::fill(network.bytes_.begin() + kClientBytes, network.bytes_.end(), std::uint8_t{0});
  return network;
}

std::optional<Network> Network::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const auto first = NetworkAddress::parse(text.substr(0, slash));
  if (!first) return std::nullopt;
  Network network;
  network.first_ = *first;
  if (slash == std::string_view::npos) return network;
  const std::string_view bits = text.substr(slash + 1);
  const int most = first->is_ipv4() ? 128 - kMappedBits : 128;
  const auto [end, error] = std::from_chars(bits.data(), bits.data() + bits.size(), network.bits_);
  if (error != std::errc() || end != bits.data() + bits.size() || network.bits_ < 0 || network.bits_ > most) {
    return std::nullopt;
  }
  if (first->is_ipv4()) network.bits_ += kMappedBits;
  return network;
}

bool Network::contains(const NetworkAddress& address) const {
  for (int bit = 0; bit < bits_; bit += 8) {
    const auto at = static_cast<std::size_t>(bit / 8);
    const int mask = bits_ - bit >= 8 ? 0xff : 0xff << (8 - (bits_ - bit)) & 0xff;
    if (((first_.bytes_[at] ^ address.bytes_[at]) & mask) != 0) return false;
  }
  return true;
}

}  // namespace quadrille::server
