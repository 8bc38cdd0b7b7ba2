#pragma once

// What a check of a database has looked at and what it has found, step after step: the same on all images.
//
//   DatabaseCheck check(team, [](const CheckStep& step) { print(step); });
//   check.step("files", "files", [&](CheckFinds& finds) {           collective; each image looks at its share
//     for (mine) finds.attempt([&] { verify(...); finds.looked_at(1); });
//   });
//   check.is_whole()                                                no damage so far
//
// A step goes on after a damage, so that one run tells all; of each image the first kListed are kept, the others
// counted, and what several images have met in the same words is one. What stops a check (memory, a signal) is thrown
// and no damage.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "pgas/team.hpp"

namespace quadrille {

// What one image finds in a step. Local.
class CheckFinds {
 public:
  static constexpr std::size_t kListed = 20;

  void looked_at(std::uint64_t count) { looked_at_ += count; }
  // `what`: file, place, what is wrong.
  void damage(std::string what);

  // Runs `work`; an error that tells of damaged data becomes a find. Whether there was none.
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

// Of all images.
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

  // `on_step` is called on every image at the end of each step; collective too.
  explicit DatabaseCheck(pgas::Team& team, OnStep on_step = {}) : team_(team), on_step_(std::move(on_step)) {}

  // Collective. `work(CheckFinds&)` may call collectives; it runs in a Team::run().
  template <class Work>
  void step(std::string_view what, std::string_view unit, Work&& work) {
    step_alike(what, unit, [&](CheckFinds& mine) { team_.run([&] { work(mine); }); });
  }
  // Collective. The same of work that throws on all images or on none, and has runs of its own.
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
