#pragma once

// An exchange between groups (CGE21 5.3). Small blocks travel together, large ones alone:
//
//   message of a stream   addresses[source][destination][block]  8 bytes each, written by the receiving group
//     (one for each)      is any block large                     8 bytes
//                         lengths[source][destination][block]    8 bytes each; top bit set: the same bytes as for the
//                                                                previous destination
//                         then the small blocks, each at a multiple of 16
//   a large block         straight from the memory of the image that has it to the heap of its destination: no copy
//                         before or after; if neighbours in a group have the same one, to one of them
//
// The addresses do not travel. The receiver of a message takes it into its heap, where all of its group read it; then
// each destination takes its large blocks, and writes where they are.
//
// A message or large block is received when it has come, so nothing is left over of a receiver that fails; what it has
// not received is received and dropped at the end of the run (Crossing::drain()).

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pgas/detail/crossing.hpp"
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
  // Without finish(), the run has failed: what has been received, or is being sent, is given up at the end of the run.
  ~GroupExchange();
  GroupExchange(const GroupExchange&) = delete;
  GroupExchange& operator=(const GroupExchange&) = delete;

  // The blocks that all members have sent to this image: [member * per_member + block].
  std::vector<Block> take_blocks() { return std::move(incoming_); }
  // Collective in the group. Waits until this image's blocks have been sent.
  void finish();

 private:
  class Message;
  class Arrivals;
  struct LargeBlock;
  using OfGroup = std::span<const std::span<const Block>>;
  GroupExchange(Team& team, int per_member);

  void send_message(const Stream& stream, OfGroup of_group);
  void send_large(std::span<const Block> outgoing);
  void receive_messages();
  Message message_of(const Stream& stream) const;
  std::vector<LargeBlock> read_messages();
  LargeBlock large_block(int from_group, std::size_t place, std::size_t bytes) const;
  bool any_large() const;
  void receive_large(std::span<LargeBlock> blocks);
  void read_own_group(OfGroup of_group);

  Team& team_;
  Crossing& crossing_;
  const std::size_t per_member_;
  std::uint64_t sequence_ = 0;
  std::vector<Crossing::Send> sends_;
  std::vector<void*> received_;  // in this image's heap
  std::vector<Block> incoming_;
};

}  // namespace quadrille::pgas::detail
