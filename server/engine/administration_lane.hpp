#pragma once

// The AdministrationLane brings the work of administrators from image 0 to all images, where all do it or none: changed
// settings, and databases that are made and dropped.
//
//   image 0     AdministrationLane::run(command, part)    posts the command and does its own part
//   the others  run_administration_worker(part)           do theirs

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "pgas/job.hpp"
#include "pgas/mailbox.hpp"

namespace quadrille::server {

class AdministrationLane {
 public:
  // Collective with run_administration_worker().
  explicit AdministrationLane(pgas::Job& job);
  // Ends run_administration_worker() on the other images. Needs that nothing is running.
  ~AdministrationLane();
  AdministrationLane(const AdministrationLane&) = delete;
  AdministrationLane& operator=(const AdministrationLane&) = delete;

  // By any thread, one after another. `part` is collective over the team, and throws the same Error on all images,
  // which is passed on, or on none. The command must not be empty.
  void run(const std::string& command, const std::function<void(pgas::Team&)>& part);

 private:
  std::mutex mutex_;
  pgas::Team& team_;
  pgas::Mailbox mailbox_;
};

// Collective with AdministrationLane, on the images other than 0. Returns when image 0 ends it.
void run_administration_worker(pgas::Job& job,
                               const std::function<void(pgas::Team&, const std::string& command)>& part);

// Reads the words of the settings that are to be in use (options of serve); throws Error if this image cannot have
// them. The result puts them into force, and does not throw.
using PrepareSettings = std::function<std::function<void()>(const std::vector<std::string>& words)>;

// Collective. All prepare, and agree; all apply, or all throw the Error of an image.
void change_settings_together(pgas::Team& team, const std::vector<std::string>& words, const PrepareSettings& prepare);

}  // namespace quadrille::server
