#pragma once

// The SettingsLane brings changed settings from image 0 to all images, and applies them everywhere or nowhere. It is
// needed in a job in which listeners of other groups have settings, too.
//
//   image 0     SettingsLane::change(words)    posts the words; all prepare, and agree; all apply, or all throw
//   the others  run_settings_worker()          the same

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"

namespace quadrille::server {

// Reads the words of the settings that are to be in use (options of serve); throws Error if this image cannot have
// them. The result puts them into force, and does not throw.
using PrepareSettings = std::function<std::function<void()>(const std::vector<std::string>& words)>;

class SettingsLane {
 public:
  // Collective with run_settings_worker().
  explicit SettingsLane(pgas::Job& job);
  // Ends run_settings_worker() on the other images. Needs that no change is running.
  ~SettingsLane();
  SettingsLane(const SettingsLane&) = delete;
  SettingsLane& operator=(const SettingsLane&) = delete;

  // `prepare`: of image 0. Throws the Error of an image; then no image has changed. One caller at a time.
  void change(const std::vector<std::string>& words, const PrepareSettings& prepare);

 private:
  pgas::Team& team_;
  pgas::Mailbox mailbox_;
};

// Collective with SettingsLane, on the other images. Returns when image 0 ends it. `prepare`: of this image.
void run_settings_worker(pgas::Job& job, const PrepareSettings& prepare);

}  // namespace quadrille::server
