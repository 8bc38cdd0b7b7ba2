#include "pgas/detail/group_exchange.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "pgas/detail/crossing.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas::detail {

namespace {

constexpr std::uint64_t kSameAsBefore = std::uint64_t{1} << 63;
constexpr std::size_t kBlockAlignment = 16;
constexpr std::uint64_t kStagedAtOnce = 4;  // two were a third slower with more images than cores

bool same(const Block& a, const Block& b) {
  return a.data() == b.data() && a.size() == b.size();
}

// The record of an exchange whose message does not fit into it.
struct LargeRecord {
  std::uint64_t message_bytes = 0;
  std::uint64_t is_inline = 0;  // 1: the message follows instead of the fields below
  std::uint64_t chunk_bytes = 0;
  std::uint64_t window_offset = 0;  // of the sender's first staging buffer; the others follow
};
constexpr std::size_t kInlineOffset = 2 * sizeof(std::uint64_t);

}  // namespace

// One stream's message at its sender, which is never in memory as a whole unless it fits into a record.
class GroupExchange::Sender {
 public:
  Sender(Crossing& crossing, const Stream& stream, std::span<const std::span<const Block>> of_group,
         std::size_t per_member, std::uint64_t sequence, Counters& counters)
      : crossing_(crossing), stream_(stream), sequence_(sequence), counters_(counters) {
    for (const std::span<const Block> blocks : of_group) {
      for (int dest = stream.dest_begin; dest < stream.dest_end; ++dest) {
        for (std::size_t block = 0; block < per_member; ++block) {
          const std::size_t place = static_cast<std::size_t>(dest) * per_member + block;
          const bool repeated = dest > stream.dest_begin && same(blocks[place], blocks[place - per_member]);
          lengths_.push_back(blocks[place].size() | (repeated ? kSameAsBefore : 0));
          if (!repeated && !blocks[place].empty()) add(blocks[place]);
        }
      }
    }
    // The table comes first; space for it was reserved.
    total_ += round_up(lengths_.size() * sizeof(std::uint64_t), kBlockAlignment);
    pieces_.insert(pieces_.begin(), std::as_bytes(std::span(lengths_)));
  }

  void begin() {
    std::array<std::byte, kPayloadBytes> bytes;
    if (kInlineOffset + total_ <= kPayloadBytes) {
      const LargeRecord record{total_, 1, 0, 0};
      std::memcpy(bytes.data(), &record, kInlineOffset);
      copy(bytes.data() + kInlineOffset, total_);
      crossing_.send_record(stream_, sequence_, std::span(bytes).first(kInlineOffset + total_), counters_);
      return;
    }
    const Staging& staging = crossing_.staging();
    const std::size_t streams = crossing_.outgoing().size();
    chunk_bytes_ = staging.bytes / (kStagedAtOnce * streams) / 64 * 64;
    const std::size_t begin = static_cast<std::size_t>(stream_.place) * kStagedAtOnce * chunk_bytes_;
    buffers_ = staging.data + begin;
    chunks_ = (total_ + chunk_bytes_ - 1) / chunk_bytes_;
    stage_next();
    crossing_.network().publish();
    const LargeRecord record{total_, 0, chunk_bytes_, staging.window_offset + begin};
    crossing_.send_record(stream_, sequence_, std::as_bytes(std::span(&record, 1)), counters_);
    step();
  }

  // Returns true when everything has been taken.
  bool step() {
    if (chunks_ == 0) return true;
    const std::uint64_t taken = crossing_.taken(stream_);
    const std::uint64_t before = staged_;
    while (staged_ < chunks_ && staged_ < taken + kStagedAtOnce) stage_next();
    if (staged_ != before) {
      crossing_.network().publish();
      crossing_.send_chunk_notice(MessageKind::ready, stream_, sequence_, staged_, counters_);
    }
    return taken == chunks_;
  }

 private:
  void stage_next() {
    copy(buffers_ + staged_ % kStagedAtOnce * chunk_bytes_,
         std::min<std::uint64_t>(chunk_bytes_, total_ - staged_ * chunk_bytes_));
    ++staged_;
  }

  void add(Block block) {
    pieces_.push_back(block);
    total_ += round_up(block.size(), kBlockAlignment);
  }

