#include "server/commands/access_options.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>

#include "server/access/rights.hpp"

namespace quadrille::server {

namespace {

using Kind = AccessCommandOptions::Kind;
using Action = AccessCommandOptions::Action;

constexpr double kDay = 24 * 3600;
constexpr const char* kUsualLife = "90d";

constexpr const char* kAccessFooter = R"~(
The accounts are in a file that only its owner may read. A server that was started with --access FILE sees each change
within a second. QUADRILLE_ACCESS names the file if --access does not.

Roles are read, write, admin and metrics, for all databases or for one (write:notes), and names of groups of these that
"access role add" makes. write includes read; admin includes everything; metrics is the state of the server without data.
read and write may be for some graphs of a database, or of all (*): for a user of such a role others do not exist.

  read:notes:default                    the default graph of notes
  read:notes:<http://ex.org/a>          a named graph
  write:notes:<http://ex.org/team/*>    the named graphs whose names begin so

Examples:
  quadrille access user add ann --role write --access access.toml      # asks for the password
  quadrille access role add editors --grant write:notes --grant read --access access.toml
  quadrille access user add bo --role editors --no-password --access access.toml
  quadrille access token add --user bo --role read --expires 30d --access access.toml > token
  quadrille access token list --access access.toml
  quadrille serve --db notes --create --access access.toml
  curl -H "Authorization: Bearer $(cat token)" 'http://localhost:3756/sparql?query=ASK%7B%7D')~";

// "90d" in seconds; nullopt: no such time.
std::optional<double> life_of(const std::string& text) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  constexpr std::array kUnits{Unit{"s", 1},    Unit{"min", 60},     Unit{"h", 3600},
                              Unit{"d", kDay}, Unit{"w", 7 * kDay}, Unit{"y", 365 * kDay}};
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || !(number > 0) || number > 1e6) return std::nullopt;
  for (const Unit& unit : kUnits) {
    if (std::string_view(behind, static_cast<std::size_t>(end - behind)) == unit.name) return number * unit.seconds;
  }
  return std::nullopt;
}

CLI::App& add_action(CLI::App& parent, AccessCommandOptions& options, Kind kind, Action action, const char* help) {
  constexpr std::array kNames{"add", "list", "remove"};
  CLI::App& app = *parent.add_subcommand(kNames[static_cast<std::size_t>(action)], help);
  app.add_option("--access", options.file, "File of accounts")
      ->type_name("FILE")
      ->envname("QUADRILLE_ACCESS")
      ->required();
  if (action == Action::list) app.add_flag("--json", options.json, "Print JSON");
  app.callback([&options, kind, action] {
    options.kind = kind;
    options.action = action;
  });
  return app;
}

CLI::App& add_kind(CLI::App& access, const char* name, const char* help) {
  CLI::App& app = *access.add_subcommand(name, help);
  app.require_subcommand(1);
  return app;
}

void add_users(CLI::App& access, AccessCommandOptions& options) {
  CLI::App& users = add_kind(access, "user", "Users: names with passwords and roles");
  CLI::App& add = add_action(users, options, Kind::user, Action::add, "Add a user");
  add.add_option("NAME", options.name, "Name: letters, digits and . _ - @")->required();
  add.add_option("--role", options.roles, "Role; can be repeated")->type_name("ROLE")->allow_extra_args(false);
  auto* const file = add.add_option("--password-file", options.password_file,
                                    "Read the password from the first line of this file (default: ask for it, or read "
                                    "standard input)")
                         ->type_name("FILE")
                         ->check(CLI::ExistingFile);
  add.add_flag("--no-password", options.no_password, "Make a user for tokens, or for a proxy")->excludes(file);
  add.add_flag("--replace", options.replace, "Replace the user if there is one with this name");
  add_action(users, options, Kind::user, Action::list, "List the users");
  CLI::App& remove = add_action(users, options, Kind::user, Action::remove, "Remove a user, with all tokens");
  remove.add_option("NAME", options.name, "Name of the user")->required();
}

void add_roles(CLI::App& access, AccessCommandOptions& options) {
  CLI::App& roles = add_kind(access, "role", "Roles: names for some grants");
  CLI::App& add = add_action(roles, options, Kind::role, Action::add, "Add a role");
  add.add_option("NAME", options.name, "Name: letters, digits and . _ - @")->required();
  add.add_option(
         "--grant", options.roles,
         "Right: read, write, admin or metrics, on one database write:NAME, or on graphs of it read:NAME:default "
         "and read:NAME:<IRI>; can be repeated")
      ->type_name("RIGHT[:DB[:GRAPHS]]")
      ->allow_extra_args(false)
      ->required()
      ->check(CLI::Validator(
          [](const std::string& word) {
            if (grant_of(word)) return std::string();
            return fmt::format(
                "'{}' must be read, write, admin or metrics, or such a right on a database: write:notes. read and "
                "write "
                "may be for graphs: read:notes:default, write:notes:<http://ex.org/a>, read:notes:<http://ex.org/*>",
                word);
          },
          ""));
  add_action(roles, options, Kind::role, Action::list, "List the roles");
  CLI::App& remove = add_action(roles, options, Kind::role, Action::remove, "Remove a role that nobody has");
  remove.add_option("NAME", options.name, "Name of the role")->required();
}

void add_tokens(CLI::App& access, AccessCommandOptions& options) {
  CLI::App& tokens = add_kind(access, "token", "Tokens: secrets with which programs log in");
  CLI::App& add = add_action(tokens, options, Kind::token, Action::add, "Make a token, and print it once");
  add.add_option("--user", options.user, "User whose rights it has")->type_name("NAME")->required();
  add.add_option("--role", options.roles, "Limit it to this role; can be repeated (default: all rights of the user)")
      ->type_name("ROLE")
      ->allow_extra_args(false);
  add.add_option_function<std::string>(
         "--expires", [&options](const std::string& text) { options.expires_seconds = life_of(text).value_or(0); },
         "Time until it expires: 12h, 90d, 1y (default: 90d)")
      ->type_name("TIME")
      ->default_str(kUsualLife)
      ->check(CLI::Validator(
          [](const std::string& text) {
            if (life_of(text)) return std::string();
            return fmt::format("'{}' must be a time such as 12h, 90d or 1y", text);
          },
          ""));
  options.expires_seconds = *life_of(kUsualLife);
  add_action(tokens, options, Kind::token, Action::list, "List the tokens, without their secrets");
  CLI::App& remove = add_action(tokens, options, Kind::token, Action::remove, "Remove a token");
  remove.add_option("ID", options.name, "Id, as the list shows it")->required();
}

}  // namespace

void add_access_command(CLI::App& program, AccessCommandOptions& options) {
  CLI::App& app = *program.add_subcommand("access", "Change the accounts of a server: users, roles, tokens");
  app.require_subcommand(1);
  add_users(app, options);
  add_roles(app, options);
  add_tokens(app, options);
  app.footer(kAccessFooter);
}

}  // namespace quadrille::server
