#include "server/commands/update_client.hpp"

#include <fmt/format.h>

namespace quadrille::server {

std::string send_update(ServerAddress address, const std::string& text, double timeout_seconds, bool default_prefixes) {
  const auto add = [&](const std::string& parameter) {
    address.path += (address.path.find('?') == std::string::npos ? '?' : '&') + parameter;
  };
  if (timeout_seconds > 0) add(fmt::format("timeout={}s", timeout_seconds));
  if (default_prefixes) add("default-prefixes=on");
  return ask_server({address.server, address.path, "application/sparql-update", text});
}

}  // namespace quadrille::server
