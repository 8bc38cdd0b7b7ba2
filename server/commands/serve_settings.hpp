#pragma once

// The settings of `quadrille serve` from the command line, the environment and the file of --config
// (server/configuration).
//
// The options of the command are the table of settings: add_serve_options() is the only list of them. The launcher
// reads variables and file once, and gives the images one command line:
//
//   serve --config q.toml --port 80   ->   serve --config q.toml --port 80 --settled --db=data --timeout=30 ...
//         as the user gave it                    the same                  from the variables and the file
//
// An image that finds --settled reads neither of the two when it starts. Image 0 reads them again when it is asked to,
// and needs the first part for this. Images that a batch system starts find no --settled, and read both themselves.

#include <CLI/App.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "server/commands/serve_words.hpp"
#include "server/configuration/setting.hpp"

namespace quadrille::server {

struct ServeOptions;

// Adds the options that are settings.
void add_serve_options(CLI::App& app, ServeOptions& options);
// After parsing. Throws CLI::ValidationError for options that exclude or need each other.
void check_serve_options(ServeOptions& options);

// The value of --default-prefixes without a file. with_value_of_prefixes() gives it to the option in `words`, since
// the next word need not be its value: it may be another option, or a query, which has spaces or braces.
inline constexpr const char* kWellKnownPrefixes = "well-known";
std::vector<std::string> with_value_of_prefixes(std::span<const std::string> words);

// Options of serve that are parsed alone: no option needs or excludes another.
class ServeScratch {
 public:
  // Adds them to `app`, which must not outlive this object.
  explicit ServeScratch(CLI::App& app);
  ~ServeScratch();

 private:
  std::unique_ptr<ServeOptions> options_;
};

// The words of the settings that a parsed application has been given.
std::vector<std::string> given_words(const CLI::App& app);

// One row for each option of serve that is a setting.
const SettingsTable& serve_settings();

// The origin of each setting that `mistake`, a message of the parser of the command line, names and that the command
// line does not have: a line for each.
std::string origins_of(const std::string& mistake, const ServeWords& words);

// The values of words that have no mistake, as if all were of the command line.
std::vector<SettingValue> values_of_words(std::span<const std::string> words);

// Local. `words`: of serve, without its name. Reads the file and `environment` unless the words have been settled, or
// are a mistake or a question for help, which the parser of the command line then reports. Throws Error(user) for a
// mistake in the file or in a variable.
ServeWords settle_serve_words(std::span<const std::string> words, std::span<const std::string> environment);

}  // namespace quadrille::server
