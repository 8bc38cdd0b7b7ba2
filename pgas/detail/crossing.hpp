#pragma once

// A Crossing connects one lane with the other groups: the streams that this image sends and receives, their inboxes,
// the channels for data, and the ends of runs. A Team of several groups uses it; it does not depend on the content of
// messages.

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "pgas/counters.hpp"
#include "pgas/detail/arrivals.hpp"
#include "pgas/detail/image_control.hpp"
#include "pgas/detail/network.hpp"
#include "pgas/detail/stream_inbox.hpp"
#include "pgas/group_plan.hpp"
#include "pgas/heap.hpp"

namespace quadrille::pgas::detail {

class Crossing {
 public:
  static constexpr std::size_t kPostedBytes = 64 * 1024;

  // `controls[m]`: the lane's control block of member m, if that is in this group. Local; a barrier of the group
  // follows before the first use.
  Crossing(Network& network, const GroupPlan& plan, std::vector<ImageId> images, int rank, int lane, Heap& heap,
           std::vector<LaneControl*> controls);
  ~Crossing();
  Crossing(const Crossing&) = delete;
  Crossing& operator=(const Crossing&) = delete;

  Network& network() { return network_; }
  const GroupPlan& plan() const { return plan_; }
  std::span<const Stream> outgoing() const { return plan_.from(rank_); }
  std::span<const Stream> incoming() const { return plan_.to(rank_); }
  // The inbox of a stream to this image's group.
  StreamInbox& inbox(const Stream& stream) const;

  // Local. One message.
  void send_record(const Stream& stream, std::uint64_t sequence, std::span<const std::byte> bytes, Counters& counters);
  void send_end(const Stream& stream, std::uint64_t run, std::span<const std::byte> bytes);
  // Numbers the lane's reports to the first image: 1, 2, ... on every image.
  std::uint64_t next_report() { return ++reports_; }
  void send_report(const Stream& stream, std::uint64_t number, std::span<const std::byte> bytes, Counters& counters);
  // Waits for the record of a stream to this image.
  void wait_record(const Stream& stream, std::uint64_t sequence, const SharedWord* failed);
  void wait_end(const Stream& stream, std::uint64_t run);
  void wait_report(const Stream& stream, std::uint64_t number, const SharedWord* failed);
  static bool has_come(const InboxSlot& slot, std::uint64_t sequence) {
    return slot.sequence.load(std::memory_order_acquire) == sequence;
  }
  static std::span<const std::byte> bytes_of(const InboxSlot& slot) { return {slot.data.data(), slot.bytes}; }

  // Data of exchanges, as Network has it, between members of this lane. `data` stays until the send is complete.
  struct Send {
    MPI_Request request = MPI_REQUEST_NULL;
    std::unique_ptr<std::byte[]> data;  // nullptr: it is elsewhere
  };
  MPI_Request start_send(int member, int channel, std::span<const std::byte> data, Counters& counters);
  // Waits until it has been received.
  void wait_sent(std::span<Send> sends, const SharedWord* failed);
  Channels& channels() { return channels_; }
  // Numbers the received exchanges 1, 0, 1, ... on every image. Not a sequence of the team: an exchange that has begun
  // ahead ends without waiting for the others.
  std::size_t next_phase() { return phase_ ^= 1; }

  // Local. Of an exchange that has not ended: its sends, which drain() ends, and the memory of what it has received,
  // which the group may read until free_given_up().
  void give_up(std::vector<Send> sends, std::span<void* const> received);
  // Collective of all members, at the end of a run that has failed or that leaves channels open: drops all data that
  // has been sent in it and not received. kChannels messages from each member to each member of other groups.
  void drain();
  // Local, when all of the group have ended the run.
  void free_given_up();

  // Local. Reports a failure of this group to the first member of every other group.
  void tell_failure(std::uint64_t run, std::span<const std::byte> error);
  // Local. Sends the first member of every other group message `number` of the mailbox; of one that is longer than
  // kPostedBytes only the length. It arrives in MailboxControl::message_address, which must have been read before
  // the next.
  void post(std::uint32_t number, std::string_view message, Counters& counters);

  // Called by the handler for a message to this lane.
  void handle(const MessageHeader& header, std::span<const std::byte> payload);

 private:
  int image(int member) const { return index(images_[static_cast<std::size_t>(member)]); }
  void send_to_slot(MessageKind kind, const Stream& stream, std::uint64_t sequence, std::span<const std::byte> bytes);
  static void store(InboxSlot& slot, std::uint64_t sequence, std::span<const std::byte> payload);
  void take_posted(const MessageHeader& header, std::span<const std::byte> payload);

  Network& network_;
  const GroupPlan& plan_;
  const std::vector<ImageId> images_;
  const int rank_;
  const int group_;
  const std::uint8_t lane_;
  Heap& heap_;
  const std::vector<LaneControl*> controls_;
  StreamInbox* inboxes_ = nullptr;  // by number of the incoming stream
  std::byte* posted_ = nullptr;     // of a group's first member: the message that is arriving, for its group
  std::size_t posted_bytes_ = 0;    // of it that have arrived
  std::uint64_t reports_ = 0;
  Channels channels_;
  std::size_t phase_ = 0;
  struct {
    std::vector<Send> sends;
    std::vector<void*> received;
  } given_up_;
};

}  // namespace quadrille::pgas::detail
