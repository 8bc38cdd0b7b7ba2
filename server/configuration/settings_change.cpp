#include "server/configuration/settings_change.hpp"

#include <utility>

namespace quadrille::server {

CurrentSettings::CurrentSettings(const SettingsTable& table, std::span<const SettingValue> values, CanChange can_change)
    : table_(table), can_change_(std::move(can_change)), options_(options_of(values)) {}

CurrentSettings::Options CurrentSettings::options_of(std::span<const SettingValue> values) const {
  Options options(table_.all().size());
  for (const SettingValue& value : values) {
    options[static_cast<std::size_t>(value.setting - table_.all().data())] = value.as_options();
  }
  return options;
}

SettingsChange CurrentSettings::change_to(std::span<const SettingValue> next) const {
  const Options wanted = options_of(next);
  SettingsChange change;
  for (std::size_t number = 0; number < wanted.size(); ++number) {
    if (wanted[number] == options_[number]) continue;
    const Setting& setting = table_.all()[number];
    (can_change_(setting, wanted[number]) ? change.at_once : change.at_restart).push_back(setting.key);
  }
  return change;
}

CurrentSettings::Options CurrentSettings::options_after(const Options& next) const {
  Options after = options_;
  for (std::size_t number = 0; number < next.size(); ++number) {
    const bool changes = next[number] != options_[number] && can_change_(table_.all()[number], next[number]);
    if (changes) after[number] = next[number];
  }
  return after;
}

std::vector<std::string> CurrentSettings::words_after(std::span<const SettingValue> next) const {
  std::vector<std::string> words;
  for (const std::vector<std::string>& options : options_after(options_of(next))) {
    words.insert(words.end(), options.begin(), options.end());
  }
  return words;
}

void CurrentSettings::take(std::span<const SettingValue> next) {
  options_ = options_after(options_of(next));
}

}  // namespace quadrille::server
