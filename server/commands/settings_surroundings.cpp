#include "server/commands/settings_surroundings.hpp"

#include <filesystem>
#include <functional>

#include "quadstore/manifest.hpp"
#include "server/access/access.hpp"
#include "server/client/context_places.hpp"
#include "server/client/load_places.hpp"
#include "server/client/service_places.hpp"
#include "server/commands/rules_input.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/http/tls_context.hpp"
#include "server/launch/host_list.hpp"
#include "server/operations/log_file.hpp"

namespace quadrille::server {

std::vector<std::string> mistakes_around(const ServeOptions& options) {
  std::vector<std::string> mistakes;
  const auto check = [&](const std::function<void()>& step) {
    try {
      step();
    } catch (const std::exception& error) {
      mistakes.emplace_back(error.what());
    }
  };
  check([&] {
    if (!options.create || std::filesystem::exists(manifest_path(options.database))) Manifest::read(options.database);
  });
  check([&] { const Access access({.file = options.access.file, .proxies = options.access.proxies}); });
  check([&] {
    if (!options.listen.tls.empty()) const TlsContext context(options.listen.tls, nullptr);
  });
  check([&] {
    if (!options.hosts.file.empty()) read_host_file(options.hosts.file);
  });
  check([&] {
    if (!options.hosts.list.empty()) parse_hosts(options.hosts.list);
  });
  check([&] { read_prefix_option(options.prefixes.file); });
  check([&] { stored_rules_of(options.rules); });
  check([&] { check_log_folder(options.listen.logs.queries); });
  check([&] { check_log_folder(options.listen.logs.audit); });
  check([&] { const LoadPlaces places(options.access.allow_loads); });
  check([&] { const ServicePlaces places(options.services.allowed, options.services.at); });
  check([&] { const ContextPlaces places(options.access.contexts); });
  return mistakes;
}

}  // namespace quadrille::server
