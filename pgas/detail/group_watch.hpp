#pragma once

// A GroupWatch detects dead groups. The first image of every group sends a sign of life to the first image of the next
// group, in a circle, about every second; an image that has received none for a while ends the job. Images of one group
// watch each other directly (peer_watch.hpp).
//
// A host that is cut off receives nothing either, so both sides end. Time in which this image itself did not run does
// not count as silence of others, beyond two seconds at a time: a machine may have been suspended, or be overloaded.

#include <atomic>
#include <cstdint>
#include <functional>

#include "pgas/detail/network.hpp"

namespace quadrille::pgas::detail {

class GroupWatch {
 public:
  // QUADRILLE_SILENCE_SECONDS sets the time for which a group may be silent; 0: forever, for debuggers.
  static double silence_limit_seconds();

  // `next`: the first image of the next group. `on_silence` is called once, in the network thread, with the number of
  // seconds that the previous group has been silent.
  GroupWatch(Network& network, int next, std::function<void(double)> on_silence);

  void heard();  // called by the handler
  void tick();   // called about every second
  void stop() { stopped_ = true; }

 private:
  Network& network_;
  const int next_;
  const double limit_seconds_;
  std::function<void(double)> on_silence_;
  std::atomic<std::int64_t> silent_ms_{0};
  std::int64_t last_tick_ms_;
  std::atomic<bool> stopped_{false};
};

}  // namespace quadrille::pgas::detail
