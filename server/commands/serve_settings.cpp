#include "server/commands/serve_settings.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "inferencer/rule_sets.hpp"
#include "server/commands/command_line.hpp"
#include "server/commands/command_tree.hpp"
#include "server/configuration/settings_file.hpp"
#include "server/configuration/settings_variables.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kSettled = "--settled";

// Keys that are no names of options: the word of access.toml, and no abbreviation.
struct OtherKey {
  std::string_view option, key;
};
constexpr OtherKey kOtherKeys[] = {{"db", "database"}, {"trusted-proxy", "trusted-proxies"}};

// The settings that a running server can change; run_serve.cpp applies each of them.
constexpr std::string_view kLive[] = {
    "read-only",  "anonymous",       "allow-plain", "trusted-proxies", "public-name", "allow-origin",
    "allow-load", "allow-service",   "service-at",  "tls-cert",        "tls-key",     "tls-client-ca",
    "timeout",    "max-timeout",     "max-waiting", "max-jobs",        "keep-jobs",   "compact-at",
    "map-tiles",  "map-attribution", "linked-data", "allow-context",   "context-at",
};

std::string key_of_option(const std::string& option) {
  for (const OtherKey& other : kOtherKeys) {
    if (other.option == option) return std::string(other.key);
  }
  return option;
}

SettingKind kind_of_option(const CLI::Option& option) {
  const std::string unit = type_of(option);
  if (option.get_items_expected_max() == 0) return SettingKind::flag;
  if (option.get_items_expected_max() > 1) return SettingKind::list;
  if (unit.starts_with('[')) return SettingKind::flag_or_text;
  if (unit == "SIZE") return SettingKind::size;
  constexpr std::string_view kNumbers[] = {"N", "PORT", "SECONDS", "PERCENT"};
  return std::find(std::begin(kNumbers), std::end(kNumbers), unit) != std::end(kNumbers) ? SettingKind::number
                                                                                         : SettingKind::text;
}

std::string path_in(const std::string& word, const std::filesystem::path& folder) {
  return (folder / word).string();
}

// SET|FILE
std::string rules_in(const std::string& word, const std::filesystem::path& folder) {
  const std::vector<std::string> sets = inferencer::rule_set_names();
  return std::find(sets.begin(), sets.end(), word) != sets.end() ? word : path_in(word, folder);
}

// STRUCTURE=TIER, where a tier may be file:DIR
std::string tier_in(const std::string& word, const std::filesystem::path& folder) {
  constexpr std::string_view kFile = "=file:";
  const std::size_t place = word.find(kFile);
  if (place == std::string::npos) return word;
  return word.substr(0, place) + std::string(kFile) + path_in(word.substr(place + kFile.size()), folder);
}

// IRI=FILE
std::string file_at_iri_in(const std::string& word, const std::filesystem::path& folder) {
  const std::size_t path = word.rfind('=') + 1;
  return path == 0 ? word : word.substr(0, path) + path_in(word.substr(path), folder);
}

// every=1d,to=DIR,keep=7
std::string plan_in(const std::string& word, const std::filesystem::path& folder) {
  const std::size_t comma = word.starts_with("to=") ? 0 : word.find(",to=");
  if (comma == std::string::npos) return word;
  const std::size_t path = word.find('=', comma) + 1;
  return word.substr(0, path) + path_in(word.substr(path), folder);
}

// [FILE]; true and false say whether the option is given without one.
std::string optional_path_in(const std::string& word, const std::filesystem::path& folder) {
  return word == "true" || word == "false" ? word : path_in(word, folder);
}

decltype(Setting::from_folder) paths_of(const std::string& unit) {
  if (unit == "FILE" || unit == "DIR") return path_in;
  if (unit == "[FILE]") return optional_path_in;
  if (unit == "SET|FILE") return rules_in;
  if (unit == "STRUCTURE=TIER") return tier_in;
  if (unit == "IRI=FILE") return file_at_iri_in;
  if (unit == "PLAN") return plan_in;
  return nullptr;
}

struct Described {
  std::string meaning, otherwise;
};

