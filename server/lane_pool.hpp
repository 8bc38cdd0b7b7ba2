#pragma once

// The lanes that queries of all images run in, one query each. An answer whose client takes nothing holds its lane;
// while somebody waits for one it is asked to give way, one such answer for each who waits.

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include "base/clock.hpp"

namespace quadrille::server {

class LanePool {
 public:
  // Lanes 0 to `lanes` - 1.
  explicit LanePool(int lanes);

  // Waits for a free lane. Throws ErrorKind::timeout at the deadline, cancelled as soon as `cancelled` says so.
  int take(const Deadline& deadline, const std::function<bool()>& cancelled);
  void give_back(int lane);
  // Whether the holder of `lane`, who could do without, is to give it back: somebody waits, and no other lane has been
  // asked for on their behalf.
  bool is_wanted(int lane);

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<int> free_;
  std::vector<bool> gives_way_;  // by lane
  int waiting_ = 0;
  int giving_way_ = 0;
};

}  // namespace quadrille::server
