#include "server/commands/config_options.hpp"

#include <memory>

#include "server/commands/serve_settings.hpp"

namespace quadrille::server {

namespace {

using ConfigAction = ConfigOptions::Action;

constexpr const char* kConfigFooter = R"(
The settings of "quadrille serve" have four sources. The first that has a value counts:
  an option of the command line       --port 8080    --tls-cert server.pem
  a variable of the environment       QUADRILLE_PORT=8080
  the file of --config, in TOML       port = 8080
  the default

The names in the file are those of the options, except "database" (--db) and "trusted-proxies" (--trusted-proxy). Lists
are written in brackets. Paths in the file are relative to its folder.
  database = "data"
  host = "0.0.0.0"
  port = 8080
  timeout = 30
  memory = "16G"
  allow-origin = ["https://app.example.org"]
  access = "access.toml"

Examples:
  quadrille config check quadrille.toml
  quadrille config show quadrille.toml
  quadrille config show quadrille.toml --port 8081 --json
  quadrille serve --config quadrille.toml)";

void add_config_action(CLI::App& config, ConfigOptions& options, ConfigAction action, const char* name,
                       const char* help) {
  CLI::App& app = *config.add_subcommand(name, help);
  constexpr const char* kFileHelp = "File with settings (default: QUADRILLE_CONFIG)";
  auto* const file = app.add_option("FILE", options.file, kFileHelp)->type_name("FILE");
  if (action == ConfigAction::show) app.add_flag("--json", options.json, "Print JSON");
  const auto scratch = std::make_shared<ServeScratch>(app);
  app.add_option("--config", options.file, kFileHelp)->type_name("FILE")->excludes(file);  // as serve has it
  app.callback([&app, &options, action, scratch] {
    options.action = action;
    options.words = given_words(app);
  });
  app.footer(kConfigFooter);
}

}  // namespace

void add_config_command(CLI::App& program, ConfigOptions& options) {
  CLI::App& app = *program.add_subcommand("config", "Check or show the settings of serve");
  app.require_subcommand(1);
  app.footer(kConfigFooter);
  add_config_action(app, options, ConfigAction::check, "check",
                    "Check a file of settings as serve would, and what it names");
  add_config_action(app, options, ConfigAction::show, "show",
                    "Show each setting, its value, and where that comes from");
}

}  // namespace quadrille::server
