#include "server/commands/settings_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "server/commands/serve_settings.hpp"

namespace quadrille::server {

namespace {

using From = SettingOrigin::From;

bool is_plain_number(const std::string& word) {
  return !word.empty() && word.find_first_not_of("0123456789.") == std::string::npos;
}

// A basic string of TOML.
std::string quoted(const std::string& word) {
  return nlohmann::json(word).dump();  // the escapes of JSON are among those of TOML
}

std::string toml_word(const Setting& setting, const std::string& word) {
  const bool is_bool = setting.kind == SettingKind::flag || setting.kind == SettingKind::flag_or_text;
  const bool is_number = setting.kind == SettingKind::number || setting.kind == SettingKind::size;
  if (is_bool && (word == "true" || word == "false")) return word;
  return is_number && is_plain_number(word) ? word : quoted(word);
}

std::string toml_value(const Setting& setting, const std::vector<std::string>& words) {
  if (setting.kind != SettingKind::list) return toml_word(setting, words.front());
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + quoted(word);
  return "[" + list + "]";
}

const char* from_name(From from) {
  switch (from) {
    case From::option:
      return "option";
    case From::variable:
      return "variable";
    case From::file:
      return "file";
  }
  return "";
}

const SettingValue* value_of(const Setting& setting, std::span<const SettingValue> values) {
  for (const SettingValue& value : values) {
    if (value.setting == &setting) return &value;
  }
  return nullptr;
}

// As the page docs/configuration.md has it.
std::string type_of(const Setting& setting) {
  switch (setting.kind) {
    case SettingKind::flag:
      return "true, false";
    case SettingKind::flag_or_text:
      return "true, false, " + setting.unit.substr(1, setting.unit.size() - 2);
    case SettingKind::list:
      return "list of " + setting.unit;
    default:
      return setting.unit;
  }
}

nlohmann::json json_of_value(const Setting& setting, const SettingValue* value) {
  nlohmann::json json{{"key", setting.key}, {"type", type_of(setting)}, {"meaning", setting.meaning}};
  json["needs_restart"] = !setting.is_live;
  if (!value) {
    json["from"] = "default";
    json["default"] = setting.otherwise;
    return json;
  }
  const std::string& first = value->words.empty() ? "" : value->words.front();
  json["from"] = from_name(value->origin.from);
  json["where"] = value->origin.name;
  if (value->origin.from == From::file) json["line"] = value->origin.line;
  if (setting.kind == SettingKind::list) {
    json["value"] = value->words;
  } else if (toml_word(setting, first) == first) {
    json["value"] = nlohmann::json::parse(first, nullptr, false);
  } else {
    json["value"] = first;
  }
  return json;
}

}  // namespace

std::string settings_as_json(std::span<const SettingValue> values) {
  nlohmann::json settings = nlohmann::json::array();
  for (const Setting& setting : serve_settings().all()) {
    settings.push_back(json_of_value(setting, value_of(setting, values)));
  }
  return settings.dump(2) + "\n";
}

std::string settings_as_toml(std::span<const SettingValue> values) {
  std::string text;
  for (const Setting& setting : serve_settings().all()) {
    const SettingValue* const value = value_of(setting, values);
    if (value) {
      const std::string line = fmt::format("{} = {}", setting.key, toml_value(setting, value->words));
      text += fmt::format("{:<40}  # {}\n", line, value->origin.text());
    } else {
      text += fmt::format("# {:<38}  # default{}\n", setting.key,
                          setting.otherwise.empty() ? "" : ": " + setting.otherwise);
    }
  }
  return text;
}

}  // namespace quadrille::server
