#pragma once

// The data that the members of other groups send to this image in one channel of a lane, received into its heap as they
// come; those of one sender in the order in which they were sent. The lane's thread receives while it waits, and for an
// exchange that has begun ahead also whichever thread polls the network: so data travel while the lane's thread works.
//
// A sender is at most one exchange ahead of this image in a channel, since it cannot end an exchange that this image
// has not begun. So the data of two exchanges at most wait here.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

#include "pgas/detail/network.hpp"
#include "pgas/heap.hpp"

namespace quadrille::pgas::detail {

class Arrivals {
 public:
  // images[m]: the image of member m.
  Arrivals(Network& network, Heap& heap, const std::vector<int>& images, int lane, int channel);
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;

  // Local, by any thread. Starts to receive what has come. For what the heap has no room for, take() throws.
  void advance();

  struct Data {
    std::byte* memory = nullptr;  // in the heap; the caller frees it
    std::size_t bytes = 0;
  };
  // Local, by the lane's thread. The next data of a member of another group, if they are here. Throws Error(memory).
  std::optional<Data> take(int member);
  // Local, by the lane's thread. Drops the next data of a member; returns the number of bytes, or nothing if none has
  // come.
  std::optional<std::size_t> drop(int member);

 private:
  struct Arriving {
    Network::Arrival arrival;
    std::byte* memory = nullptr;
    MPI_Request request = MPI_REQUEST_NULL;
    bool is_started = false;
  };
  void look();
  // What a member has sent and nobody has taken; it looks for more only if there is nothing.
  std::vector<Arriving>& from(int member);
  void start(Arriving& data);
  bool is_here(Arriving& data);

  Network& network_;
  Heap& heap_;
  const int lane_;
  const int channel_;
  std::vector<int> member_of_image_;
  std::mutex mutex_;
  std::vector<std::vector<Arriving>> of_member_;  // not taken yet, in their order
};

// The channels of a lane at this image. Channel 0 is for exchanges that are received at once. An exchange that begins
// ahead has another channel for itself, since other exchanges come between its begin and its end.
class Channels {
 public:
  Channels(Network& network, Heap& heap, const std::vector<int>& images, int lane);

  Arrivals& arrivals(int channel) { return arrivals_[static_cast<std::size_t>(channel)]; }
  // Local; the same on all members, as they call the same collectives. Returns nothing if all are open.
  std::optional<int> open();
  void close(int channel);  // all its data have been taken
  void close_all() { open_.store(0, std::memory_order_relaxed); }
  bool any_open() const { return open_.load(std::memory_order_relaxed) != 0; }
  // Local, by any thread. Receives what has come in the open channels.
  void receive_ahead();

 private:
  std::deque<Arrivals> arrivals_;       // by channel
  std::atomic<std::uint32_t> open_{0};  // a bit each
};

}  // namespace quadrille::pgas::detail
