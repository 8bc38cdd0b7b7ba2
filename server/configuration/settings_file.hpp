#pragma once

// The settings of a file in TOML: one key for each setting.
//
//   database = "data"
//   port = 8080
//   trusted-proxies = ["127.0.0.1", "10.0.0.0/8"]
//   [[backup]]                         a member of a list whose members have parts; at the end of the file
//   every = "1d"
//   to = "/backups/notes"
//
// Relative paths are relative to the folder of the file. A value is checked as the option checks it.

#include <filesystem>
#include <string_view>
#include <vector>

#include "server/configuration/setting.hpp"

namespace quadrille::server {

// Local. Throws Error(user), with line and column, for the first mistake: malformed TOML, an unknown key (with the
// nearest one), a value of the wrong type, or one that the option refuses; Error(user) for a file that cannot be read.
// The values refer to `table`.
std::vector<SettingValue> read_settings_file(const std::filesystem::path& file, const SettingsTable& table);

// The same for `text`, the content of `file`.
std::vector<SettingValue> parse_settings(std::string_view text, const std::filesystem::path& file,
                                         const SettingsTable& table);

}  // namespace quadrille::server
