#include "server/configuration/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/nearest.hpp"

namespace quadrille::server {

namespace {

template <class Name>
const Setting* find_setting(std::span<const Setting> settings, std::string_view word, Name name) {
  const auto found =
      std::find_if(settings.begin(), settings.end(), [&](const Setting& its) { return name(its) == word; });
  return found == settings.end() ? nullptr : &*found;
}

const std::string& key_of(const Setting& setting) {
  return setting.key;
}
const std::string& option_of(const Setting& setting) {
  return setting.option;
}
std::string variable_of(const Setting& setting) {
  return setting.variable();
}

std::string suggestion(const std::optional<std::string>& near) {
  return near ? fmt::format("; did you mean '{}'?", *near) : std::string();
}

template <class Name>
std::optional<std::string> nearest_setting(std::span<const Setting> settings, std::string_view word, Name name) {
  std::vector<std::string> names;
  for (const Setting& setting : settings) names.push_back(name(setting));
  return nearest(word, names);
}

}  // namespace

std::string Setting::variable() const {
  std::string name = "QUADRILLE_" + key;
  for (char& character : name) {
    character = character == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(character)));
  }
  return name;
}

std::string SettingOrigin::text() const {
  return from == From::file ? fmt::format("{}, line {}", name, line) : name;
}

std::vector<std::string> SettingValue::as_options() const {
  const std::string option = "--" + setting->option;
  const bool is_flag = setting->kind == SettingKind::flag || setting->kind == SettingKind::flag_or_text;
  if (is_flag && words.front() == "true") return {option};
  if (is_flag && words.front() == setting->otherwise) return {};
  std::vector<std::string> options;
  for (const std::string& word : words) options.push_back(fmt::format("{}={}", option, word));
  return options;
}

const Setting* SettingsTable::find_key(std::string_view key) const {
  return find_setting(all(), key, key_of);
}

const Setting* SettingsTable::find_option(std::string_view option) const {
  return find_setting(all(), option, option_of);
}

const Setting* SettingsTable::find_variable(std::string_view variable) const {
  return find_setting(all(), variable, variable_of);
}

std::string SettingsTable::suggested_key(std::string_view word) const {
  if (const Setting* const setting = find_option(word)) return suggestion(setting->key);
  return suggestion(nearest_setting(all(), word, key_of));
}

std::string SettingsTable::suggested_variable(std::string_view word) const {
  return suggestion(nearest_setting(all(), word, variable_of));
}

std::vector<SettingValue> merge_settings(const SettingsTable& table, std::vector<SettingValue> given,
                                         std::vector<SettingValue> variables, std::vector<SettingValue> file) {
  std::vector<SettingValue> merged;
  for (const Setting& setting : table.all()) {
    for (std::vector<SettingValue>* const source : {&given, &variables, &file}) {
      const auto found = std::find_if(source->begin(), source->end(),
                                      [&](const SettingValue& value) { return value.setting == &setting; });
      if (found == source->end()) continue;
      merged.push_back(std::move(*found));
      break;
    }
  }
  return merged;
}

}  // namespace quadrille::server