  // The next `bytes` of the message.
  void copy(std::byte* to, std::uint64_t bytes) {
    while (bytes > 0) {
      const Block piece = pieces_[piece_];
      const std::size_t padded = round_up(piece.size(), kBlockAlignment);
      const std::size_t part = std::min<std::size_t>(bytes, padded - in_piece_);
      if (in_piece_ < piece.size()) {
        copy_bytes(to, piece.data() + in_piece_, std::min(part, piece.size() - in_piece_));
      }
      to += part;
      bytes -= part;
      in_piece_ += part;
      if (in_piece_ == padded) {
        in_piece_ = 0;
        ++piece_;
      }
    }
  }

  Crossing& crossing_;
  const Stream& stream_;
  const std::uint64_t sequence_;
  Counters& counters_;
  std::vector<std::uint64_t> lengths_;
  std::vector<Block> pieces_;
  std::uint64_t total_ = 0;
  std::byte* buffers_ = nullptr;
  std::size_t chunk_bytes_ = 0;
  std::uint64_t chunks_ = 0, staged_ = 0;
  std::size_t piece_ = 0, in_piece_ = 0;
};

// One stream's message at its receiver.
class GroupExchange::Receiver {
 public:
  Receiver(Crossing& crossing, const Stream& stream, int sender_image, std::uint64_t sequence, Heap& heap,
           std::vector<void*>& received, Counters& counters)
      : crossing_(crossing),
        stream_(stream),
        sender_image_(sender_image),
        sequence_(sequence),
        heap_(heap),
        received_(received),
        counters_(counters) {
    requests_.fill(MPI_REQUEST_NULL);
  }
  // Pending fetches write into memory that will be freed.
  ~Receiver() {
    while (!crossing_.network().test(requests_)) crossing_.network().poll();
  }
  Receiver(const Receiver&) = delete;

  // Returns true when the message has arrived.
  bool step() {
    if (!begun_ && !begin()) return false;
    const std::uint64_t told = crossing_.inbox(stream_).ready.load(std::memory_order_acquire);
    const std::uint64_t ready = std::max<std::uint64_t>(told, 1);  // the record arrives when the first chunk is staged
    bool fetched = false;
    while (finished_ < started_ && crossing_.network().test({&requests_[finished_ % kStagedAtOnce], 1})) {
      ++finished_;
      fetched = true;
    }
    while (started_ < chunks_ && started_ < ready && started_ < finished_ + kStagedAtOnce) {
      const std::uint64_t begin = started_ * record_.chunk_bytes;
      const std::uint64_t bytes = std::min(record_.chunk_bytes, record_.message_bytes - begin);
      requests_[started_ % kStagedAtOnce] = crossing_.network().start_get(
          sender_image_, record_.window_offset + started_ % kStagedAtOnce * record_.chunk_bytes, message_ + begin,
          bytes);
      counters_.add_message(bytes);
      ++started_;
    }
    if (fetched) crossing_.send_chunk_notice(MessageKind::taken, stream_, sequence_, finished_, counters_);
    return finished_ == chunks_;
  }

 private:
  bool begin() {
    StreamInbox& inbox = crossing_.inbox(stream_);
    const InboxSlot& slot = inbox.phases[sequence_ & 1];
    if (!Crossing::has_come(slot, sequence_)) return false;
    const std::span<const std::byte> bytes = Crossing::bytes_of(slot);
    copy_bytes(&record_, bytes.data(), std::min(bytes.size(), sizeof record_));
    message_ = static_cast<std::byte*>(heap_.allocate(record_.message_bytes));
    received_.push_back(message_);
    inbox.message_address[sequence_ & 1] = reinterpret_cast<std::uint64_t>(message_);
    if (record_.is_inline != 0) {
      copy_bytes(message_, bytes.data() + kInlineOffset, record_.message_bytes);
    } else {
      chunks_ = (record_.message_bytes + record_.chunk_bytes - 1) / record_.chunk_bytes;
    }
    return begun_ = true;
  }

  Crossing& crossing_;
  const Stream& stream_;
  const int sender_image_;
  const std::uint64_t sequence_;
  Heap& heap_;
  std::vector<void*>& received_;
  Counters& counters_;
  bool begun_ = false;
  LargeRecord record_;
  std::byte* message_ = nullptr;
  std::uint64_t chunks_ = 0, started_ = 0, finished_ = 0;
  std::array<MPI_Request, kStagedAtOnce> requests_;
};

