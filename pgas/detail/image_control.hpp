#pragma once

// The control words at the start of an image's shared memory, which other images read. They hold no pointers that are
// valid in only one process.
//
//   offset 0        ImageControl                          written by its image, read by all
//   kControlBytes   symmetric part, cut into lanes         same offsets on every image
//   ...             general part (Heap)                    owned by its image, readable by all

#include <array>
#include <cstddef>
#include <cstdint>

#include "pgas/wait.hpp"

namespace quadrille::pgas::detail {

inline constexpr int kMaxLanes = 16;
inline constexpr std::size_t kSlotBytes = 1024;  // the largest contribution to a small collective
inline constexpr std::uint64_t kControlMagic = 0x3145474d49444151;

// The error that has ended a run.
struct ErrorText {
  std::int32_t kind = 0;
  std::array<char, 2044> message{};
};

// The mailbox of a lane (mailbox.hpp), in the copy of the group's first member.
struct MailboxControl {
  SharedWord posted{0};               // messages posted
  std::uint64_t message_address = 0;  // of the last message; 0: it is `short_message`, which needs no other memory
  std::uint64_t message_bytes = 0;
  std::array<char, 512> short_message{};
};

// Lane k of the images of a group. All members wait on the words in the copy of the group's first member.
struct alignas(64) LaneControl {
  alignas(64) SharedWord arrived{0};     // images in the barrier
  alignas(64) SharedWord generation{0};  // barriers passed
  alignas(64) SharedWord sleepers{0};    // images that may need waking
  alignas(64) MailboxControl mailbox;
  alignas(64) SharedWord failed{0};  // Team::run: not 0 after a member's work has thrown
  SharedWord failure_lock{0};        // guards `failed`, `error` and the words of other groups' failures below
  SharedWord run_arrived{0};         // Team::run: members that have reached the end
  SharedWord run_generation{0};      // Team::run: runs ended
  SharedWord run_verdict{0};         // Team::run: `failed`, as read by the last member to reach the end
  ErrorText error;
  // Several groups (run_failure.hpp): the run that the group is in, and a failure of another group.
  std::uint64_t current_run = 0;
  std::uint64_t pending_run = ~std::uint64_t{0};
  ErrorText pending_error;
  std::uint64_t inboxes = 0;  // of this image: the address of its StreamInbox array
  // Contributions to collectives, used alternately. A reader of slot p cannot be overtaken by the next collective but
  // one, since the barrier of the next one waits for the reader.
  alignas(64) std::array<std::array<std::byte, kSlotBytes>, 2> slots{};
};

// The last numbers that were announced (Job::announce()), in the copy of the group's first image.
inline constexpr std::size_t kMaxAnnounced = 1024;

struct ImageControl {
  std::uint64_t magic = 0;
  std::uint64_t token = 0;  // proves that a mapping is of the right image
  SharedWord abort{0};      // not 0: the job ends; watched by every wait of this image
  SharedWord leaving{0};    // 1: the image has reached its normal end
  std::array<SharedWord, kMaxAnnounced> announced{};
  std::array<LaneControl, kMaxLanes> lanes;
};

inline constexpr std::size_t kControlBytes = 256 * 1024;
static_assert(sizeof(ImageControl) <= kControlBytes);

}  // namespace quadrille::pgas::detail
