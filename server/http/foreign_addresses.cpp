#include "server/http/foreign_addresses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace quadrille::server {

namespace {

struct ForeignAddress {
  std::string_view path;
  std::string_view here;
  std::string_view method = {};  // with a space; empty: GET
};

constexpr std::array kAddresses{
    ForeignAddress{"/get", "/data"},
    ForeignAddress{"/upload", "/data", "POST "},
    ForeignAddress{"/$/ping", "/ready"},
    ForeignAddress{"/$/status", "/health"},
    ForeignAddress{"/$/server", "/health"},
    ForeignAddress{"/$/stats", "/health"},
    ForeignAddress{"/$/tasks", "/health"},
    ForeignAddress{"/$/metrics", "/metrics"},
    ForeignAddress{"/$/datasets", "/admin/databases"},
    ForeignAddress{"/$/backup", "/admin/backup", "POST "},
    ForeignAddress{"/$/compact", "/admin/compact", "POST "},
};

// The names of datasets may follow.
bool is_at_or_below(std::string_view path, std::string_view address) {
  return path.starts_with(address) && (path.size() == address.size() || path[address.size()] == '/');
}

}  // namespace

std::string address_instead_of(std::string_view path, std::string_view prefix) {
  const auto* const found = std::ranges::find_if(
      kAddresses, [&](const ForeignAddress& address) { return is_at_or_below(path, address.path); });
  return found == kAddresses.end() ? std::string() : fmt::format("{}{}{}", found->method, prefix, found->here);
}

}  // namespace quadrille::server
