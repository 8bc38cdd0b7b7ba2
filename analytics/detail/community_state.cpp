#include "analytics/detail/community_state.hpp"

#include <atomic>
#include <numeric>

#include "analytics/detail/group_broadcast.hpp"

namespace quadrille::analytics::detail {

namespace {

__extension__ using Wide = unsigned __int128;

struct NumberedSum {
  std::uint32_t number;
  std::uint32_t unused;
  std::uint64_t sum;
};

// Degrees of the rows here; returns this image's part of the weight within communities.
std::uint64_t add_degrees(const CommunityCrew& crew, const CommunityLevel& level, CommunityState& state) {
  std::uint64_t inside = 0;
  crew.for_each_task(level.rows(), Workers::kTaskVertices / 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint32_t number = level.number_of(row), label = state.label[number];
      std::uint64_t sum = 0;
      for (std::uint64_t edge = level.offsets[row]; edge < level.offsets[row + 1]; ++edge) {
        const std::uint32_t target = level.targets[edge];
        const std::uint64_t weight = level.weight_of(edge, target == number);
        sum += weight;
        if (state.label[target] == label) inside += weight;
      }
      state.degree[number] = sum;
    }
  });
  return inside;
}

}  // namespace

void share_sums(const CommunityCrew& crew, const CommunityLevel& level, std::span<std::uint64_t> all) {
  Workers& workers = crew.workers();
  const Range mine = workers.my_part(level.rows());
  const std::span<NumberedSum> sent = workers.arena().make_span<NumberedSum>(mine.size());
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    const std::uint32_t number = level.number_of(row);
    sent[row - mine.begin] = {number, 0, all[number]};
  }
  broadcast_to_groups<NumberedSum>(workers, sent, [&](std::span<const NumberedSum> sums) {
    for (const NumberedSum& one : sums) all[one.number] = one.sum;
  });
  workers.arena().free_span(sent);
}

void add_volumes(const CommunityCrew& crew, std::span<const std::uint32_t> label, std::span<const std::uint64_t> degree,
                 std::span<std::uint64_t> volume) {
  crew.fill(volume, std::uint64_t{0});
  const Range mine = crew.my_part(label.size());
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    std::uint64_t& sum = volume[label[number]];
    if (crew.is_alone()) {
      sum += degree[number];
    } else {
      std::atomic_ref(sum).fetch_add(degree[number], std::memory_order_relaxed);
    }
  }
  crew.barrier();
}

CommunityState make_state(const CommunityCrew& crew, const CommunityLevel& level, std::span<std::uint32_t> label) {
  CommunityState state;
  state.label = label;
  if (label.empty()) {
    state.label = crew.make<std::uint32_t>(level.vertices);
    const Range mine = crew.my_part(level.vertices);
    std::iota(state.label.begin() + static_cast<std::ptrdiff_t>(mine.begin),
              state.label.begin() + static_cast<std::ptrdiff_t>(mine.end), static_cast<std::uint32_t>(mine.begin));
    crew.barrier();
  }
  state.degree = crew.make<std::uint64_t>(level.vertices);
  state.volume = crew.make<std::uint64_t>(level.vertices);
  state.inside = crew.sum(add_degrees(crew, level, state));
  if (crew.is_divided()) share_sums(crew, level, state.degree);
  add_volumes(crew, state.label, state.degree, state.volume);
  const Range mine = crew.my_part(level.vertices);
  std::uint64_t total = 0;
  for (std::size_t number = mine.begin; number < mine.end; ++number) total += state.degree[number];
  state.total = crew.sum_in_group(total);
  return state;
}

void free_sums(const CommunityCrew& crew, CommunityState& state) {
  crew.free(state.degree);
  crew.free(state.volume);
}

double modularity_of(const CommunityCrew& crew, const CommunityState& state, double resolution) {
  if (state.total == 0) return 0;
  const Range mine = crew.my_part(state.volume.size());
  Wide squares = 0;
  for (std::size_t label = mine.begin; label < mine.end; ++label) {
    squares += static_cast<Wide>(state.volume[label]) * state.volume[label];
  }
  squares = crew.sum_in_group(squares);
  const auto total = static_cast<double>(state.total);
  return static_cast<double>(state.inside) / total - resolution * (static_cast<double>(squares) / total / total);
}

}  // namespace quadrille::analytics::detail
