#include "server/http/served_names.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.hpp"

namespace quadrille::server {

namespace {

// The usual form of an address (RFC 5952 for IPv6; IPv4 also if it is mapped); nullopt: `text` is no address.
std::optional<std::string> usual_address(std::string_view text) {
  const std::string given(text);
  std::array<char, INET6_ADDRSTRLEN> usual{};
  in_addr four{};
  in6_addr six{};
  if (inet_pton(AF_INET, given.c_str(), &four) == 1) return given;
  if (inet_pton(AF_INET6, given.c_str(), &six) != 1) return std::nullopt;
  if (IN6_IS_ADDR_V4MAPPED(&six)) {
    inet_ntop(AF_INET, &six.s6_addr[12], usual.data(), usual.size());
  } else {
    inet_ntop(AF_INET6, &six, usual.data(), usual.size());
  }
  return usual.data();
}

// A name or address in the form in which it is compared.
std::string compared(std::string_view host) {
  if (auto address = usual_address(host)) return *address;
  if (host.ends_with('.')) host.remove_suffix(1);
  return to_lower(host);
}

// "name:80" without its port; nullopt if this is no host.
std::optional<std::string_view> without_port(std::string_view host) {
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) return std::nullopt;
  const std::size_t colon = host.find(':', bracket);
  const std::string_view port = colon == std::string_view::npos ? std::string_view() : host.substr(colon + 1);
  if (port.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  host = host.substr(0, colon);
  if (bracket == 0) return host;
  if (host.size() != bracket + 1) return std::nullopt;
  return host.substr(1, bracket - 1);
}

}  // namespace

ServedNames::ServedNames(std::string_view host, const std::vector<std::string>& names) : names_{"localhost"} {
  if (host != "0.0.0.0" && host != "::") names_.push_back(compared(host));
  for (const std::string& name : names) names_.push_back(compared(name));
}

bool ServedNames::accept(std::string_view host, std::string_view address) const {
  const auto its = without_port(host);
  if (!its || its->empty()) return false;
  const std::string name = compared(*its);
  return std::find(names_.begin(), names_.end(), name) != names_.end() || name == compared(address);
}

}  // namespace quadrille::server
