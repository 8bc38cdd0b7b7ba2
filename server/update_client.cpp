#include "server/update_client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/error.hpp"
#include "server/server_request.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kScheme = "http://";

struct Address {
  std::string server;  // http://HOST[:PORT]
  std::string path;
};

Address parse_address(const std::string& url) {
  if (!url.starts_with(kScheme) || url.size() == kScheme.size()) {
    fail(ErrorKind::user, "'{}' is no address of a server; write http://HOST:PORT", url);
  }
  const std::size_t slash = std::min(url.find('/', kScheme.size()), url.size());
  const std::string path = url.substr(slash);
  return {url.substr(0, slash), path.empty() || path == "/" ? "/update" : path};
}

}  // namespace

std::string send_update(const std::string& url, const std::string& text, double timeout_seconds,
                        bool default_prefixes) {
  Address address = parse_address(url);
  const auto add = [&](const std::string& parameter) {
    address.path += (address.path.find('?') == std::string::npos ? '?' : '&') + parameter;
  };
  if (timeout_seconds > 0) add(fmt::format("timeout={}s", timeout_seconds));
  if (default_prefixes) add("default-prefixes=on");
  return ask_server({address.server, address.path, "application/sparql-update", text});
}

}  // namespace quadrille::server
