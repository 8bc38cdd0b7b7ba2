#include "pgas/detail/group_exchange.hpp"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "pgas/detail/message_limit.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas::detail {

namespace {

using Word = std::uint64_t;

constexpr Word kSameAsBefore = Word{1} << 63;
constexpr std::size_t kBlockAlignment = 16;
// From here on a message more costs less than copying the block. Measured with `quadrille-bench pgas`.
constexpr std::size_t kLargeBytes = 32 * 1024;
constexpr int kCallsATurn = 32;  // of a wait, while data is arriving: 1 needs half as long again for 32 MB

bool same(const Block& a, const Block& b) {
  return a.data() == b.data() && a.size() == b.size();
}

// Neighbouring destinations in a group that have the same large block. One of them receives it for all; it depends on
// the source, so that not one member receives all.
struct Destinations {
  int begin = 0, end = 0;
  int receiver(int source) const { return begin + source % (end - begin); }
};

}  // namespace

// The message of a stream, in the memory of its receiver.
class GroupExchange::Message {
 public:
  Message(const GroupPlan& plan, const Stream& stream, std::size_t per_member, std::byte* memory)
      : stream_(stream), per_member_(per_member), source_(plan.begin(stream.from_group)) {
    entries_ = entries(plan, stream, per_member);
    addresses_ = reinterpret_cast<Word*>(memory);
    has_large_ = addresses_ + entries_;
    lengths_ = has_large_ + 1;
    blocks_ = memory + bytes_before(entries_) + bytes_of_table(entries_);
  }

  static std::size_t entries(const GroupPlan& plan, const Stream& stream, std::size_t per_member) {
    return static_cast<std::size_t>(plan.size(stream.from_group)) *
           static_cast<std::size_t>(stream.dest_end - stream.dest_begin) * per_member;
  }
  // Of the addresses, and of the table that travels, which begins at such a distance from the memory's begin.
  static std::size_t bytes_before(std::size_t entries) { return entries * sizeof(Word); }
  static std::size_t bytes_of_table(std::size_t entries) {
    const std::size_t before = bytes_before(entries);
    return round_up(before + (entries + 1) * sizeof(Word), kBlockAlignment) - before;
  }

  bool has_large() const { return *has_large_ != 0; }

  // Calls see(place among the incoming blocks, bytes, the block if it is small or nullptr) for those of a destination.
  template <class See>
  void for_each_to(int dest, See&& see) const {
    std::size_t offset = 0, entry = 0;
    std::vector<std::size_t> last(per_member_);  // the offsets of the previous destination's small blocks
    for (std::size_t source = static_cast<std::size_t>(source_); entry < entries_; ++source) {
      for (int to = stream_.dest_begin; to < stream_.dest_end; ++to) {
        for (std::size_t block = 0; block < per_member_; ++block, ++entry) {
          const std::size_t bytes = lengths_[entry] & ~kSameAsBefore;
          const bool is_small = bytes < kLargeBytes;
          if (is_small && (lengths_[entry] & kSameAsBefore) == 0) {
            last[block] = offset;
            offset += round_up(bytes, kBlockAlignment);
          }
          if (to == dest) see(source * per_member_ + block, bytes, is_small ? blocks_ + last[block] : nullptr);
        }
      }
    }
  }

  // Of the block at a place among the incoming blocks of a destination.
  bool is_same_as_before(std::size_t place, int dest) const {
    return (lengths_[entry_of(place, dest)] & kSameAsBefore) != 0;
  }
  Word& address(std::size_t place, int dest) const { return addresses_[entry_of(place, dest)]; }

 private:
  std::size_t entry_of(std::size_t place, int dest) const {
    const std::size_t source = place / per_member_ - static_cast<std::size_t>(source_);
    const auto destinations = static_cast<std::size_t>(stream_.dest_end - stream_.dest_begin);
    return (source * destinations + static_cast<std::size_t>(dest - stream_.dest_begin)) * per_member_ +
           place % per_member_;
  }

  const Stream& stream_;
  const std::size_t per_member_;
  const int source_;
  std::size_t entries_ = 0;
  Word* addresses_ = nullptr;
  const Word* has_large_ = nullptr;
  const Word* lengths_ = nullptr;
  const std::byte* blocks_ = nullptr;
};

// A large block for this image.
struct GroupExchange::LargeBlock {
  std::size_t place = 0;  // among the incoming blocks
  std::size_t bytes = 0;
  int receiver = 0;         // the member of the group that receives it
  Word* address = nullptr;  // where the receiver writes its address
};

// Data that is arriving. What has begun to arrive comes to its end before the memory is given up.
class GroupExchange::Arrivals {
 public:
  explicit Arrivals(Crossing& crossing) : crossing_(crossing) {}
  ~Arrivals() {
    while (!crossing_.network().test(requests_)) crossing_.network().poll();
  }
  Arrivals(const Arrivals&) = delete;

