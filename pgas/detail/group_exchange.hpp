#pragma once

// An exchange between groups (CGE21 5.3). Small blocks travel together, large ones alone:
//
//   message of a stream   is any block large                     8 bytes
//     (one for each)      lengths[source][destination][block]    8 bytes each; top bit set: the same bytes as for the
//                                                                previous destination
//                         then the small blocks, each at a multiple of 16
//   a large block         straight from the memory of the image that has it to the heap of its destination: no copy
//                         before or after; if neighbours in a group have the same one, to one of them
//
// The receiver of a message takes it into its heap, where all of its group read it. If any block is large, it makes a
// table addresses[source][destination][block]; then each destination takes its large blocks, and writes there where
// they are.
//
// A member sends its message to another one first, and then its large blocks. They come in this order, and are received
// as they come (detail/arrivals.hpp). What is left over of a receiver that fails is dropped at the end of the run
// (Crossing::drain()).

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
  // Collective. Sends outgoing[member * per_member + block], in this image's shared memory. If `ahead`, and if a
  // channel is free (is_ahead()), other collectives may come before receive().
  GroupExchange(Team& team, std::span<const Block> outgoing, int per_member, bool ahead);
  // Without finish(), the run has failed, or no member calls receive(): what has been received, or is being sent, is
  // given up at the end of the run, by the destructor or, if it has not run by then, by the Team.
  ~GroupExchange();
  GroupExchange(const GroupExchange&) = delete;
  GroupExchange& operator=(const GroupExchange&) = delete;

  bool is_ahead() const { return channel_ != 0; }
  // Collective. The blocks that all members have sent to this image: [member * per_member + block].
  std::vector<Block> receive();
  // Collective in the group. Waits until this image's blocks have been sent.
  void finish();
  // Local, at the end of the run in which this began. The destructor does nothing afterwards, so it may run at any
  // time.
  void give_up();

 private:
  class Message;
  struct LargeBlock;
  GroupExchange(Team& team, int per_member, int channel);
  static int channel_for(Team& team, bool ahead);

  void send_message(const Stream& stream);
  void send_large(std::span<const Block> outgoing);
  void receive_messages();
  Message message_of(const Stream& stream) const;
  std::vector<LargeBlock> read_messages();
  LargeBlock large_block(int from_group, std::size_t place, std::size_t bytes) const;
  bool any_large() const;
  void receive_large(std::span<LargeBlock> blocks);
  std::byte* receive_block(const LargeBlock& block);
  Arrivals::Data next_of(int member);
  void read_own_group();

  Team& team_;
  Crossing& crossing_;
  const std::size_t per_member_;
  const int channel_;
  std::vector<std::span<const Block>> of_group_;  // what the members of this group send
  std::size_t phase_ = 0;                         // of the inboxes
  std::vector<Crossing::Send> sends_;
  std::vector<void*> received_;  // in this image's heap
  bool is_given_up_ = false;
  std::vector<Block> incoming_;
};

}  // namespace quadrille::pgas::detail
