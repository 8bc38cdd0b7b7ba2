#pragma once

#include <string>
#include <vector>

#include "server/configuration/setting.hpp"

namespace quadrille::server {

// The words of serve, without its name, in two parts: as the user gave them, and from variables and the file
// (serve_settings.hpp).
struct ServeWords {
  std::string config = {};  // the file of --config; empty: QUADRILLE_CONFIG, or none
  std::vector<std::string> given = {}, added = {};
  std::vector<SettingValue> values = {};  // of all settings that are set; empty if the words have been settled before

  // For the images.
  std::vector<std::string> settled() const;
  // For the parser of the command line.
  std::vector<std::string> all() const;
};

}  // namespace quadrille::server
