#include "server/http/served_names.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "server/access/network_address.hpp"

namespace quadrille::server {

namespace {

// A name or address in the form in which it is compared.
std::string compared(std::string_view host) {
  if (const auto address = NetworkAddress::parse(host)) return address->text();
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
