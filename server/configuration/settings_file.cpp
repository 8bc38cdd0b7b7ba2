#include "server/configuration/settings_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

using SettingWords = std::vector<std::string>;

// Names the place of a mistake.
class SettingsPlace {
 public:
  explicit SettingsPlace(const std::filesystem::path& file) : name_(file.string()) {}

  [[noreturn]] void fail_at(const toml::source_position& place, const std::string& message) const {
    fail(ErrorKind::user, "{}: line {}, column {}: {}", name_, place.line, place.column, message);
  }
  SettingOrigin origin(const toml::node& node) const {
    const toml::source_position& place = node.source().begin;
    return {SettingOrigin::From::file, name_, place.line, place.column};
  }

 private:
  const std::string name_;
};

toml::table parse_table(std::string_view text, const SettingsPlace& place) {
  try {
    return toml::parse(text);
  } catch (const toml::parse_error& error) {
    place.fail_at(error.source().begin, std::string(error.description()));
  }
}

std::string expected_value(const Setting& setting) {
  switch (setting.kind) {
    case SettingKind::flag:
      return "true or false";
    case SettingKind::text:
      return "a text in quotes";
    case SettingKind::number:
      return "a number, without quotes";
    case SettingKind::size:
      return "a size in quotes, such as \"512M\" or \"2G\", or a number of bytes";
    case SettingKind::list:
      return "a list of texts in quotes: [\"...\", \"...\"]";
    case SettingKind::flag_or_text:
      return "true, false or a text in quotes";
  }
  return "";
}

// The words of a value that is no list; none: it has another type.
SettingWords simple_words(SettingKind kind, const toml::node& node) {
  const bool is_flag = kind == SettingKind::flag || kind == SettingKind::flag_or_text;
  const bool is_number = kind == SettingKind::number || kind == SettingKind::size;
  if (is_flag && node.is_boolean()) return {*node.value<bool>() ? "true" : "false"};
  if (is_number && node.is_integer()) return {std::to_string(*node.value<std::int64_t>())};
  if (kind == SettingKind::number && node.is_floating_point()) return {fmt::format("{}", *node.value<double>())};
  if (kind != SettingKind::flag && kind != SettingKind::number && node.is_string()) {
    return {*node.value<std::string>()};
  }
  return {};
}

// every = "1d", keep = 7 -> every=1d,keep=7. The option checks names and values of the parts.
std::string word_of_table(const Setting& setting, const toml::table& table, const SettingsPlace& place) {
  std::string word;
  for (const auto& [name, node] : table) {
    const SettingWords value = simple_words(node.is_string() ? SettingKind::text : SettingKind::number, node);
    if (value.empty()) {
      place.fail_at(node.source().begin,
                    fmt::format("'{}' of '{}' must be a text in quotes or a number", name.str(), setting.key));
    }
    word += fmt::format("{}{}={}", word.empty() ? "" : ",", name.str(), value.front());
  }
  return word;
}

SettingWords words_of(const Setting& setting, const toml::node& node, const SettingsPlace& place) {
  const auto refuse_type = [&](const toml::node& wrong) {
    place.fail_at(wrong.source().begin, fmt::format("'{}' must be {}", setting.key, expected_value(setting)));
  };
  const toml::array* const list = setting.kind == SettingKind::list ? node.as_array() : nullptr;
  if (!list) {
    SettingWords words = simple_words(setting.kind, node);
    if (words.empty()) refuse_type(node);
    return words;
  }
  SettingWords words;
  for (const toml::node& one : *list) {
    if (setting.has_parts && one.is_table()) {
      words.push_back(word_of_table(setting, *one.as_table(), place));
      continue;
    }
    if (!one.is_string()) refuse_type(one);
    words.push_back(*one.value<std::string>());
  }
  return words;
}

SettingValue setting_value(const Setting& setting, const toml::node& node, const SettingsPlace& place,
                           const std::filesystem::path& folder) {
  SettingValue value{&setting, words_of(setting, node, place), place.origin(node)};
  if (setting.from_folder) {
    for (std::string& word : value.words) word = setting.from_folder(word, folder);
  }
  const std::string mistake = value.words.empty() ? std::string() : setting.mistake(value.words);
  if (!mistake.empty()) place.fail_at(node.source().begin, fmt::format("'{}': {}", setting.key, mistake));
  return value;
}

}  // namespace

std::vector<SettingValue> parse_settings(std::string_view text, const std::filesystem::path& file,
                                         const SettingsTable& table) {
  const SettingsPlace place(file);
  const toml::table root = parse_table(text, place);
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (const auto& [key, node] : root) entries.emplace_back(&key, &node);
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    return a.first->source().begin < b.first->source().begin;  // the first mistake of the file is reported
  });
  std::vector<SettingValue> values;
  for (const auto& [key, node] : entries) {
    const Setting* const setting = table.find_key(key->str());
    if (!setting) {
      place.fail_at(key->source().begin,
                    fmt::format("unknown key '{}'{}", key->str(), table.suggested_key(key->str())));
    }
    values.push_back(setting_value(*setting, *node, place, file.parent_path()));
  }
  return values;
}

std::vector<SettingValue> read_settings_file(const std::filesystem::path& file, const SettingsTable& table) {
  std::error_code none;
  if (std::filesystem::is_directory(file, none)) fail(ErrorKind::user, "{}: is a folder, not a file", file.string());
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) fail(ErrorKind::user, "{}: {}", file.string(), std::strerror(errno));
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  return parse_settings(text, file, table);
}

}  // namespace quadrille::server
