#include "analytics/detail/coarse_level.hpp"

#include <algorithm>
#include <atomic>
#include <memory_resource>
#include <vector>

#include "analytics/detail/coarse_rows.hpp"
#include "analytics/detail/group_broadcast.hpp"
#include "analytics/shared_bits.hpp"

namespace quadrille::analytics::detail {

namespace {

constexpr std::size_t kCommunitiesOfTask = 32;
constexpr std::size_t kNumbersAhead = 8;  // edges whose numbers are fetched ahead

// The members of each of `count` owners, in any order: places of [0, size) by owner_of(place).
struct Members {
  std::span<std::uint64_t> begins;  // by owner, and the end
  std::span<std::uint32_t> places;
};

template <class OwnerOf>
Members find_members(const CommunityCrew& crew, std::size_t size, std::size_t count, const OwnerOf& owner_of) {
  const Members members{crew.make_filled(count + 2, std::uint64_t{0}), crew.make<std::uint32_t>(size)};
  // begins[owner + 2]: the number of its members; then begins[owner + 1]: the place of its next one.
  const Range mine = crew.my_part(size);
  for (std::size_t place = mine.begin; place < mine.end; ++place) {
    std::atomic_ref(members.begins[owner_of(place) + 2]).fetch_add(1, std::memory_order_relaxed);
  }
  crew.barrier();
  if (crew.is_alone() || crew.workers().is_first()) {
    for (std::size_t owner = 2; owner < count + 2; ++owner) members.begins[owner] += members.begins[owner - 1];
  }
  crew.barrier();
  for (std::size_t place = mine.begin; place < mine.end; ++place) {
    std::uint64_t& next = members.begins[owner_of(place) + 1];
    members.places[std::atomic_ref(next).fetch_add(1, std::memory_order_relaxed)] = static_cast<std::uint32_t>(place);
  }
  crew.barrier();
  return members;
}

void free_members(const CommunityCrew& crew, Members& members) {
  crew.free(members.begins);
  crew.free(members.places);
}

// The rows of communities whose members are rows of `level`, on the images that have made them.
void add_rows(const CommunityCrew& crew, const CommunityLevel& level, const CoarseNumbers& numbers, CoarseRows& made) {
  Members members = find_members(crew, level.rows(), numbers.count,
                                 [&](std::size_t row) { return numbers.of[level.number_of(row)]; });
  NeighbourWeights weights(crew.workers().arena(), numbers.count);
  crew.for_each_task(numbers.count, kCommunitiesOfTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t community = begin; community < end; ++community) {
      const std::span<const std::uint32_t> rows =
          members.places.subspan(members.begins[community], members.begins[community + 1] - members.begins[community]);
      for (const std::uint32_t row : rows) {
        const std::uint32_t number = level.number_of(row);
        const std::uint64_t end_of_row = level.offsets[row + 1];
        for (std::uint64_t edge = level.offsets[row]; edge < end_of_row; ++edge) {
          if (edge + kNumbersAhead < end_of_row) __builtin_prefetch(&numbers.of[level.targets[edge + kNumbersAhead]]);
          const std::uint32_t target = level.targets[edge];
          weights.add(numbers.of[target], level.weight_of(edge, target == number));
        }
        crew.workers().check();
      }
      made.append(static_cast<std::uint32_t>(community), weights);
      weights.clear();
    }
  });
  free_members(crew, members);
}

