#include "server/commands/reload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "server/commands/serve_settings.hpp"
#include "server/commands/settings_surroundings.hpp"
#include "server/commands/settings_text.hpp"
#include "server/configuration/settings_variables.hpp"
#include "server/http/log_line.hpp"

namespace quadrille::server {

namespace {

std::vector<std::string> with_command(std::vector<std::string> words) {
  words.insert(words.begin(), "serve");
  return words;
}

// Decides which settings a server can change without a restart. `started`: the options with which it was started.
CurrentSettings::CanChange can_change(const ServeOptions& started, bool writable) {
  const bool has_tls = !started.listen.tls.empty();
  return [writable, has_tls](const Setting& setting, const std::vector<std::string>& words) {
    if (!setting.is_live) return false;
    if (setting.key == "read-only") return writable;
    if (setting.key == "tls-cert" || setting.key == "tls-key") return has_tls && !words.empty();
    return setting.key != "tls-client-ca" || has_tls;
  };
}

// The options of serve in a mistake or a report; keys are shorter than their options.
std::string list_of(const std::vector<std::string>& keys) {
  return fmt::format("{}", fmt::join(keys, ", "));
}

std::vector<std::string> files_read_again(const ServeOptions& options) {
  std::vector<std::string> keys;
  if (!options.access.file.empty()) keys.emplace_back("access");
  if (!options.listen.tls.empty()) keys.emplace_back("tls-cert");
  return keys;
}

// The settings in use after a change: those that need a restart keep their values.
std::vector<SettingValue> values_after(const std::vector<SettingValue>& before, const std::vector<SettingValue>& next,
                                       const std::vector<std::string>& at_restart) {
  std::vector<SettingValue> after;
  const auto is_kept = [&](const SettingValue& value) {
    return std::find(at_restart.begin(), at_restart.end(), value.setting->key) != at_restart.end();
  };
  std::copy_if(before.begin(), before.end(), std::back_inserter(after), is_kept);
  std::copy_if(next.begin(), next.end(), std::back_inserter(after), std::not_fn(is_kept));
  return after;
}

}  // namespace

ServeOptions options_of_words(const std::vector<std::string>& words) {
  auto parsed = parse_command_line(with_command(words));
  if (const auto* nothing = std::get_if<NoCommand>(&parsed)) fail(ErrorKind::user, "{}", nothing->text);
  return std::get<ServeOptions>(std::get<Command>(std::move(parsed)));
}

Reloader::Reloader(const ServeOptions& options, bool writable, Change change)
    : started_(options),
      change_(std::move(change)),
      current_(serve_settings(), values_of_words(options.words.all()), can_change(options, writable)),
      values_(settle_serve_words(started_.words.given, environment_variables()).values) {}

std::string Reloader::settings(bool as_toml) {
  const std::lock_guard lock(mutex_);
  return as_toml ? settings_as_toml(values_) : settings_as_json(values_);
}

std::string Reloader::read_and_change() {
  const ServeWords words = settle_serve_words(started_.words.given, environment_variables());
  const auto parsed = parse_serve_words(words);
  if (const auto* nothing = std::get_if<NoCommand>(&parsed)) fail(ErrorKind::user, "{}", nothing->text);
  const ServeOptions& next = std::get<ServeOptions>(std::get<Command>(parsed));
  if (const auto mistakes = mistakes_around(next); !mistakes.empty()) {
    fail(ErrorKind::user, "{}", fmt::join(mistakes, "; "));
  }
  const SettingsChange change = current_.change_to(words.values);
  change_(current_.words_after(words.values));
  current_.take(words.values);
  values_ = values_after(values_, words.values, change.at_restart);
  const std::vector<std::string> again = files_read_again(started_);
  log_line(LogLevel::info,
           fmt::format("settings read again: {}{}{}",
                       change.at_once.empty() ? "nothing has changed" : "applied " + list_of(change.at_once),
                       change.at_restart.empty() ? "" : "; a restart is needed for " + list_of(change.at_restart),
                       again.empty() ? "" : "; the files of " + list_of(again) + " were read"));
  return nlohmann::json{{"applied", change.at_once}, {"needs_restart", change.at_restart}, {"read_again", again}}
      .dump();
}

std::string Reloader::reload() {
  const std::lock_guard lock(mutex_);
  try {
    return read_and_change();
  } catch (const Error& error) {
    log_line(LogLevel::warning, fmt::format("the settings stay as they were: {}", error.what()));
    throw;
  }
}

void Reloader::reload_for_signal() {
  try {
    reload();
  } catch (const Error&) {
    // It is in the log.
  }
}

}  // namespace quadrille::server
