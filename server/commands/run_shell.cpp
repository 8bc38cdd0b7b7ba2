#include "server/commands/run_shell.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "server/commands/client_options.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/own_server.hpp"
#include "server/shell/shell.hpp"
#include "server/shell/shell_server.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kUsualServer = "http://127.0.0.1:3756";
constexpr const char* kQueries = "/sparql";

constexpr const char* kShellFooter = R"~(
Type a query or an update, with any number of lines; it ends with ; at the end of a line, or with an empty line. Prefixes
that are well known need no declaration. Tab completes keywords, prefixes, classes and predicates. Control-C cancels a
query; Control-D ends the shell. \help lists the commands of the shell, such as \explain, \graphs, \load and \format.

With --db the shell uses the server that serves the database, or starts one until its end. Without --db and --server, it
uses the server on this machine at port 3756. Input that is no terminal is run as it is, and the first error ends it.

Examples:
  quadrille shell --db people
  quadrille shell --server https://n1:3756/people --token-file token
  echo 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }' | quadrille shell --db people)~";

class HttpShellServer final : public ShellServer {
 public:
  explicit HttpShellServer(ServerAddress address) : address_(std::move(address)) {}

  void ask(const ShellRequest& request, const std::function<void(std::string_view)>& take,
           const IsStopped& is_stopped) override {
    std::string path = request.path.empty() ? address_.path : request.path;
    if (!request.parameters.empty()) path += (path.find('?') == path.npos ? "?" : "&") + request.parameters;
    std::random_device random;
    ServerRequest sent{address_.server, path, request.content_type, request.body};
    sent.id = fmt::format("shell-{:08x}{:08x}", random(), random());
    ask_server(sent, take, is_stopped);
  }

  void load(const std::string& file, const std::string& graph, const IsStopped& is_stopped) override {
    LoadOptions options;
    options.inputs = {file};
    options.graph = graph;
    load_to_server(address_.server, options, [&] {
      if (is_stopped()) fail(ErrorKind::cancelled, "the load was stopped; the database is unchanged");
    });
  }

 private:
  const ServerAddress address_;
};

// Throws Error if nothing answers there.
ServerAddress server_at(const ShellOptions& options) {
  const std::string url = options.server.empty() ? kUsualServer : options.server;
  ServerAddress found = parse_server(url, kQueries, options.client);
  try {
    ask_server({found.server, "/ready"});
  } catch (const Error& error) {  // the endpoint of another program may have no such page
    if (error.kind() == ErrorKind::io && options.server.empty()) {
      fail(ErrorKind::user, "{}; give --db DIR or --server URL", error.what());
    }
    if (error.kind() == ErrorKind::io) throw;
  }
  return found;
}

}  // namespace

void add_shell(CLI::App& program, ShellOptions& options) {
  CLI::App& app = *program.add_subcommand("shell", "Type queries and updates, and see their answers");
  auto* const local = app.add_option("--db", options.database, "Directory of the database")->type_name("DIR");
  app.add_option("--server", options.server, "Address of a server (default: this machine, at port 3756)")
      ->type_name("URL")
      ->excludes(local);
  add_client(app, options.client);
  app.footer(kShellFooter);
}

int run_shell(const ShellOptions& options) {
  std::optional<OwnServer> own;
  std::optional<ServerAddress> found;
  if (options.database.empty()) {
    found = server_at(options);
  } else {
    if (!std::filesystem::is_directory(options.database)) {
      fail(ErrorKind::user, "no database at {}; 'quadrille build --db {} FILE...' makes one", options.database,
           options.database);
    }
    found = server_of(options.database, "", kQueries, options.client);
    if (!found) {
      own.emplace(options.database, options.client);
      found = server_of(options.database, "", kQueries, options.client);
    }
    if (!found) fail(ErrorKind::io, "the server of {} has ended", options.database);
  }
  HttpShellServer server(*found);
  return Shell(server).run();
}

}  // namespace quadrille::server
