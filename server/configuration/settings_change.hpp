#pragma once

// The CurrentSettings are those of a running server. They are compared with newly read ones, and take over the changes
// that need no restart.
//
//   CurrentSettings current(table, values, can_change);
//   const SettingsChange change = current.change_to(next);      keys: at once, and at a restart
//   parse(current.words_after(next)) ...                        the settings that are then in use
//   current.take(next);                                         if all parts of the server have accepted them
//
// Values that need a restart stay as they are until then, so a later comparison names them again.
//
// Not thread-safe.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "server/configuration/setting.hpp"

namespace quadrille::server {

// Keys, in the order of the table.
struct SettingsChange {
  std::vector<std::string> at_once, at_restart;
};

class CurrentSettings {
 public:
  // True if the running server can take the words (none: the default) for the setting without a restart.
  using CanChange = std::function<bool(const Setting&, const std::vector<std::string>& words)>;

  // `table` must outlive this object.
  CurrentSettings(const SettingsTable& table, std::span<const SettingValue> values, CanChange can_change);

  SettingsChange change_to(std::span<const SettingValue> next) const;
  // The options of the command line for the settings in use after the change.
  std::vector<std::string> words_after(std::span<const SettingValue> next) const;
  void take(std::span<const SettingValue> next);

 private:
  using Options = std::vector<std::vector<std::string>>;  // by setting; none: its default

  Options options_of(std::span<const SettingValue> values) const;
  // Those of `next` for settings that change at once, the present ones for the others.
  Options options_after(const Options& next) const;

  const SettingsTable& table_;
  const CanChange can_change_;
  Options options_;
};

}  // namespace quadrille::server