// "Listen on this port (0: any; default: 3756)" -> "Listen on this port (0: any)", "3756"
Described described(const CLI::Option& option) {
  constexpr std::string_view kDefault = "default: ";
  std::string text = option.get_description();
  const std::size_t place = text.rfind(kDefault);
  if (place == std::string::npos) return {text, ""};
  const std::size_t end = text.find(')', place);
  std::string otherwise = text.substr(place + kDefault.size(), end - place - kDefault.size());
  const bool is_alone = text[place - 1] == '(';
  text.erase(place - 2, end - place + (is_alone ? 3 : 2));
  return {text, otherwise};
}

bool is_decimal(const std::string& word) {
  double number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

// An application that has the options of serve.
struct ScratchApp {
  CLI::App app{"", "serve"};
  ServeScratch scratch{app};
};

// The mistake in the words of an option, without its name.
std::string mistake_in(const std::string& name, const std::vector<std::string>& words) {
  ScratchApp parsed;
  CLI::Option& option = *parsed.app.get_option("--" + name);
  try {
    option.add_result(words);
    option.run_callback();
    return "";
  } catch (const CLI::ConversionError&) {
    return fmt::format("must be a {}number; found '{}'", is_decimal(words.front()) ? "whole " : "", words.front());
  } catch (const CLI::ParseError& error) {
    const std::string text = error.what(), start = "--" + name + ": ";
    return text.starts_with(start) ? text.substr(start.size()) : text;
  }
}

Setting setting_of(const CLI::Option& option) {
  Setting setting;
  setting.option = option.get_lnames().front();
  setting.key = key_of_option(setting.option);
  setting.kind = kind_of_option(option);
  setting.is_live = std::find(std::begin(kLive), std::end(kLive), setting.key) != std::end(kLive);
  setting.unit = setting.kind == SettingKind::flag ? "" : type_of(option);
  Described text = described(option);
  setting.meaning = std::move(text.meaning);
  setting.otherwise = std::move(text.otherwise);
  if (setting.otherwise.empty() && (setting.kind == SettingKind::flag || setting.kind == SettingKind::flag_or_text)) {
    setting.otherwise = "false";
  }
  const bool is_flag = setting.kind == SettingKind::flag, may_be_flag = setting.kind == SettingKind::flag_or_text;
  setting.mistake = [name = setting.option, is_flag, may_be_flag](const std::vector<std::string>& words) {
    const bool is_bool = may_be_flag && (words.front() == "true" || words.front() == "false");
    return is_flag || is_bool ? std::string() : mistake_in(name, words);
  };
  setting.from_folder = paths_of(setting.unit);
  setting.has_parts = setting.unit == "PLAN";
  return setting;
}

std::vector<Setting> settings_of_options() {
  const ScratchApp parsed;
  std::vector<Setting> settings;
  for (const CLI::Option* const option : parsed.app.get_options()) {
    if (option->get_lnames().front() != "help") settings.push_back(setting_of(*option));
  }
  return settings;
}

// The values of the command line, and the file of --config. nullopt: the words are a mistake, or ask for help.
struct GivenSettings {
  std::vector<SettingValue> values;
  std::string config;
};

std::optional<GivenSettings> given_settings(std::span<const std::string> words) {
  ScratchApp parsed;
  GivenSettings given;
  parsed.app.add_option("--config", given.config);
  try {
    std::vector<std::string> all = with_value_of_prefixes(words);
    std::reverse(all.begin(), all.end());  // CLI11 takes the words from the back
    parsed.app.parse(std::move(all));
  } catch (const CLI::ParseError&) {
    return std::nullopt;
  }
  for (const CLI::Option* const option : parsed.app.get_options()) {
    const Setting* const setting = serve_settings().find_option(option->get_lnames().front());
    if (!setting || option->count() == 0) continue;
    SettingValue value{setting, option->results(), {SettingOrigin::From::option, "--" + setting->option, 0, 0}};
    if (setting->kind == SettingKind::flag_or_text && value.words.front() == kWellKnownPrefixes) {
      value.words.front() = "true";
    }
    given.values.push_back(std::move(value));
  }
  return given;
}

// Of `create` and `read-only`, which exclude each other, the lower source gives way: a container whose file has
// `create` can be read-only by a variable.
void drop_the_lower(std::vector<SettingValue>& values) {
  const auto is_on = [](const SettingValue& value, std::string_view key) {
    return value.setting->key == key && value.words.front() == "true";
  };
  const auto find = [&](std::string_view key) {
    return std::find_if(values.begin(), values.end(), [&](const SettingValue& value) { return is_on(value, key); });
  };
  const auto create = find("create"), read_only = find("read-only");
  if (create == values.end() || read_only == values.end()) return;
  if (create->origin.from == read_only->origin.from) return;
  values.erase(create->origin.from > read_only->origin.from ? create : read_only);
}

std::string config_variable(std::span<const std::string> environment) {
  const std::string start = std::string(kConfigVariable) + "=";
  for (const std::string& variable : environment) {
    if (variable.starts_with(start)) return variable.substr(start.size());
  }
  return "";
}

}  // namespace

