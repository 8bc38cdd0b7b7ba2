#include <filesystem>

#include "parser/query.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/operation_text.hpp"
#include "server/commands/server_request.hpp"
#include "server/commands/update_client.hpp"
#include "server/engine/database_lock.hpp"
#include "server/engine/prefix_option.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

std::string server_of(const UpdateOptions& options) {
  if (!options.server.empty()) return options.server;
  if (!std::filesystem::is_directory(options.database)) fail(ErrorKind::user, "no database at {}", options.database);
  if (const auto server = find_server_url(options.database)) return *server;
  fail(ErrorKind::user,
       "no server on this machine serves the database {}; start 'quadrille serve --db {}', or name one elsewhere "
       "by --server URL",
       options.database, options.database);
}

// Adds declarations before the text, for a server that does not have these prefixes. Errors refer to places in the
// original text.
void declare_own_prefixes(std::string& text, const std::string& file) {
  const parser::DefaultPrefixes prefixes = read_prefix_option(file);
  parser::parse_update(text, {}, prefixes);
  text.insert(0, prefixes.declarations());
}

}  // namespace

int run_update(const UpdateOptions& options) {
  std::string text = operation_text(options.text, options.file, "update");
  if (!options.prefixes.file.empty()) declare_own_prefixes(text, options.prefixes.file);
  const std::string told = send_update(server_of(options), text, options.timeout_seconds, options.prefixes.are_wanted);
  print(told);
  return 0;
}

}  // namespace quadrille::server
