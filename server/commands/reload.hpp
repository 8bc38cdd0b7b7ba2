#pragma once

// The Reloader of a running server reads its settings again, from the variables and the file that it has been started
// with, and applies those that need no restart.
//
//   read again --a mistake--> nothing has changed, Error(user)
//     |
//   compare, prepare all parts of the server on all images --one cannot--> the same
//     |
//   apply on all images; a report of what has changed, and of what needs a restart
//
// The files of accounts and of TLS are read again in any case. One object on image 0.

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "server/commands/command_line.hpp"
#include "server/configuration/settings_change.hpp"
#include "server/engine/administration_lane.hpp"

namespace quadrille::server {

// Reads the options of serve from words, as change_settings_together() passes them.
ServeOptions options_of_words(const std::vector<std::string>& words);

class Reloader {
 public:
  // Applies the settings of the words on all images, or throws Error and has changed nothing.
  using Change = std::function<void(const std::vector<std::string>& words)>;

  // `options`: with which the server was started; `writable`: it can accept updates.
  Reloader(const ServeOptions& options, bool writable, Change change);

  // Returns a report as JSON, and writes it to the log. Throws Error(user) for a mistake, which is in the log, too.
  // Thread-safe.
  std::string reload();
  // All settings in use, with their origins: as JSON, or as a file of settings. Thread-safe.
  std::string settings(bool as_toml);
  // The same as reload(), for a caller who reads the log.
  void reload_for_signal();

 private:
  std::string read_and_change();

  const ServeOptions started_;
  const Change change_;
  std::mutex mutex_;
  CurrentSettings current_;
  std::vector<SettingValue> values_;  // in use, with their origins
};

}  // namespace quadrille::server