ServeScratch::ServeScratch(CLI::App& app) : options_(std::make_unique<ServeOptions>()) {
  add_serve_options(app, *options_);
  for (CLI::Option* const option : app.get_options({})) {
    for (CLI::Option* const other : std::set<CLI::Option*>(option->get_needs())) option->remove_needs(other);
    for (CLI::Option* const other : std::set<CLI::Option*>(option->get_excludes())) option->remove_excludes(other);
  }
}

ServeScratch::~ServeScratch() = default;

std::vector<std::string> given_words(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::Option* const option : app.get_options()) {
    const Setting* const setting =
        option->get_lnames().empty() ? nullptr : serve_settings().find_option(option->get_lnames().front());
    for (const std::string& word : setting ? option->results() : std::vector<std::string>()) {
      words.push_back(fmt::format("--{}={}", setting->option, word));
    }
  }
  return words;
}

const SettingsTable& serve_settings() {
  static const SettingsTable table(settings_of_options());
  return table;
}

std::vector<std::string> ServeWords::settled() const {
  std::vector<std::string> words = given;
  words.emplace_back(kSettled);
  words.insert(words.end(), added.begin(), added.end());
  return words;
}

std::vector<std::string> ServeWords::all() const {
  std::vector<std::string> words = given;
  words.insert(words.end(), added.begin(), added.end());
  return words;
}

std::string origins_of(const std::string& mistake, const ServeWords& words) {
  std::string origins;
  for (const SettingValue& value : words.values) {
    const std::string option = "--" + value.setting->option;
    const std::size_t place = mistake.find(option);
    if (value.origin.from == SettingOrigin::From::option || place == std::string::npos) continue;
    const std::size_t end = place + option.size();
    if (end < mistake.size() && (std::isalnum(static_cast<unsigned char>(mistake[end])) || mistake[end] == '-'))
      continue;
    origins += fmt::format("  {} is set by {}\n", option, value.origin.text());
  }
  return origins;
}

std::vector<SettingValue> values_of_words(std::span<const std::string> words) {
  auto given = given_settings(words);
  return given ? std::move(given->values) : std::vector<SettingValue>();
}

ServeWords settle_serve_words(std::span<const std::string> words, std::span<const std::string> environment) {
  const auto mark = std::find(words.begin(), words.end(), kSettled);
  ServeWords settled{.given = {words.begin(), mark}};
  if (mark != words.end()) {
    settled.added.assign(mark + 1, words.end());
    return settled;
  }
  auto given = given_settings(words);
  if (!given) return settled;
  std::vector<SettingValue> variables = read_setting_variables(environment, serve_settings()), file;
  settled.config = given->config.empty() ? config_variable(environment) : given->config;
  if (!settled.config.empty()) file = read_settings_file(settled.config, serve_settings());
  settled.values = merge_settings(serve_settings(), std::move(given->values), std::move(variables), std::move(file));
  drop_the_lower(settled.values);
  for (const SettingValue& value : settled.values) {
    if (value.origin.from == SettingOrigin::From::option) continue;
    for (std::string& word : value.as_options()) settled.added.push_back(std::move(word));
  }
  return settled;
}

}  // namespace quadrille::server
