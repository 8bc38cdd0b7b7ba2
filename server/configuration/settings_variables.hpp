#pragma once

// The settings in variables of the environment: QUADRILLE_PORT=8080. The value is written as on the command line; of a
// flag it is true or false, and a list has commas between its members. An empty variable counts as not set.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/configuration/setting.hpp"

namespace quadrille::server {

// The variable that names the file of settings.
inline constexpr const char* kConfigVariable = "QUADRILLE_CONFIG";

// Local. `environment`: NAME=VALUE. Throws Error(user) for a variable QUADRILLE_... that is no setting and has no other
// use, and for a value that the option refuses. The values refer to `table`.
std::vector<SettingValue> read_setting_variables(std::span<const std::string> environment, const SettingsTable& table);

// True for the variables QUADRILLE_... that are no settings: of the launcher, of tests, of measurements.
bool has_other_use(std::string_view variable);

// Local. The environment of this process.
std::vector<std::string> environment_variables();

}  // namespace quadrille::server
