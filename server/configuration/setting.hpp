#pragma once

// A Setting is one thing that the user of `quadrille serve` can set. It has the same meaning on the command line, in a
// variable of the environment and in a file:
//
//   --trusted-proxy 10.0.0.0/8      QUADRILLE_TRUSTED_PROXIES=10.0.0.0/8,10.1.0.1      trusted-proxies = ["10.0.0.0/8"]
//   --port 8080                     QUADRILLE_PORT=8080                                port = 8080
//
// The table of settings is made from the options of the command (server/commands/serve_settings.hpp), so each option
// is a setting. This room knows the table only as these rows.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

enum class SettingKind : std::uint8_t {
  flag,          // true or false
  text,          // "..."
  number,        // 60 or 2.5
  size,          // "2G", or a number of bytes
  list,          // ["...", "..."], or one "..."
  flag_or_text,  // an option whose value may be left out
};

struct Setting {
  std::string key;     // of the file: "trusted-proxies"
  std::string option;  // without dashes: "trusted-proxy"
  SettingKind kind = SettingKind::text;
  std::string meaning;    // a sentence without a full stop
  std::string unit;       // of the value, as the help of the option names it: "SECONDS"
  std::string otherwise;  // the value if it is not set, or a description of it; empty: none
  bool is_live = false;   // a running server can change it (settings_change.hpp)
  // Of a list: a member has parts, every=1d,to=/backups, which a file can give as a table [[backup]]. A variable has
  // one member.
  bool has_parts = false;

  // Checks the words of the value as the option does: the mistake, or an empty text.
  std::function<std::string(const std::vector<std::string>&)> mistake;
  // The word of a file in `folder`, for a value that is a path or contains one; null: it is none.
  std::function<std::string(const std::string& word, const std::filesystem::path& folder)> from_folder;

  // QUADRILLE_TRUSTED_PROXIES
  std::string variable() const;
};

// Where a value comes from, in the order of precedence.
struct SettingOrigin {
  enum class From : std::uint8_t { option, variable, file };

  From from = From::option;
  std::string name;  // of the option (with dashes), the variable or the file
  std::uint32_t line = 0, column = 0;

  // "--port", "QUADRILLE_PORT", "quadrille.toml, line 3"
  std::string text() const;
};

// A value as the words that the option would have; of a flag "true" or "false".
struct SettingValue {
  const Setting* setting = nullptr;
  std::vector<std::string> words;
  SettingOrigin origin;

  // The words of the command line that give the setting this value. None for a flag that has its default.
  std::vector<std::string> as_options() const;
};

class SettingsTable {
 public:
  explicit SettingsTable(std::vector<Setting> settings) : settings_(std::move(settings)) {}

  std::span<const Setting> all() const { return settings_; }
  const Setting* find_key(std::string_view key) const;
  const Setting* find_option(std::string_view option) const;
  const Setting* find_variable(std::string_view variable) const;
  // "; did you mean 'port'?", or an empty text.
  std::string suggested_key(std::string_view word) const;
  std::string suggested_variable(std::string_view word) const;

 private:
  std::vector<Setting> settings_;
};

// The values of the highest precedence: `given` (the command line), then `variables`, then `file`. In the order of the
// table; each setting at most once. A list replaces the list of a lower source as a whole.
std::vector<SettingValue> merge_settings(const SettingsTable& table, std::vector<SettingValue> given,
                                         std::vector<SettingValue> variables, std::vector<SettingValue> file);

}  // namespace quadrille::server
