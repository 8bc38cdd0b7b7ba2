#pragma once

// A StreamInbox receives the messages of one stream (group_plan.hpp) in shared memory of its receiver, where the whole
// group reads them. Only the receiver's process writes it, in the thread that polls the network.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "pgas/detail/network.hpp"

namespace quadrille::pgas::detail {

// A slot holds a phase's record until the next phase but one: no image starts that phase before all members of this
// group have reached the next one.
struct InboxSlot {
  std::atomic<std::uint64_t> sequence{0};  // of the stored record
  std::uint32_t bytes = 0;
  alignas(64) std::array<std::byte, kPayloadBytes> data;
};

struct StreamInbox {
  std::array<InboxSlot, 2> phases;  // by sequence & 1
  std::array<InboxSlot, 2> ends;    // by run & 1
  // Not among the phases: the members of other groups do not wait for each other in a report, so a group may already
  // send the next phase while another one still reads the phase before.
  InboxSlot report;
  // By phase of exchanges: an exchange's message at the receiver, and its table of addresses (0: none); for its group.
  struct Exchange {
    std::uint64_t message = 0, addresses = 0;
  };
  std::array<Exchange, 2> exchanges{};
};

}  // namespace quadrille::pgas::detail
