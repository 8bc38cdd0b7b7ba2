#pragma once

// RemoteAccess tracks the pending puts and gets of one team to other groups, by target, puts separately (CGE21 3.3).

#include <cstddef>
#include <map>
#include <vector>

#include "pgas/detail/network.hpp"

namespace quadrille::pgas::detail {

class RemoteAccess {
 public:
  explicit RemoteAccess(Network& network) : network_(network) {}
  ~RemoteAccess() { drain(); }
  RemoteAccess(const RemoteAccess&) = delete;
  RemoteAccess& operator=(const RemoteAccess&) = delete;

  void start_put(int image, std::size_t offset, const void* from, std::size_t bytes);
  void start_get(int image, std::size_t offset, void* to, std::size_t bytes);
  // Waits for all pending operations, also after failures: they use memory of this image.
  void drain();
  // Waits until the bytes of all puts to `image` have been read from this image's memory.
  void wait_sent(int image, const SharedWord* failed) { wait(puts_[image], failed); }
  void wait_gets(int image, const SharedWord* failed) { wait(gets_[image], failed); }
  // Waits until all puts to `image` are in its memory.
  void fence_puts(int image, const SharedWord* failed);
  std::vector<int> put_targets() const;
  std::vector<int> get_targets() const;

 private:
  using Requests = std::vector<MPI_Request>;
  struct Puts {
    Requests requests;
    bool unfenced = false;
  };
  void wait(Requests& requests, const SharedWord* failed);
  void wait(Puts& puts, const SharedWord* failed) { wait(puts.requests, failed); }

  Network& network_;
  std::map<int, Puts> puts_;      // by image
  std::map<int, Requests> gets_;  // by image
};

}  // namespace quadrille::pgas::detail
