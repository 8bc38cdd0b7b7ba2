#pragma once

// Signs of life between groups. The first image of every group tells the first one of the next group, in a circle,
// about every second that it lives; who has heard nothing for a while ends the job. Images of one group watch each
// other directly (peer_watch.hpp).
//
// A host that is cut off hears nothing either, so both sides end.

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "pgas/detail/network.hpp"

namespace quadrille::pgas::detail {

class GroupWatch {
 public:
  // QUADRILLE_SILENCE_SECONDS says how long a group may be silent; 0: for ever, for debuggers.
  static double silence_limit_seconds();

  // `next`: the first image of the next group. `on_silence` is called once, in the network thread, with the seconds
  // that the group before this one has been silent.
  GroupWatch(Network& network, int next, std::function<void(double)> on_silence);

  void heard();  // in the handler
  void tick();   // about every second
  void stop() { stopped_ = true; }

 private:
  Network& network_;
  const int next_;
  const double limit_seconds_;
  std::function<void(double)> on_silence_;
  std::atomic<std::int64_t> heard_ms_;
  std::atomic<bool> stopped_{false};
};

}  // namespace quadrille::pgas::detail
