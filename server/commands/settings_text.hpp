#pragma once

// All settings of serve with their values and origins, for people and programs.

#include <span>
#include <string>

#include "server/configuration/setting.hpp"

namespace quadrille::server {

// `values`: of the settings that do not have their defaults.
std::string settings_as_json(std::span<const SettingValue> values);
// A file of settings again.
std::string settings_as_toml(std::span<const SettingValue> values);

}  // namespace quadrille::server