// Collective in all groups. Rows of the same community, made by different groups, are added.
void unite_groups(const CommunityCrew& crew, std::uint32_t count, CoarseRows& made) {
  Workers& workers = crew.workers();
  CoarseRows received(workers.arena());
  broadcast_to_groups<CoarseRows::Head>(workers, made.heads(), [&](auto heads) { received.append_heads(heads); });
  broadcast_to_groups<std::uint32_t>(workers, made.targets(), [&](auto targets) { received.append_targets(targets); });
  broadcast_to_groups<std::uint64_t>(workers, made.weights(), [&](auto weights) { received.append_weights(weights); });
  std::vector<CoarseRows::View> views = workers.gather(made.view());
  for (const CoarseRows::View& view : workers.gather(received.view())) views.push_back(view);
  std::vector<CoarseRows::Row> rows;
  for (const CoarseRows::View& view : views) CoarseRows::append_rows(view, rows);
  Members members = find_members(crew, rows.size(), count, [&](std::size_t row) { return rows[row].community; });
  CoarseRows united(workers.arena());
  NeighbourWeights weights(workers.arena(), count);
  crew.for_each_task(count, kCommunitiesOfTask, [&](std::size_t begin, std::size_t end) {
    for (std::size_t community = begin; community < end; ++community) {
      const std::span<const std::uint32_t> parts =
          members.places.subspan(members.begins[community], members.begins[community + 1] - members.begins[community]);
      for (const std::uint32_t part : parts) {
        const CoarseRows::Row& row = rows[part];
        for (std::size_t edge = 0; edge < row.targets.size(); ++edge) weights.add(row.targets[edge], row.weights[edge]);
      }
      united.append(static_cast<std::uint32_t>(community), weights);
      weights.clear();
    }
  });
  free_members(crew, members);
  made.swap(united);
}

CommunityLevel make_lists(const CommunityCrew& crew, std::uint32_t count, const CoarseRows& made) {
  const std::span<std::uint64_t> offsets = crew.make_filled(std::size_t{count} + 1, std::uint64_t{0});
  for (const CoarseRows::Head& head : made.heads()) offsets[head.community + 1] = head.edges;
  crew.barrier();
  if (crew.is_alone() || crew.workers().is_first()) {
    for (std::size_t row = 0; row < count; ++row) offsets[row + 1] += offsets[row];
  }
  crew.barrier();
  const std::span<std::uint32_t> targets = crew.make<std::uint32_t>(offsets[count]);
  const std::span<std::uint64_t> weights = crew.make<std::uint64_t>(offsets[count]);
  std::size_t place = 0;
  for (const CoarseRows::Head& head : made.heads()) {
    std::copy_n(made.targets().data() + place, head.edges, targets.data() + offsets[head.community]);
    std::copy_n(made.weights().data() + place, head.edges, weights.data() + offsets[head.community]);
    place += head.edges;
  }
  crew.barrier();
  CommunityLevel level;
  level.vertices = count;
  level.offsets = offsets;
  level.targets = targets;
  level.weights = weights;
  level.is_own = true;
  return level;
}

}  // namespace

CoarseNumbers number_communities(const CommunityCrew& crew, std::span<const std::uint32_t> label) {
  CoarseNumbers numbers{crew.make<std::uint32_t>(label.size()), 0};
  std::span<std::uint32_t> least = crew.make_filled(label.size(), ~std::uint32_t{0});
  const Range mine = crew.my_part(label.size());
  std::uint32_t heads = 0;
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    lower_shared(least[label[number]], static_cast<std::uint32_t>(number));
  }
  crew.barrier();
  for (std::size_t number = mine.begin; number < mine.end; ++number) heads += least[label[number]] == number;
  std::uint32_t next = 0;
  const std::vector<std::uint32_t> counts =
      crew.is_alone() ? std::vector<std::uint32_t>{heads} : crew.workers().gather(heads);
  const std::size_t place = crew.is_alone() ? 0 : static_cast<std::size_t>(crew.workers().place());
  for (std::size_t image = 0; image < counts.size(); ++image) {
    if (image == place) next = numbers.count;
    numbers.count += counts[image];
  }
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    if (least[label[number]] == number) numbers.of[number] = next++;
  }
  crew.barrier();
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    if (least[label[number]] != number) numbers.of[number] = numbers.of[least[label[number]]];
  }
  crew.free(least);
  return numbers;
}

CommunityLevel make_coarse_level(const CommunityCrew& crew, const CommunityLevel& level, const CoarseNumbers& numbers) {
  CoarseRows made(crew.workers().arena());
  add_rows(crew, level, numbers, made);
  if (crew.is_divided()) unite_groups(crew, numbers.count, made);
  return make_lists(crew, numbers.count, made);
}

}  // namespace quadrille::analytics::detail
