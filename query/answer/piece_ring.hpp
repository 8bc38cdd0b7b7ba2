#pragma once

// How the members of one group hand the pieces of an answer to the first: each writes into buffers of its own, in
// shared memory, and goes on; the first member passes them on from where they lie. Nobody waits for anybody but where
// all buffers of a member are full, and at the end.
//
//   member 1   | piece 5 | piece 6 | free | free |  -->  first member  -->  sink       taken, written: pieces so far
//   member 2   | piece 3 | free    | free | free |  -->
//
// Pieces of one member stay in their order; those of several come as they are ready.
//
// Where the rows come from a plan whose next() is collective, the first member must not wait there for one that waits
// here: all end_round() when they have written the rows of a chunk, and the first one passes pieces on until they have.
// Limits: a member that waits looks at them ten times a second. Errors: what the sink does not want ends the query.

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

// Wakes one that waits for several things. In shared memory.
struct Bell {
  pgas::SharedWord rung{0};
  std::atomic<std::uint32_t> sleepers{0};

  void ring();
  // Until it has been rung since `seen`, or for a tenth of a second.
  void wait(const pgas::Team& team, std::uint32_t seen);
};

class PieceRings {
 public:
  // Collective, in a team of one group. `pass_on` is called on the first member.
  PieceRings(Context& context, std::function<void(std::string_view)> pass_on);
  PieceRings(const PieceRings&) = delete;
  PieceRings& operator=(const PieceRings&) = delete;

  // An empty buffer for the next piece. May wait.
  results::TextBuffer& next_buffer();
  // The buffer is written.
  void hand_on();
  void end_round();
  // All members have handed on what they had. May wait.
  void end();

 private:
  static constexpr std::uint32_t kSlots = 8;

  // One a member; only the member writes it but for `taken`.
  struct Ring {
    Bell bell;  // of a member: a piece was taken; of the first: something has happened
    std::atomic<std::uint32_t> written{0}, taken{0}, rounds{0};
    std::atomic<bool> ended{false};
    std::array<std::string_view, kSlots> slots;
  };

  template <class Happened>
  void wait_for(Happened&& happened);
  bool pass_on_others();
  template <class Done>
  void pass_on_until(Done&& done);

  Context& context_;
  const std::function<void(std::string_view)> pass_on_;
  std::vector<Ring*> rings_;  // by member
  Ring* mine_;
  std::vector<results::TextBuffer> buffers_;
  std::array<std::uint32_t, kSlots> needed_until_{};  // by buffer: the number of pieces taken when it is free again
  std::size_t current_ = 0;                           // buffer
};

}  // namespace quadrille::query
