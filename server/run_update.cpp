#include <cstdio>
#include <filesystem>

#include "server/commands.hpp"
#include "server/database_lock.hpp"
#include "server/operation_text.hpp"
#include "server/server_request.hpp"
#include "server/update_client.hpp"

namespace quadrille::server {

namespace {

std::string server_of(const UpdateOptions& options) {
  if (!options.server.empty()) return options.server;
  if (!std::filesystem::is_directory(options.database)) fail(ErrorKind::user, "no database at {}", options.database);
  if (const auto server = find_server_url(options.database)) return *server;
  fail(ErrorKind::user,
       "no server answers for the database {} on this machine; start 'quadrille serve --db {}', or name one elsewhere "
       "by --server URL",
       options.database, options.database);
}

}  // namespace

int run_update(const UpdateOptions& options) {
  const std::string told = send_update(server_of(options), operation_text(options.text, options.file, "update"),
                                       options.timeout_seconds, options.default_prefixes);
  std::fwrite(told.data(), 1, told.size(), stdout);
  return 0;
}

}  // namespace quadrille::server
