#pragma once

// The options of `quadrille config`, which checks and shows the settings of `quadrille serve`.
//
//   quadrille config check quadrille.toml
//   quadrille config show quadrille.toml --port 8080 --json

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace quadrille::server {

struct ConfigOptions {
  enum class Action : std::uint8_t { check, show };

  Action action = Action::check;
  std::string file;                // empty: QUADRILLE_CONFIG, or none
  bool json = false;               // of show
  std::vector<std::string> words;  // options of serve
};

// Adds the command.
void add_config_command(CLI::App& program, ConfigOptions& options);

}  // namespace quadrille::server
