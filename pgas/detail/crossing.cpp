#include "pgas/detail/crossing.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/copy_bytes.hpp"
#include "pgas/detail/run_failure.hpp"

namespace quadrille::pgas::detail {

namespace {

std::vector<int> numbers_of(const std::vector<ImageId>& images) {
  std::vector<int> numbers;
  for (const ImageId image : images) numbers.push_back(index(image));
  return numbers;
}

}  // namespace

Crossing::Crossing(Network& network, const GroupPlan& plan, std::vector<ImageId> images, int rank, int lane, Heap& heap,
                   std::vector<LaneControl*> controls)
    : network_(network),
      plan_(plan),
      images_(std::move(images)),
      rank_(rank),
      group_(plan.group_of(rank)),
      lane_(static_cast<std::uint8_t>(lane)),
      heap_(heap),
      controls_(std::move(controls)),
      channels_(network, heap, numbers_of(images_), lane) {
  const std::size_t streams = incoming().size();
  inboxes_ = static_cast<StreamInbox*>(heap_.allocate(std::max<std::size_t>(1, streams) * sizeof(StreamInbox)));
  for (std::size_t stream = 0; stream < streams; ++stream) new (&inboxes_[stream]) StreamInbox;
  controls_[static_cast<std::size_t>(rank)]->inboxes = reinterpret_cast<std::uint64_t>(inboxes_);
  if (rank == plan.begin(group_) && group_ != 0) posted_ = static_cast<std::byte*>(heap_.allocate(kPostedBytes));
}

Crossing::~Crossing() {
  if (posted_ != nullptr) heap_.free(posted_);
  heap_.free(inboxes_);
}

StreamInbox& Crossing::inbox(const Stream& stream) const {
  const auto* control = controls_[static_cast<std::size_t>(stream.receiver)];
  return reinterpret_cast<StreamInbox*>(control->inboxes)[stream.number];
}

void Crossing::send_to_slot(MessageKind kind, const Stream& stream, std::uint64_t sequence,
                            std::span<const std::byte> bytes) {
  MessageHeader header{kind, lane_, static_cast<std::uint16_t>(stream.number)};
  header.sequence = sequence;
  network_.send(image(stream.receiver), header, bytes);
}

void Crossing::send_record(const Stream& stream, std::uint64_t sequence, std::span<const std::byte> bytes,
                           Counters& counters) {
  send_to_slot(MessageKind::record, stream, sequence, bytes);
  counters.add_message(bytes.size());
}

void Crossing::send_end(const Stream& stream, std::uint64_t run, std::span<const std::byte> bytes) {
  send_to_slot(MessageKind::end_record, stream, run, bytes);
}

void Crossing::send_report(const Stream& stream, std::uint64_t number, std::span<const std::byte> bytes,
                           Counters& counters) {
  send_to_slot(MessageKind::report, stream, number, bytes);
  counters.add_message(bytes.size());
}

void Crossing::wait_record(const Stream& stream, std::uint64_t sequence, const SharedWord* failed) {
  const InboxSlot& slot = inbox(stream).phases[sequence & 1];
  network_.wait([&] { return has_come(slot, sequence); }, failed);
}

void Crossing::wait_report(const Stream& stream, std::uint64_t number, const SharedWord* failed) {
  const InboxSlot& slot = inbox(stream).report;
  network_.wait([&] { return has_come(slot, number); }, failed);
}

void Crossing::wait_end(const Stream& stream, std::uint64_t run) {
  const InboxSlot& slot = inbox(stream).ends[run & 1];
  network_.wait([&] { return has_come(slot, run); });
}

MPI_Request Crossing::start_send(int member, int channel, std::span<const std::byte> data, Counters& counters) {
  counters.add_message(data.size());
  return network_.start_send(image(member), lane_, channel, data);
}

void Crossing::wait_sent(std::span<Send> sends, const SharedWord* failed) {
  std::size_t next = 0;
  network_.wait(
      [&] {
        while (next < sends.size() && network_.test({&sends[next].request, 1})) ++next;
        return next == sends.size();
      },
      failed);
}

void Crossing::give_up(std::vector<Send> sends, std::span<void* const> received) {
  for (Send& send : sends) given_up_.sends.push_back(std::move(send));
  given_up_.received.insert(given_up_.received.end(), received.begin(), received.end());
}

void Crossing::free_given_up() {
  for (void* memory : given_up_.received) heap_.free(memory);
  given_up_.received.clear();
}

// Data without bytes comes after all that its sender has sent in the run; no other data is empty.
void Crossing::drain() {
  struct Source {
    int member, channel;
  };
  std::vector<Source> awaited;
  for (int member = 0; member < plan_.members(); ++member) {
    if (plan_.group_of(member) == group_) continue;
    for (int channel = 0; channel < kChannels; ++channel) {
      given_up_.sends.push_back({network_.start_send(image(member), lane_, channel, {}), nullptr});
      awaited.push_back({member, channel});
    }
  }
  const auto is_at_end = [this](const Source& source) {
    while (const auto bytes = channels_.arrivals(source.channel).drop(source.member)) {
      if (*bytes == 0) return true;
    }
    return false;
  };
  network_.wait([&] { return std::erase_if(awaited, is_at_end), awaited.empty(); });
  wait_sent(given_up_.sends, nullptr);
  given_up_.sends.clear();
  phase_ = 0;
  channels_.close_all();
}

void Crossing::tell_failure(std::uint64_t run, std::span<const std::byte> error) {
  for (int group = 0; group < plan_.groups(); ++group) {
    if (group == group_) continue;
    MessageHeader header{MessageKind::failed, lane_};
    header.sequence = run;
    network_.send(image(plan_.begin(group)), header, error);
  }
}

void Crossing::post(std::uint32_t number, std::string_view message, Counters& counters) {
  const auto all = std::as_bytes(std::span(message.size() <= kPostedBytes ? message : std::string_view()));
  for (int group = 1; group < plan_.groups(); ++group) {
    MessageHeader header{MessageKind::posted, lane_};
    header.sequence = number;
    header.word = message.size();
    for (std::size_t begin = 0; begin == 0 || begin < all.size(); begin += kPayloadBytes) {
      const auto part = all.subspan(begin, std::min(kPayloadBytes, all.size() - begin));
      network_.send(image(plan_.begin(group)), header, part);
      counters.add_message(part.size());
    }
  }
}

// The parts of a message arrive in order.
void Crossing::take_posted(const MessageHeader& header, std::span<const std::byte> payload) {
  copy_bytes(posted_ + posted_bytes_, payload.data(), payload.size());
  posted_bytes_ += payload.size();
  if (header.word <= kPostedBytes && posted_bytes_ < header.word) return;
  posted_bytes_ = 0;
  MailboxControl& group = controls_[static_cast<std::size_t>(rank_)]->mailbox;
  group.message_address = reinterpret_cast<std::uint64_t>(posted_);
  group.message_bytes = header.word;
  group.posted.store(static_cast<std::uint32_t>(header.sequence), std::memory_order_seq_cst);
  wake_all(group.posted);
}

// A record of an abandoned phase may arrive late: it is older than the slot's record or the awaited one.
void Crossing::store(InboxSlot& slot, std::uint64_t sequence, std::span<const std::byte> payload) {
  if (sequence <= slot.sequence.load(std::memory_order_relaxed)) return;
  copy_bytes(slot.data.data(), payload.data(), payload.size());
  slot.bytes = static_cast<std::uint32_t>(payload.size());
  slot.sequence.store(sequence, std::memory_order_release);
}

void Crossing::handle(const MessageHeader& header, std::span<const std::byte> payload) {
  LaneControl& group = *controls_[static_cast<std::size_t>(plan_.begin(group_))];
  switch (header.kind) {
    case MessageKind::record: {
      StreamInbox& inbox = inboxes_[header.slot];
      store(inbox.phases[header.sequence & 1], header.sequence, payload);
      return;
    }
    case MessageKind::end_record:
      store(inboxes_[header.slot].ends[header.sequence & 1], header.sequence, payload);
      return;
    case MessageKind::report:
      store(inboxes_[header.slot].report, header.sequence, payload);
      return;
    case MessageKind::posted:
      return take_posted(header, payload);
    case MessageKind::failed:
      take_foreign_failure(group, header.sequence, payload);
      return;
    default:
      return;
  }
}

}  // namespace quadrille::pgas::detail