  void start(Network::Arrival& arrival, std::byte* to) {
    requests_.push_back(crossing_.network().start_receive(arrival, to));
  }
  // MPI moves a large block a piece at each call.
  bool are_complete() {
    for (int call = 0; call < kCallsATurn; ++call) {
      if (crossing_.network().test(requests_)) return true;
    }
    return false;
  }

 private:
  Crossing& crossing_;
  std::vector<MPI_Request> requests_;
};

GroupExchange::GroupExchange(Team& team, int per_member)
    : team_(team), crossing_(*team.crossing()), per_member_(static_cast<std::size_t>(per_member)) {}

GroupExchange::GroupExchange(Team& team, std::span<const Block> outgoing, int per_member)
    : GroupExchange(team, per_member) {  // after an exception from here on, the destructor runs
  const auto of_group = team.group_gather(outgoing);
  sequence_ = team.next_sequence();
  for (const Stream& stream : crossing_.outgoing()) send_message(stream, of_group);
  send_large(outgoing);
  receive_messages();
  team.group_barrier();  // the group can read them
  incoming_.resize(static_cast<std::size_t>(team.size()) * per_member_);
  read_own_group(of_group);
  std::vector<LargeBlock> large = read_messages();
  if (!any_large()) return;
  receive_large(large);
  team.group_barrier();  // all addresses are written
  for (const LargeBlock& block : large) {
    incoming_[block.place] = {reinterpret_cast<const std::byte*>(*block.address), block.bytes};
  }
}

GroupExchange::~GroupExchange() {
  team_.leftovers_.insert(team_.leftovers_.end(), received_.begin(), received_.end());
  crossing_.give_up(std::move(sends_));
}

// The table comes first; large blocks have only their lengths there.
void GroupExchange::send_message(const Stream& stream, OfGroup of_group) {
  const std::size_t entries = Message::entries(crossing_.plan(), stream, per_member_);
  std::vector<Word> table{0};
  std::vector<Block> small;
  std::size_t bytes = Message::bytes_of_table(entries);
  for (const std::span<const Block> blocks : of_group) {
    for (int dest = stream.dest_begin; dest < stream.dest_end; ++dest) {
      for (std::size_t block = 0; block < per_member_; ++block) {
        const std::size_t place = static_cast<std::size_t>(dest) * per_member_ + block;
        const Block& sent = blocks[place];
        const bool is_large = sent.size() >= kLargeBytes;
        const int first = is_large ? team_.group_begin(stream.to_group) : stream.dest_begin;
        const bool repeated = dest > first && same(sent, blocks[place - per_member_]);
        table.push_back(sent.size() | (repeated ? kSameAsBefore : 0));
        if (is_large) table.front() = 1;
        if (repeated || sent.empty() || is_large) continue;
        small.push_back(sent);
        bytes += round_up(sent.size(), kBlockAlignment);
      }
    }
  }
  if (bytes > most_sent)
    fail(ErrorKind::unsupported,
         "an exchange sends {} bytes of small blocks from one group of images to another, at most {} are possible; use "
         "fewer images",
         bytes, std::uint64_t{most_sent});
  auto memory = std::make_unique_for_overwrite<std::byte[]>(bytes);
  copy_bytes(memory.get(), table.data(), table.size() * sizeof(Word));
  std::byte* to = memory.get() + Message::bytes_of_table(entries);
  for (const Block& block : small) {
    copy_bytes(to, block.data(), block.size());
    to += round_up(block.size(), kBlockAlignment);
  }
  const Block message(memory.get(), bytes);
  sends_.push_back({crossing_.start_send(stream.receiver, message, team_.counters()), std::move(memory)});
}

// In the order of the blocks, which is that of their receivers.
void GroupExchange::send_large(std::span<const Block> outgoing) {
  const int groups = team_.num_groups();
  const auto block_of = [&](int member, std::size_t block) {
    return outgoing[static_cast<std::size_t>(member) * per_member_ + block];
  };
  for (int turn = 1; turn < groups; ++turn) {
    const int group = (team_.group() + turn) % groups;  // not all to the same one first
    const int members_end = team_.group_end(group);
    for (std::size_t block = 0; block < per_member_; ++block) {
      for (Destinations to{team_.group_begin(group), 0}; to.begin < members_end; to.begin = to.end) {
        const Block sent = block_of(to.begin, block);
        to.end = to.begin + 1;
        if (sent.size() < kLargeBytes) continue;
        while (to.end < members_end && same(sent, block_of(to.end, block))) ++to.end;
        for (std::size_t begin = 0; begin < sent.size(); begin += most_sent) {
          const Block part = sent.subspan(begin, std::min<std::size_t>(most_sent, sent.size() - begin));
          sends_.push_back({crossing_.start_send(to.receiver(team_.rank()), part, team_.counters()), nullptr});
        }
      }
    }
  }
}

