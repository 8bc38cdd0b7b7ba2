#include "server/http/cors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

bool is_own_origin(std::string_view origin, std::string_view host) {
  const std::size_t scheme = origin.find("://");
  return scheme != std::string_view::npos && to_lower(origin.substr(scheme + 3)) == to_lower(host);
}

}  // namespace

AllowedOrigins::AllowedOrigins(std::vector<std::string> origins) : named_(std::move(origins)) {
  any_ = std::erase(named_, "*") > 0;
}

bool AllowedOrigins::is_named(std::string_view origin) const {
  return std::find(named_.begin(), named_.end(), to_lower(origin)) != named_.end();
}

std::string_view AllowedOrigins::for_reading(std::string_view origin, bool has_credentials) const {
  if (any_ && !has_credentials && !is_named(origin)) return "*";
  if (origin.empty()) return {};
  return any_ || is_named(origin) ? origin : std::string_view();
}

void AllowedOrigins::require_may_write(std::string_view origin, std::string_view host) const {
  if (origin.empty() || is_own_origin(origin, host) || is_named(origin)) return;
  throw StatusError(
      403, fmt::format("pages of {} may not change data; serve --allow-origin {} would let them", origin, origin));
}

}  // namespace quadrille::server
