#include "server/commands/update_client.hpp"

#include <fmt/format.h>

#include "server/commands/server_request.hpp"

namespace quadrille::server {

std::string send_update(const std::string& url, const std::string& text, double timeout_seconds,
                        bool default_prefixes) {
  ServerAddress address = parse_server(url, "/update");
  const auto add = [&](const std::string& parameter) {
    address.path += (address.path.find('?') == std::string::npos ? '?' : '&') + parameter;
  };
  if (timeout_seconds > 0) add(fmt::format("timeout={}s", timeout_seconds));
  if (default_prefixes) add("default-prefixes=on");
  return ask_server({address.server, address.path, "application/sparql-update", text});
}

}  // namespace quadrille::server
