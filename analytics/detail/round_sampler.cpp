// Samples of several groups, batch by batch, in rounds. A sample that has no member here, or counts as its root alone,
// is an empty set.

#include <algorithm>
#include <memory_resource>
#include <vector>

#include "analytics/detail/member_lists.hpp"
#include "analytics/detail/pair_set.hpp"
#include "analytics/detail/set_sampler.hpp"
#include "analytics/shared_bits.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

// A vertex that a sample has reached. `sample` counts this image's samples of the batch.
struct ReachedVertex {
  std::uint32_t sample;
  Slot slot;
  auto operator<=>(const ReachedVertex&) const = default;
};

// The same for its owner: the sample counts all of the batch, and the vertex the sender's ghosts.
struct SentVertex {
  std::uint32_t sample;
  std::uint32_t place;
};

class RoundSampler final : public SetSampler {
 public:
  explicit RoundSampler(const SamplerInput& input)
      : input_(input),
        seen_(input.workers.arena().own()),
        reached_(&input.workers.arena().own()),
        states_(&input.workers.arena().own()),
        lists_(input.workers) {
    own_of_place_.resize(static_cast<std::size_t>(input.workers.num_groups()));
    for (int group = 0; group < input.workers.num_groups(); ++group) {
      if (group == input.workers.group()) continue;
      std::vector<Slot>& own = own_of_place_[static_cast<std::size_t>(group)];
      own.reserve(input.graph.mirrored_by(group).count);
      for_each_bit(input.graph.mirrored_by(group).bits, 0, words_for_bits(input.graph.own()),
                   [&](std::size_t slot) { own.push_back(static_cast<Slot>(slot)); });
    }
  }

  void sample(std::uint64_t begin, std::uint64_t end, ReachedSets& sets) override {
    while (begin < end) {
      const std::uint64_t batch_end = std::min(end, begin + batch_);
      sample_batch(begin, batch_end, sets);
      begin = batch_end;
    }
  }

 private:
  static constexpr std::uint64_t kFirstBatch = 256;
  static constexpr std::uint64_t kMostInBatch = 1 << 20;
  static constexpr std::uint64_t kBatchMembers = 1 << 18;  // that an image has, about

  std::uint64_t images() const { return static_cast<std::uint64_t>(input_.workers.size()); }
  // The number of samples below `end` that this image has.
  std::uint64_t held_below(std::uint64_t end) const {
    return (end + images() - 1 - static_cast<std::uint64_t>(input_.workers.place())) / images();
  }

  void sample_batch(std::uint64_t begin, std::uint64_t end, ReachedSets& sets) {
    QUADRILLE_ASSERT(sets.size() == held_below(begin), "samples come in their order");
    begin_ = begin;
    reached_.clear();
    states_.clear();
    has_others_.clear();
    seen_.clear();
    reach_roots(begin, end);
    RoundMeter meter(input_.workers);
    std::size_t next = 0;
    while (input_.workers.team().any(next < reached_.size())) {
      for (const std::size_t last = reached_.size(); next < last; ++next) advance(reached_[next]);
      lists_.exchange([&](int member, std::span<const SentVertex> sent) { receive(member, sent); });
    }
    append_batch(sets);
    choose_batch(end - begin);
    meter.end_round("samples", end - begin);
  }

  void reach_roots(std::uint64_t begin, std::uint64_t end) {
    const auto place = static_cast<std::uint64_t>(input_.workers.place());
    for (std::uint64_t sample = held_below(begin) * images() + place; sample < end; sample += images()) {
      const std::uint64_t state = input_.live.state_of(sample);
      const auto number = static_cast<std::uint32_t>(states_.size());
      states_.push_back(state);
      has_others_.push_back(false);
      const Slot root = input_.roots.find(below(input_.graph.vertices(), mixed_bits(state + kGoldenRatio)));
      if (root != kNoSlot) reach(number, root);
    }
  }

  void reach(std::uint32_t sample, Slot slot) {
    if (seen_.add(sample, slot)) reached_.push_back({sample, slot});
  }

  void advance(ReachedVertex from) {
    input_.live.for_each(states_[from.sample], from.slot, [&](Slot source) {
      if (source != from.slot) has_others_[from.sample] = true;
      if (input_.graph.is_own(source)) {
        reach(from.sample, source);
      } else if (seen_.add(from.sample, source)) {
        const std::uint64_t sample =
            (held_below(begin_) + from.sample) * images() + static_cast<std::uint64_t>(input_.workers.place());
        const int owner = input_.graph.owner_of(source);
        const auto place = static_cast<std::uint32_t>(source - input_.graph.ghosts_of(owner).begin);
        lists_.add(lists_.holder(owner, sample), {static_cast<std::uint32_t>(sample - begin_), place});
      }
    });
  }

  void receive(int member, std::span<const SentVertex> sent) {
    const int group = input_.workers.team().group_of(member);
    const std::vector<Slot>& own = own_of_place_[static_cast<std::size_t>(group)];
    const std::uint64_t held = held_below(begin_);
    for (std::size_t item = 0; item < sent.size(); ++item) {
      if (item % Workers::kTaskEdges == 0) input_.workers.check();
      const std::uint64_t number = (begin_ + sent[item].sample) / images() - held;
      has_others_[number] = true;
      reach(static_cast<std::uint32_t>(number), own[sent[item].place]);
    }
  }

  void append_batch(ReachedSets& sets) {
    std::sort(reached_.begin(), reached_.end());
    std::vector<Slot> members;
    std::size_t next = 0;
    for (std::uint32_t sample = 0; sample < states_.size(); ++sample) {
      members.clear();
      for (; next < reached_.size() && reached_[next].sample == sample; ++next) members.push_back(reached_[next].slot);
      if (members.size() == 1 && !has_others_[sample]) {
        sets.count_alone(members.front());
        members.clear();
      }
      sets.append(members);
    }
  }

  // Collective. The next batch has about kBatchMembers on an image.
  void choose_batch(std::uint64_t samples) {
    const std::uint64_t members = input_.workers.team().max<std::uint64_t>(reached_.size());
    batch_ = std::clamp<std::uint64_t>(kBatchMembers * samples / (members + 1), 64, std::min(batch_ * 8, kMostInBatch));
  }

  SamplerInput input_;
  std::uint64_t begin_ = 0;  // of the batch
  std::uint64_t batch_ = kFirstBatch;
  PairSet seen_;                             // (sample, slot), ghosts as well
  std::pmr::vector<ReachedVertex> reached_;  // own ones, in the order of discovery
  std::pmr::vector<std::uint64_t> states_;   // by sample
  std::vector<bool> has_others_;             // by sample: more than the root, which may be in another group
  MemberLists<SentVertex> lists_;
  std::vector<std::vector<Slot>> own_of_place_;  // by group: the own vertices that are ghosts there
};

}  // namespace

std::unique_ptr<SetSampler> make_round_sampler(const SamplerInput& input) {
  return std::make_unique<RoundSampler>(input);
}

}  // namespace quadrille::analytics
