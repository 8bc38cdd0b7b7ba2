#pragma once

// PieceRings passes the pieces of an answer from the members of one group to the first member. Each member writes into
// its own buffers in shared memory and continues; the first member sends them from there. A member waits only if all
// its buffers are full, and at the end.
//
//   member 1   | piece 5 | piece 6 | free | free |  -->  first member  -->  sink       taken, written: pieces so far
//   member 2   | piece 3 | free    | free | free |  -->
//
// Pieces of one member stay in their order; pieces of different members are sent as they are ready. In turn, those of a
// round are sent in the order of members: the next members write theirs meanwhile, and wait only if they are far ahead.
//
// Where rows come from a plan whose next() is collective, the first member must not wait there for a member that waits
// here. So all members call end_round() when they have written the rows of a chunk, and the first member sends pieces
// until all have done so. Limits: a waiting member checks them ten times a second. Errors: if the sink refuses a
// piece, the query ends.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "pgas/wait.hpp"
#include "query/results/text_buffer.hpp"
#include "query/table/context.hpp"

namespace quadrille::query {

// Wakes one waiter that waits for several events. In shared memory.
struct Bell {
  pgas::SharedWord rung{0};
  std::atomic<std::uint32_t> sleepers{0};

  void ring();
  // Waits until the bell has rung since `seen`, or for a tenth of a second.
  void wait(const pgas::Team& team, std::uint32_t seen);
};

class PieceRings {
 public:
  // A piece; true: a term of its member so far needs RDF 1.2.
  using PassOn = std::function<void(std::string_view, bool)>;

  // Collective, in a team of one group. Calls `pass_on` on the first member. `in_turn`: every round is ended.
  PieceRings(Context& context, bool in_turn, PassOn pass_on);
  PieceRings(const PieceRings&) = delete;
  PieceRings& operator=(const PieceRings&) = delete;

  // Returns an empty buffer for the next piece. May wait.
  results::TextBuffer& next_buffer();
  // Marks the buffer as written; `needs_version` is as in PassOn.
  void hand_on(bool needs_version);
  void end_round();
  // Returns when all pieces of all members are sent. May wait.
  void end();

 private:
  static constexpr std::uint32_t kSlots = 8;

  // One for each member; only that member writes it, except for `taken`.
  struct Ring {
    Bell bell;  // of a member: a piece was taken; of the first member: any event
    std::atomic<std::uint32_t> written{0}, taken{0}, rounds{0};
    std::atomic<bool> ended{false}, needs_version{false};
    std::array<std::string_view, kSlots> slots;
  };

  template <class Happened>
  void wait_for(Happened&& happened);
  bool pass_on_from(Ring& ring);
  bool pass_on_others();
  template <class Done>
  void pass_on_until(Done&& done);

  Context& context_;
  const bool in_turn_;
  const PassOn pass_on_;
  std::vector<Ring*> rings_;  // by member
  Ring* mine_;
  std::vector<results::TextBuffer> buffers_;
  std::array<std::uint32_t, kSlots> needed_until_{};  // by buffer: the number of taken pieces at which it is free again
  std::size_t current_ = 0;                           // index of a buffer
};

}  // namespace quadrille::query
