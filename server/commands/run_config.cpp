// `quadrille config`: checks and shows the settings of serve.

#include <fmt/format.h>

#include <cstdio>

#include "base/error.hpp"
#include "server/commands/commands.hpp"
#include "server/commands/serve_settings.hpp"
#include "server/commands/settings_surroundings.hpp"
#include "server/commands/settings_text.hpp"
#include "server/configuration/settings_variables.hpp"

namespace quadrille::server {

namespace {

int check_settings(const ServeWords& words, const ServeOptions& options) {
  const std::vector<std::string> mistakes = mistakes_around(options);
  for (const std::string& mistake : mistakes) fmt::print(stderr, "quadrille: {}\n", mistake);
  if (!mistakes.empty()) return exit_code(ErrorKind::user);
  fmt::print("no mistakes: {} setting{}, the others have their defaults\n", words.values.size(),
             words.values.size() == 1 ? "" : "s");
  return 0;
}

}  // namespace

int run_config(const ConfigOptions& options) {
  std::vector<std::string> given = options.words;
  if (!options.file.empty()) given.insert(given.begin(), "--config=" + options.file);
  const ServeWords words = settle_serve_words(given, environment_variables());
  const auto parsed = parse_serve_words(words);
  if (const auto* nothing = std::get_if<NoCommand>(&parsed)) {
    fmt::print(stderr, "{}", nothing->text);
    return nothing->exit_status;
  }
  const ServeOptions& serve = std::get<ServeOptions>(std::get<Command>(parsed));
  if (options.action == ConfigOptions::Action::check) return check_settings(words, serve);
  fmt::print("{}", options.json ? settings_as_json(words.values) : settings_as_toml(words.values));
  return 0;
}

}  // namespace quadrille::server
