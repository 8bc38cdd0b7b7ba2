#pragma once

// Where the messages of one stream (group_plan.hpp) arrive: in shared memory of its receiver, so that the whole group
// reads them there. Written by the receiver's process alone, whichever of its threads polls the network.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "pgas/detail/network.hpp"

namespace quadrille::pgas::detail {

// A slot holds a phase's record until the next but one phase: nobody starts that before all members of this group have
// come to the next one.
struct InboxSlot {
  std::atomic<std::uint64_t> sequence{0};  // of the record that is here
  std::uint32_t bytes = 0;
  alignas(64) std::array<std::byte, kPayloadBytes> data;
};

struct StreamInbox {
  std::array<InboxSlot, 2> phases;  // by sequence & 1
  std::array<InboxSlot, 2> ends;    // by run & 1
  // An exchange that does not fit into its record: how many chunks of phase `sequence` can be fetched.
  std::atomic<std::uint64_t> ready{0};
  // By sequence & 1: where the receiver has put an exchange's message; for its group.
  std::array<std::uint64_t, 2> message_address{};
};

}  // namespace quadrille::pgas::detail