void GroupExchange::receive_messages() {
  std::vector<const Stream*> awaited;
  for (const Stream& stream : crossing_.incoming()) awaited.push_back(&stream);
  Arrivals arrivals(crossing_);
  const auto take = [&](const Stream* stream) {
    auto arrival = crossing_.next_data(stream->sender);
    if (!arrival) return false;
    const std::size_t before = Message::bytes_before(Message::entries(crossing_.plan(), *stream, per_member_));
    std::byte* memory = nullptr;
    const Outcome made = attempt([&] {
      memory = static_cast<std::byte*>(team_.heap().allocate(before + arrival->bytes));
      received_.push_back(memory);
    });
    if (made.error()) {
      crossing_.drop(*arrival);
      throw *made.error();
    }
    arrivals.start(*arrival, memory + before);
    crossing_.inbox(*stream).message_address[sequence_ & 1] = reinterpret_cast<Word>(memory);
    return true;
  };
  crossing_.network().wait(
      [&] {
        std::erase_if(awaited, take);
        return awaited.empty() && arrivals.are_complete();
      },
      team_.failed_word());
}

GroupExchange::Message GroupExchange::message_of(const Stream& stream) const {
  auto* memory = reinterpret_cast<std::byte*>(crossing_.inbox(stream).message_address[sequence_ & 1]);
  return {crossing_.plan(), stream, per_member_, memory};
}

// Finds this member's blocks in the messages to its group.
std::vector<GroupExchange::LargeBlock> GroupExchange::read_messages() {
  std::vector<LargeBlock> large;
  for (int group = 0; group < team_.num_groups(); ++group) {
    if (group == team_.group()) continue;
    const Message message = message_of(crossing_.plan().stream_to(group, team_.rank()));
    message.for_each_to(team_.rank(), [&](std::size_t place, std::size_t bytes, const std::byte* small) {
      team_.counters().bytes += bytes;
      incoming_[place] = {small, small != nullptr ? bytes : 0};
      if (small == nullptr) large.push_back(large_block(group, place, bytes));
    });
  }
  return large;
}

GroupExchange::LargeBlock GroupExchange::large_block(int from_group, std::size_t place, std::size_t bytes) const {
  const auto message_to = [&](int dest) { return message_of(crossing_.plan().stream_to(from_group, dest)); };
  const auto is_same_as_before = [&](int dest) { return message_to(dest).is_same_as_before(place, dest); };
  Destinations to{team_.rank(), team_.rank() + 1};
  while (is_same_as_before(to.begin)) --to.begin;
  while (to.end < team_.group_end(team_.group()) && is_same_as_before(to.end)) ++to.end;
  const int receiver = to.receiver(static_cast<int>(place / per_member_));
  return {place, bytes, receiver, &message_to(receiver).address(place, receiver)};
}

// The same on all members of the group.
bool GroupExchange::any_large() const {
  for (int group = 0; group < team_.num_groups(); ++group) {
    if (group == team_.group()) continue;
    for (const Stream& stream : crossing_.plan().between(group, team_.group())) {
      if (message_of(stream).has_large()) return true;
    }
  }
  return false;
}

// Those of one sender come in order.
void GroupExchange::receive_large(std::span<LargeBlock> blocks) {
  struct Part {
    std::byte* to;
    std::size_t bytes;
  };
  std::vector<std::deque<Part>> awaited(static_cast<std::size_t>(team_.size()));  // by sender
  std::size_t parts = 0;
  for (LargeBlock& block : blocks) {
    if (block.receiver != team_.rank()) continue;
    auto* memory = static_cast<std::byte*>(team_.heap().allocate(block.bytes));
    received_.push_back(memory);
    *block.address = reinterpret_cast<Word>(memory);
    for (std::size_t begin = 0; begin < block.bytes; begin += most_sent, ++parts) {
      awaited[block.place / per_member_].push_back(
          {memory + begin, std::min<std::size_t>(most_sent, block.bytes - begin)});
    }
  }
  Arrivals arrivals(crossing_);
  crossing_.network().wait(
      [&] {
        for (std::size_t sender = 0; sender < awaited.size(); ++sender) {
          while (!awaited[sender].empty()) {
            auto arrival = crossing_.next_data(static_cast<int>(sender));
            if (!arrival) break;
            const Part part = awaited[sender].front();
            QUADRILLE_ASSERT(arrival->bytes == part.bytes, "large blocks come in the order of the table");
            arrivals.start(*arrival, part.to);
            awaited[sender].pop_front();
            --parts;
          }
        }
        return parts == 0 && arrivals.are_complete();
      },
      team_.failed_word());
}

void GroupExchange::read_own_group(OfGroup of_group) {
  const int begin = team_.group_begin(team_.group());
  for (int member = begin; member < team_.group_end(team_.group()); ++member) {
    const auto table = of_group[static_cast<std::size_t>(member - begin)];
    for (std::size_t block = 0; block < per_member_; ++block) {
      incoming_[static_cast<std::size_t>(member) * per_member_ + block] =
          table[static_cast<std::size_t>(team_.rank()) * per_member_ + block];
    }
  }
}

void GroupExchange::finish() {
  crossing_.wait_sent(sends_, team_.failed_word());
  sends_.clear();
  team_.group_barrier();
  for (void* memory : received_) team_.heap().free(memory);
  received_.clear();
}

}  // namespace quadrille::pgas::detail
