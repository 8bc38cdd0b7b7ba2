#pragma once

// A PeerWatch watches the other images of this host. If one ends unannounced, the rest must not wait for it: a message
// names it, and this process ends at once.

#include <sys/types.h>

#include <functional>
#include <thread>
#include <vector>

#include "base/ids.hpp"

namespace quadrille::pgas {

class PeerWatch {
 public:
  struct Peer {
    ImageId image;
    pid_t pid;
  };
  // `on_death` is called once, in the watching thread, with the image that has ended.
  PeerWatch(const std::vector<Peer>& peers, std::function<void(Peer)> on_death);
  ~PeerWatch();
  PeerWatch(const PeerWatch&) = delete;
  PeerWatch& operator=(const PeerWatch&) = delete;

 private:
  void watch(std::function<void(Peer)> on_death);

  std::vector<Peer> peers_;
  std::vector<int> pid_fds_;
  int stop_fd_ = -1;
  std::thread thread_;
};

}  // namespace quadrille::pgas
