// Samples of one group: each is a search by one image.

#include <algorithm>
#include <bit>

#include "analytics/detail/set_sampler.hpp"
#include "analytics/shared_bits.hpp"

namespace quadrille::analytics {
namespace {

constexpr std::size_t kRooms = 8;  // an eighth of a block may stay unused

class WholeSampler final : public SetSampler {
 public:
  explicit WholeSampler(const SamplerInput& input)
      : input_(input),
        reached_(input.workers.arena().make_span<std::uint64_t>(words_for_bits(input.graph.own()))),
        queue_(input.workers.arena().make_span<Slot>(input.graph.own())) {
    std::fill(reached_.begin(), reached_.end(), 0);
  }
  void free() override {
    input_.workers.arena().free_span(reached_);
    input_.workers.arena().free_span(queue_);
  }

  void sample(std::uint64_t begin, std::uint64_t end, ReachedSets& sets) override {
    // Large samples are taken one by one.
    const std::size_t usual = sets.size() == 0 ? 0 : sets.members() / sets.size();
    const std::size_t grain = std::clamp<std::size_t>(Workers::kTaskVertices / (usual + 1), 1, 64);
    input_.workers.for_each_task(end - begin, grain, [&](std::size_t first, std::size_t last) {
      for (std::size_t place = first; place < last; ++place) make(begin + place, sets);
    });
  }

 private:
  void make(std::uint64_t sample, ReachedSets& sets) {
    const std::uint64_t state = input_.live.state_of(sample);
    const Slot root = input_.roots.find(below(input_.graph.vertices(), mixed_bits(state + kGoldenRatio)));
    const bool is_staged = input_.writing == SetWriting::staged;
    const std::span<Slot> queue = is_staged ? queue_ : sets.open(queue_.size(), kRooms);
    std::size_t count = 0;
    const auto reach = [&](Slot slot) {
      std::uint64_t& word = reached_[slot / 64];
      const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
      if ((word & bit) != 0) return;
      word |= bit;
      queue[count++] = slot;
    };
    reach(root);
    for (std::size_t next = 0; next < count; ++next) input_.live.for_each(state, queue[next], reach);
    if (count == 1) {
      reached_[root / 64] = 0;
      sets.count_alone(root);
      return;
    }
    sort_and_clear(queue.first(count));
    is_staged ? sets.append(queue.first(count)) : sets.close(count);
  }

  // Large sets are read from the bits, which is cheaper than to sort them.
  void sort_and_clear(std::span<Slot> members) {
    if (members.size() * 4 < reached_.size()) {
      sort(members);
      for (const Slot slot : members) reached_[slot / 64] = 0;
      return;
    }
    std::size_t place = 0;
    for_each_bit(reached_, 0, reached_.size(), [&](std::size_t slot) { members[place++] = static_cast<Slot>(slot); });
    std::fill(reached_.begin(), reached_.end(), 0);
  }

  void sort(std::span<Slot> members) {
    if (input_.writing != SetWriting::buffered) return std::sort(members.begin(), members.end());
    const std::span<Slot> buffer = queue_.first(members.size());
    std::copy(members.begin(), members.end(), buffer.begin());
    std::sort(buffer.begin(), buffer.end());
    std::copy(buffer.begin(), buffer.end(), members.begin());
  }

  SamplerInput input_;
  std::span<std::uint64_t> reached_;  // a bit for each vertex, all zero between samples
  std::span<Slot> queue_;
};

}  // namespace

std::unique_ptr<SetSampler> make_whole_sampler(const SamplerInput& input) {
  return std::make_unique<WholeSampler>(input);
}

}  // namespace quadrille::analytics
