#pragma once

// MPI without the engine, for comparison: a window on 16 MB of every image, gets from it, all-to-all, and messages
// from image to image. All waits test and yield, since a blocking call of more images than cores does not end.

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "pgas/team.hpp"

namespace quadrille::bench {

class RawMpi {
 public:
  // Collective, while the Job lives. Starts MPI for an image that no launcher has started.
  RawMpi(pgas::Team& team, std::size_t window_bytes);
  ~RawMpi();
  RawMpi(const RawMpi&) = delete;

  // One-sided. From the start of the member's window.
  void get(int member, std::span<std::byte> to);
  // Collective.
  void barrier();
  // Collective. Every member sends outgoing[j] to member j, and receives incoming[i] from member i; the lengths are set
  // before. `outgoing` and `incoming` have no gaps.
  void all_to_all(std::span<const pgas::Block> outgoing, std::span<const std::span<std::byte>> incoming);
  // Collective. One message from every member to every member of another group; the receiver probes for its length, as
  // a receiver that does not know it must. Blocks inside the group are not copied. The team counts the messages.
  void send_to_each(std::span<const pgas::Block> outgoing, std::span<const std::span<std::byte>> incoming);

 private:
  void finish(std::span<MPI_Request> requests);
  int rank(int member) const { return ranks_[static_cast<std::size_t>(member)]; }

  pgas::Team& team_;
  bool starts_mpi_ = false;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::vector<int> ranks_;  // by member
  std::vector<std::byte> memory_;
  MPI_Win window_ = MPI_WIN_NULL;
};

}  // namespace quadrille::bench
