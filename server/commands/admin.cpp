#include "server/commands/admin.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.hpp"
#include "server/commands/client_options.hpp"
#include "server/commands/one_line.hpp"
#include "server/http/url_encoding.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

using AdminAction = AdminOptions::Action;
using Told = nlohmann::json;

constexpr const char* kAdminFooter = R"~(
On the server's machine the command finds the server of a database by its lock, and needs no account. From another machine
it needs a token with the right admin (quadrille access token add); without it, "queries" and "cancel" are for the
caller's own requests.

Examples:
  quadrille admin queries --db people
  quadrille admin cancel report-7 --db people
  quadrille admin log --db people --lines 20
  quadrille admin reload --db people
  quadrille admin stop --server https://n1:3756 --token-file token)~";

constexpr std::size_t kShownText = 60;

CLI::App& add_admin_action(CLI::App& admin, AdminOptions& options, AdminAction action, const char* name,
                           const char* help) {
  CLI::App& app = *admin.add_subcommand(name, help);
  app.add_option("--db", options.database, "Directory of the database that the server serves")->type_name("DIR");
  app.add_option("--server", options.server, "Address of the server, for a server on another machine")
      ->type_name("URL")
      ->excludes("--db");
  add_client(app, options.client);
  app.callback([&options, action, name] {
    options.action = action;
    if (options.database.empty() && options.server.empty()) {
      throw CLI::ValidationError(name, "a server is missing; give --db DIR or --server URL");
    }
  });
  return app;
}

// The beginning of a text, on one line.
std::string short_text(std::string text) {
  text = in_one_line(std::move(text));
  return text.size() <= kShownText ? text : text.substr(0, kShownText) + "...";
}

std::string table_of_queries(const Told& answer) {
  if (answer.at("queries").empty()) return "No requests are running.\n";
  std::string text = fmt::format("{:<28} {:<11} {:<9} {:>9} {:>10} {:<20} {}\n", "ID", "KIND", "STAGE", "SECONDS",
                                 "MEMORY", "USER", "TEXT");
  for (const Told& one : answer.at("queries")) {
    text += fmt::format("{:<28} {:<11} {:<9} {:>9.1f} {:>7} MB {:<20} {}\n", one.at("id").get<std::string>(),
                        one.at("kind").get<std::string>(), one.at("stage").get<std::string>(),
                        one.at("seconds").get<double>(), one.at("memory_bytes").get<std::uint64_t>() / 1'000'000,
                        one.at("user").get<std::string>(), short_text(one.at("text").get<std::string>()));
  }
  return text;
}

std::string text_of_reload(const Told& answer) {
  const auto line = [&](const char* what, const char* member) {
    const auto keys = answer.at(member).get<std::vector<std::string>>();
    return keys.empty() ? std::string() : fmt::format("{}: {}\n", what, fmt::join(keys, ", "));
  };
  const std::string text = line("Applied", "applied") + line("A restart is needed for", "needs_restart") +
                           line("Files that were read again", "read_again");
  return text.empty() ? "Nothing has changed.\n" : text;
}

ServerRequest request_of(const AdminOptions& options, const ServerAccess& server) {
  switch (options.action) {
    case AdminAction::queries:
      return {server, "/admin/queries"};
    case AdminAction::cancel:
      return {server, "/admin/queries/" + encode_url(options.id), {}, {}, "DELETE"};
    case AdminAction::log:
      return {server, fmt::format("/admin/log?lines={}", options.lines)};
    case AdminAction::settings:
      return {server, options.json ? "/admin/settings" : "/admin/settings?format=toml"};
    case AdminAction::reload:
      return {server, "/admin/reload", "text/plain"};
    case AdminAction::stop:
      return {server, "/admin/stop", "text/plain"};
  }
  fail(ErrorKind::internal, "an unknown action");
}

std::string text_of_answer(const AdminOptions& options, const std::string& told) {
  if (options.json) return told;
  switch (options.action) {
    case AdminAction::queries:
      return table_of_queries(Told::parse(told));
    case AdminAction::cancel:
      return fmt::format("{} ends.\n", options.id);
    case AdminAction::log: {
      const Told answer = Told::parse(told);
      std::string text;
      for (const Told& line : answer.at("lines")) text += line.get<std::string>() + "\n";
      return text;
    }
    case AdminAction::settings:
      return told;
    case AdminAction::reload:
      return text_of_reload(Told::parse(told));
    case AdminAction::stop:
      return "The server is shutting down.\n";
  }
  return told;
}

}  // namespace

void add_admin(CLI::App& program, AdminOptions& options) {
  CLI::App& app = *program.add_subcommand("admin", "Look after a running server: its requests, its messages, its end");
  app.require_subcommand(1);
  CLI::App& queries =
      add_admin_action(app, options, AdminAction::queries, "queries", "List the requests that are running");
  queries.add_flag("--json", options.json, "Print JSON");
  CLI::App& cancel = add_admin_action(app, options, AdminAction::cancel, "cancel", "End a request");
  cancel.add_option("ID", options.id, "Id, as the list shows it, or as its client named it")->required();
  CLI::App& log = add_admin_action(app, options, AdminAction::log, "log", "Show the last messages of the server");
  log.add_option("--lines", options.lines, "Show at most so many (default: 100)")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
  log.add_flag("--json", options.json, "Print JSON");
  CLI::App& settings = add_admin_action(app, options, AdminAction::settings, "settings",
                                        "Show the settings of the server, and where each comes from");
  settings.add_flag("--json", options.json, "Print JSON");
  CLI::App& reload = add_admin_action(app, options, AdminAction::reload, "reload",
                                      "Read the settings of the server again, as SIGHUP does");
  reload.add_flag("--json", options.json, "Print JSON");
  add_admin_action(app, options, AdminAction::stop, "stop", "Shut the server down, as Control-C does");
  app.footer(kAdminFooter);
}

int run_admin(const AdminOptions& options) {
  auto server = server_of(options.database, options.server, "", options.client);
  if (server) server->server.prefix.clear();  // the server is meant, not the database
  if (!server) fail(ErrorKind::user, "no server on this machine serves {}", options.database);
  print(text_of_answer(options, ask_server(request_of(options, server->server))));
  return 0;
}

}  // namespace quadrille::server
