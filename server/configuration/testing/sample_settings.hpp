#pragma once

// Some settings, for tests of this room.

#include "server/configuration/setting.hpp"

namespace quadrille::server {

inline SettingsTable sample_settings() {
  const auto setting = [](const char* key, const char* option, SettingKind kind, const char* otherwise) {
    Setting its;
    its.key = key;
    its.option = option;
    its.kind = kind;
    its.otherwise = otherwise;
    its.mistake = [](const std::vector<std::string>& words) {
      return words.front() == "99" ? std::string("99 is too large") : std::string();
    };
    return its;
  };
  std::vector<Setting> settings{
      setting("port", "port", SettingKind::number, "3756"),    setting("folder", "folder", SettingKind::text, ""),
      setting("create", "create", SettingKind::flag, "false"), setting("memory", "memory", SettingKind::size, ""),
      setting("proxies", "proxy", SettingKind::list, ""),      setting("timeout", "timeout", SettingKind::number, "60"),
      setting("backup", "backup", SettingKind::list, ""),
  };
  settings[1].from_folder = [](const std::string& word, const std::filesystem::path& folder) {
    return (folder / word).string();
  };
  settings.back().has_parts = true;
  return SettingsTable(std::move(settings));
}

}  // namespace quadrille::server
