#include "server/access/rights.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace quadrille::server {

namespace {

constexpr std::array<std::string_view, 4> kRightNames{"read", "write", "admin", "metrics"};

bool includes(Right granted, Right right) {
  if (granted == Right::metrics || right == Right::metrics) return granted == right || granted == Right::admin;
  return granted >= right;
}

}  // namespace

std::string_view right_name(Right right) {
  return kRightNames[static_cast<std::size_t>(right)];
}

bool is_database_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) || c == '.' || c == '_' || c == '-');
  });
}

bool includes(const Grants& grants, Right right, std::string_view database) {
  return std::any_of(grants.begin(), grants.end(), [&](const Grant& grant) {
    return includes(grant.right, right) && (grant.database.empty() || grant.database == database);
  });
}

std::optional<Grant> grant_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto found = std::find(kRightNames.begin(), kRightNames.end(), text.substr(0, colon));
  if (found == kRightNames.end()) return std::nullopt;
  const auto right = static_cast<Right>(found - kRightNames.begin());
  if (colon == std::string_view::npos) return Grant{right};
  if (!is_database_name(text.substr(colon + 1))) return std::nullopt;
  return Grant{right, std::string(text.substr(colon + 1))};
}

std::string text_of(const Grant& grant) {
  std::string text(right_name(grant.right));
  return grant.database.empty() ? text : text + ":" + grant.database;
}

}  // namespace quadrille::server
