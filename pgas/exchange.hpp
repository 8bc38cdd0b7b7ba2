#pragma once

// An exchange sends blocks of any length from all members to all members (CGE21 5.3). In one group nothing is copied:
// blocks are read in place. Between groups they travel aggregated (detail/group_exchange.hpp): small ones in at most
// ceil(groups / group size) messages an image. Blocks that are the same for neighbouring members (the same place, the
// same length) are sent once.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "pgas/team.hpp"

namespace quadrille::pgas {

using Block = std::span<const std::byte>;

// The received blocks, in this image's memory; they live as long as their arena.
class Blocks {
 public:
  explicit Blocks(std::vector<Block> blocks) : blocks_(std::move(blocks)) {}
  int size() const { return static_cast<int>(blocks_.size()); }
  Block from(int member) const { return blocks_[static_cast<std::size_t>(member)]; }
  template <class T>
  std::span<const T> from_as(int member) const {
    const Block block = from(member);
    return {reinterpret_cast<const T*>(block.data()), block.size() / sizeof(T)};
  }

 private:
  std::vector<Block> blocks_;
};

// Collective over `team`. Sends outgoing[j] to member j; returns the received blocks, in member order. `outgoing` is in
// this image's shared memory. On return the blocks can be read and `outgoing` can be reused. No message inside a group.
Blocks exchange(Team& team, QueryArena& arena, std::span<const Block> outgoing);

// Collective. Like exchange(), but blocks of the same group are read in place until finish(), which is collective: only
// then may the senders reuse `outgoing`. For large blocks that are read once.
//
// An exchange may begin ahead: its blocks travel while the members do other things, other collectives too, until they
// call receive(). If all of them drop it instead, in a Team::run(), its blocks are dropped at the end of the run. Of
// those that have begun at most kChannels - 1 are ahead (detail/network.hpp); a further one is received at once.
//
// An exchange that began in a Team::run() holds no memory after it. The object may live longer, but is of no use then.
class ExchangeView {
 public:
  enum class Begin { now, ahead };
  ExchangeView(Team& team, std::span<const Block> outgoing, int per_member = 1, Begin begin = Begin::now);
  ~ExchangeView();
  ExchangeView(const ExchangeView&) = delete;
  ExchangeView& operator=(const ExchangeView&) = delete;
  // Collective, for an exchange that has begun ahead. Before it there is nothing to read.
  void receive();
  void finish();

  int size() const { return team_.size(); }
  Block from(int member, int block = 0) const {
    return incoming_[static_cast<std::size_t>(member * per_member_ + block)];
  }
  template <class T>
  std::span<const T> from_as(int member, int block = 0) const {
    const Block bytes = from(member, block);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  Team& team_;
  const int per_member_;
  std::unique_ptr<detail::GroupExchange> across_;  // several groups
  std::vector<Block> incoming_;                    // empty until they are received
};

}  // namespace quadrille::pgas
