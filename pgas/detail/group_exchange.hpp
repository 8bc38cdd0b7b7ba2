#pragma once

// An exchange between groups (CGE21 5.3). Every stream carries one message: the lengths of its blocks, then the blocks.
//
//   message   lengths[source][destination][block]  8 bytes each; top bit set: the same bytes as for the previous
//                                                  destination
//             then the blocks, each at a multiple of 16
//   fits into a record     sent in it: one message a stream
//   otherwise              the record has its size, when the first chunk is staged; the sender copies chunk after chunk
//                          into four staging buffers, the receiver fetches them with MPI_Rget, the next ones while the
//                          last one is being acknowledged
//
// Received messages are in the heap of the stream's receiver; all members of its group read them there.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pgas/exchange.hpp"
#include "pgas/group_plan.hpp"

namespace quadrille::pgas {
class Team;
}

namespace quadrille::pgas::detail {

class GroupExchange {
 public:
  // Collective. outgoing[member * per_member + block], in this image's shared memory.
  GroupExchange(Team& team, std::span<const Block> outgoing, int per_member);
  // Without finish(), the run has failed: the received messages are freed at the end of the run.
  ~GroupExchange();
  GroupExchange(const GroupExchange&) = delete;
  GroupExchange& operator=(const GroupExchange&) = delete;

  // The blocks that all members have sent to this image: [member * per_member + block].
  std::vector<Block> take_blocks() { return std::move(incoming_); }
  // Collective in the group.
  void finish();

 private:
  class Sender;
  class Receiver;
  GroupExchange(Team& team, int per_member) : team_(team), per_member_(static_cast<std::size_t>(per_member)) {}
  void travel(std::span<const std::span<const Block>> of_group, std::uint64_t sequence);
  void read_message(const Stream& stream, std::uint64_t sequence);

  Team& team_;
  const std::size_t per_member_;
  std::vector<void*> received_;  // messages in this image's heap
  std::vector<Block> incoming_;
};

}  // namespace quadrille::pgas::detail
