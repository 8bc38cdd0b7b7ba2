#include "pgas/detail/group_exchange.hpp"

#include <algorithm>
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
  Message(const GroupPlan& plan, const Stream& stream, std::size_t per_member, const StreamInbox::Exchange& inbox)
      : stream_(stream), per_member_(per_member), source_(plan.begin(stream.from_group)) {
    entries_ = entries(plan, stream, per_member);
    addresses_ = reinterpret_cast<Word*>(inbox.addresses);
    has_large_ = reinterpret_cast<const Word*>(inbox.message);
    lengths_ = has_large_ + 1;
    blocks_ = reinterpret_cast<const std::byte*>(inbox.message) + bytes_of_table(entries_);
  }

  static std::size_t entries(const GroupPlan& plan, const Stream& stream, std::size_t per_member) {
    return static_cast<std::size_t>(plan.size(stream.from_group)) *
           static_cast<std::size_t>(stream.dest_end - stream.dest_begin) * per_member;
  }
  static std::size_t bytes_of_table(std::size_t entries) {
    return round_up((entries + 1) * sizeof(Word), kBlockAlignment);
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

int GroupExchange::channel_for(Team& team, bool ahead) {
  return ahead ? team.crossing()->channels().open().value_or(0) : 0;
}

GroupExchange::GroupExchange(Team& team, int per_member, int channel)
    : team_(team), crossing_(*team.crossing()), per_member_(static_cast<std::size_t>(per_member)), channel_(channel) {
  if (team_.in_run_) team_.exchanges_.push_back(this);
}

GroupExchange::GroupExchange(Team& team, std::span<const Block> outgoing, int per_member, bool ahead)
    : GroupExchange(team, per_member,
                    channel_for(team, ahead)) {  // after an exception from here on, the destructor runs
  of_group_ = team.group_gather(outgoing);
  for (const Stream& stream : crossing_.outgoing()) send_message(stream);
  send_large(outgoing);
}

std::vector<Block> GroupExchange::receive() {
  phase_ = crossing_.next_phase();
  receive_messages();
  team_.group_barrier();  // the group can read them
  incoming_.resize(static_cast<std::size_t>(team_.size()) * per_member_);
  read_own_group();
  std::vector<LargeBlock> large = read_messages();
  if (any_large()) {
    receive_large(large);
    team_.group_barrier();  // all addresses are written
    for (const LargeBlock& block : large) {
      incoming_[block.place] = {reinterpret_cast<const std::byte*>(*block.address), block.bytes};
    }
  }
  if (is_ahead()) crossing_.channels().close(channel_);
  return std::move(incoming_);
}

GroupExchange::~GroupExchange() {
  if (is_given_up_) return;
  std::erase(team_.exchanges_, this);
  give_up();
}

void GroupExchange::give_up() {
  is_given_up_ = true;
  crossing_.give_up(std::move(sends_), received_);
}

// The table comes first; large blocks have only their lengths there.
void GroupExchange::send_message(const Stream& stream) {
  const std::size_t entries = Message::entries(crossing_.plan(), stream, per_member_);
  std::vector<Word> table{0};
  std::vector<Block> small;
  std::size_t bytes = Message::bytes_of_table(entries);
  for (const std::span<const Block> blocks : of_group_) {
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
  sends_.push_back({crossing_.start_send(stream.receiver, channel_, message, team_.counters()), std::move(memory)});
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
          sends_.push_back(
              {crossing_.start_send(to.receiver(team_.rank()), channel_, part, team_.counters()), nullptr});
        }
      }
    }
  }
}

void GroupExchange::receive_messages() {
  for (const Stream& stream : crossing_.incoming()) {
    const Arrivals::Data message = next_of(stream.sender);
    StreamInbox::Exchange& inbox = crossing_.inbox(stream).exchanges[phase_];
    inbox = {reinterpret_cast<Word>(message.memory), 0};
    if (!message_of(stream).has_large()) continue;
    const std::size_t entries = Message::entries(crossing_.plan(), stream, per_member_);
    received_.push_back(team_.heap().allocate(entries * sizeof(Word)));
    inbox.addresses = reinterpret_cast<Word>(received_.back());
  }
}

// Waits for the next data of a member.
Arrivals::Data GroupExchange::next_of(int member) {
  std::optional<Arrivals::Data> data;
  received_.reserve(received_.size() + 1);
  crossing_.network().wait([&] { return (data = crossing_.channels().arrivals(channel_).take(member)).has_value(); },
                           team_.failed_word());
  received_.push_back(data->memory);
  return *data;
}

GroupExchange::Message GroupExchange::message_of(const Stream& stream) const {
  return {crossing_.plan(), stream, per_member_, crossing_.inbox(stream).exchanges[phase_]};
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

// Those of one sender come in the order of the blocks.
void GroupExchange::receive_large(std::span<LargeBlock> blocks) {
  for (const LargeBlock& block : blocks) {
    if (block.receiver == team_.rank()) *block.address = reinterpret_cast<Word>(receive_block(block));
  }
}

// A block of several parts, of more than 2 GB, is put together.
std::byte* GroupExchange::receive_block(const LargeBlock& block) {
  const int sender = static_cast<int>(block.place / per_member_);
  Arrivals::Data part = next_of(sender);
  if (part.bytes == block.bytes) return part.memory;
  received_.push_back(team_.heap().allocate(block.bytes));
  auto* const whole = static_cast<std::byte*>(received_.back());
  for (std::size_t begin = 0;; part = next_of(sender)) {
    QUADRILLE_ASSERT(part.bytes <= block.bytes - begin, "large blocks come in the order of the table");
    copy_bytes(whole + begin, part.memory, part.bytes);
    std::erase(received_, part.memory);
    team_.heap().free(part.memory);
    begin += part.bytes;
    if (begin == block.bytes) return whole;
  }
}

void GroupExchange::read_own_group() {
  const int begin = team_.group_begin(team_.group());
  for (int member = begin; member < team_.group_end(team_.group()); ++member) {
    const auto table = of_group_[static_cast<std::size_t>(member - begin)];
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
