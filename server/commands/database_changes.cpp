#include "server/commands/database_changes.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "server/commands/client_options.hpp"
#include "server/http/database_set.hpp"
#include "server/http/url_encoding.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kCreateFooter = R"~(
The server answers for the new database at /NAME/sparql at once. If the folder has a database of this name that the
server does not know yet, for example a restored one, the server opens it. A name has letters, digits, '.', '_' and '-'.

Examples:
  quadrille serve --databases data
  quadrille create people --databases data
  quadrille update --db data/people 'INSERT DATA { <urn:ann> <urn:knows> <urn:bob> }'
  quadrille create people --server https://n1:3756 --token-file token)~";

constexpr const char* kDropFooter = R"~(
The database is removed with its folder, at once and without a question; its queries, updates and jobs end. Backups
stay.

Examples:
  quadrille backup --db data/people backups/people
  quadrille drop people --databases data)~";

void add_change(CLI::App& app, DatabaseChangeOptions& options, bool drops, const char* footer) {
  app.add_option("NAME", options.name, "Name of the database")->required();
  auto* const local =
      app.add_option("--databases", options.databases, "Folder of databases that the server serves")->type_name("DIR");
  app.add_option("--server", options.server, "Address of the server, for a server on another machine")
      ->type_name("URL")
      ->excludes(local);
  add_client(app, options.client);
  app.callback([&options, drops, &app] {
    options.drops = drops;
    if (options.databases.empty() && options.server.empty()) {
      throw CLI::ValidationError(app.get_name(), "a server is missing; give --databases DIR or --server URL");
    }
    if (const std::string why = why_no_name(options.name); !why.empty())
      throw CLI::ValidationError(app.get_name(), why);
  });
  app.footer(footer);
}

}  // namespace

void add_create(CLI::App& program, DatabaseChangeOptions& options) {
  add_change(*program.add_subcommand("create", "Have a running server make an empty database"), options, false,
             kCreateFooter);
}

void add_drop(CLI::App& program, DatabaseChangeOptions& options) {
  add_change(*program.add_subcommand("drop", "Have a running server remove a database"), options, true, kDropFooter);
}

int run_database_change(const DatabaseChangeOptions& options) {
  auto found = server_of(options.databases, options.server, "", options.client);
  if (!found) {
    fail(ErrorKind::user,
         "no server on this machine serves the databases of {}; start one: quadrille serve --databases {}",
         options.databases, options.databases);
  }
  found->server.prefix.clear();
  const std::string path = "/admin/databases/" + encode_url(options.name);
  ask_server({found->server, path, {}, {}, options.drops ? "DELETE" : "PUT"});
  const std::string url = found->server.url + "/" + options.name;
  print(options.drops ? fmt::format("{} is dropped.\n", options.name)
                      : fmt::format("{} is served at {}/sparql.\n", options.name, url));
  return 0;
}

}  // namespace quadrille::server
