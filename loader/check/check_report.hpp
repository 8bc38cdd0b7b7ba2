#pragma once

// A DatabaseCheck runs the steps of a check and collects their results: the same on all images.
//
//   DatabaseCheck check(team, [](const CheckStep& step) { print(step); });
//   check.step("files", "files", [&](CheckFinds& finds) {           collective; each image looks at its share
//     for (mine) finds.attempt([&] { verify(...); finds.looked_at(1); });
//   });
//   check.is_whole()                                                no damage so far
//
// A step continues after damage, so one run finds all of it. The first kListed damages of each image are listed and the
// others counted; equal texts from several images are listed once. An error that stops a check (memory, a signal) is
// thrown and does not count as damage.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// The ends of messages about damage: in one file, and in the contents of several files.
constexpr const char* kRestoreFile = "restore the file from a backup, or build the database again";
constexpr const char* kRestoreDatabase = "restore the database from a backup, or build it again";

// Collects the damage that one image finds in a step. Local.
class CheckFinds {
 public:
  static constexpr std::size_t kListed = 20;

  void looked_at(std::uint64_t count) { looked_at_ += count; }
  // `what`: the file, the place and the fault.
  void damage(std::string what);

  // Runs `work`; an error about damaged data is recorded. Returns whether there was none.
  template <class Work>
  bool attempt(Work&& work) {
    try {
      work();
      return true;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::io && error.kind() != ErrorKind::unsupported) throw;
      damage(error.what());
      return false;
    }
  }

  std::uint64_t damages() const { return damages_; }

 private:
  friend class DatabaseCheck;
  std::uint64_t looked_at_ = 0, damages_ = 0;
  std::vector<std::string> listed_;
};

// The result of a step, over all images.
struct CheckStep {
  std::string what, unit;
  std::uint64_t looked_at = 0;
  std::uint64_t damages = 0;
  std::vector<std::string> listed;  // damages, the first of each image
  double seconds = 0;
};

class DatabaseCheck {
 public:
  using OnStep = std::function<void(const CheckStep&)>;

  // `on_step` is called on every image at the end of each step; it is collective too.
  explicit DatabaseCheck(pgas::Team& team, OnStep on_step = {}) : team_(team), on_step_(std::move(on_step)) {}

  // Collective. `work(CheckFinds&)` can call collectives; it runs in a Team::run().
  template <class Work>
  void step(std::string_view what, std::string_view unit, Work&& work) {
    step_alike(what, unit, [&](CheckFinds& mine) { team_.run([&] { work(mine); }); });
  }
  // Collective. The same for work that throws on all images or on none, and calls Team::run() itself.
  template <class Work>
  void step_alike(std::string_view what, std::string_view unit, Work&& work) {
    begin();
    CheckFinds mine;
    work(mine);
    end(what, unit, mine);
  }

  pgas::Team& team() const { return team_; }
  bool is_whole() const { return damages_ == 0; }
  std::uint64_t damages() const { return damages_; }
  const std::vector<CheckStep>& steps() const { return steps_; }

 private:
  void begin();
  void end(std::string_view what, std::string_view unit, const CheckFinds& mine);

  pgas::Team& team_;
  OnStep on_step_;
  std::vector<CheckStep> steps_;
  std::uint64_t damages_ = 0;
  double began_ = 0;
};

}  // namespace quadrille