GroupExchange::GroupExchange(Team& team, std::span<const Block> outgoing, int per_member)
    : GroupExchange(team, per_member) {  // after an exception from here on, the destructor runs
  const auto tables = team.group_gather(outgoing);
  const std::uint64_t sequence = team.next_sequence();
  travel(tables, sequence);
  team.group_barrier();
  incoming_.resize(static_cast<std::size_t>(team.size()) * per_member_);
  const int mine = team.group();
  for (int group = 0; group < team.num_groups(); ++group) {
    if (group != mine) {
      read_message(team.crossing()->plan().stream_to(group, team.rank()), sequence);
      continue;
    }
    for (int member = team.group_begin(mine); member < team.group_end(mine); ++member) {
      const auto table = tables[static_cast<std::size_t>(member - team.group_begin(mine))];
      for (std::size_t block = 0; block < per_member_; ++block) {
        incoming_[static_cast<std::size_t>(member) * per_member_ + block] =
            table[static_cast<std::size_t>(team.rank()) * per_member_ + block];
      }
    }
  }
}

GroupExchange::~GroupExchange() {
  team_.leftovers_.insert(team_.leftovers_.end(), received_.begin(), received_.end());
}

void GroupExchange::travel(std::span<const std::span<const Block>> of_group, std::uint64_t sequence) {
  Crossing& crossing = *team_.crossing();
  crossing.begin_sending(sequence);
  std::vector<std::unique_ptr<Sender>> senders;
  std::vector<std::unique_ptr<Receiver>> receivers;
  for (const Stream& stream : crossing.outgoing()) {
    senders.push_back(std::make_unique<Sender>(crossing, stream, of_group, per_member_, sequence, team_.counters()));
  }
  for (const Stream& stream : crossing.incoming()) {
    receivers.push_back(std::make_unique<Receiver>(crossing, stream, index(team_.image(stream.sender)), sequence,
                                                   team_.heap(), received_, team_.counters()));
  }
  for (auto& sender : senders) sender->begin();
  crossing.network().wait(
      [&] {
        bool done = true;
        for (auto& sender : senders) done = sender->step() && done;
        for (auto& receiver : receivers) done = receiver->step() && done;
        return done;
      },
      team_.failed_word());
}

// Finds this member's blocks in the message of a stream to its group.
void GroupExchange::read_message(const Stream& stream, std::uint64_t sequence) {
  const auto* message =
      reinterpret_cast<const std::byte*>(team_.crossing()->inbox(stream).message_address[sequence & 1]);
  const auto* length = reinterpret_cast<const std::uint64_t*>(message);
  const GroupPlan& plan = team_.crossing()->plan();
  const auto sources = static_cast<std::size_t>(plan.size(stream.from_group));
  const auto destinations = static_cast<std::size_t>(stream.dest_end - stream.dest_begin);
  std::uint64_t offset = round_up(sources * destinations * per_member_ * sizeof(std::uint64_t), kBlockAlignment);
  std::vector<Block> last(per_member_);  // of the previous destination
  for (int source = plan.begin(stream.from_group); source < plan.end(stream.from_group); ++source) {
    for (int dest = stream.dest_begin; dest < stream.dest_end; ++dest) {
      for (std::size_t block = 0; block < per_member_; ++block, ++length) {
        if ((*length & kSameAsBefore) == 0) {
          last[block] = {message + offset, *length};
          offset += round_up(*length, kBlockAlignment);
        }
        if (dest == team_.rank()) incoming_[static_cast<std::size_t>(source) * per_member_ + block] = last[block];
      }
    }
  }
  for (std::size_t place = static_cast<std::size_t>(plan.begin(stream.from_group)) * per_member_;
       place < static_cast<std::size_t>(plan.end(stream.from_group)) * per_member_; ++place) {
    team_.counters().bytes += incoming_[place].size();
  }
}

void GroupExchange::finish() {
  team_.group_barrier();
  for (void* message : received_) team_.heap().free(message);
  received_.clear();
}

}  // namespace quadrille::pgas::detail
