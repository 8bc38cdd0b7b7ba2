#include "analytics/detail/community_refinement.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "analytics/detail/coarse_level.hpp"
#include "analytics/detail/group_broadcast.hpp"
#include "analytics/shared_bits.hpp"

namespace quadrille::analytics::detail {

namespace {

constexpr std::uint32_t kPartBatches = 16;
constexpr std::size_t kPartRowsOfTask = 128;

}  // namespace

CommunityRefinement::CommunityRefinement(const CommunityCrew& crew, const CommunityLevel& level,
                                         const CommunityState& state, double resolution, std::uint64_t seed)
    : crew_(crew),
      level_(level),
      state_(state),
      resolution_(resolution),
      batches_(crew, level, seed, kPartBatches),
      weights_(crew.workers().arena(), level.vertices),
      part_(crew.make<std::uint32_t>(level.vertices)),
      volume_(crew.make<std::uint64_t>(level.vertices)),
      outside_(crew.make<std::uint64_t>(level.vertices)),
      joins_(&crew.workers().arena()),
      changes_(&crew.workers().arena()) {}

std::span<std::uint32_t> CommunityRefinement::run() {
  RoundMeter meter(crew_.workers());
  begin_alone();
  for (std::uint32_t batch = 0; batch < batches_.count(); ++batch) {
    decide(batch);
    apply();
    apply_changes(batch);
  }
  batches_.free();
  crew_.free(volume_);
  crew_.free(outside_);
  meter.end_round("refine", level_.vertices);
  return part_;
}

void CommunityRefinement::begin_alone() {
  const Range mine = crew_.my_part(level_.vertices);
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    part_[number] = static_cast<std::uint32_t>(number);
    volume_[number] = state_.degree[number];
  }
  crew_.for_each_task(level_.rows(), Workers::kTaskVertices / 8, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint32_t number = level_.number_of(row), label = state_.label[number];
      std::uint64_t sum = 0;
      for (std::uint64_t edge = level_.offsets[row]; edge < level_.offsets[row + 1]; ++edge) {
        const std::uint32_t target = level_.targets[edge];
        const bool counts = (target != number) & (state_.label[target] == label);  // without a branch
        sum += std::uint64_t{counts} * level_.weight_of(edge, false);
      }
      outside_[number] = sum;
    }
  });
  if (crew_.is_divided()) share_sums(crew_, level_, outside_);
}

bool CommunityRefinement::is_well_connected(std::uint32_t part, std::uint32_t community) const {
  const double rest = static_cast<double>(state_.volume[community] - volume_[part]);
  const double expected = resolution_ * static_cast<double>(volume_[part]) / static_cast<double>(state_.total) * rest;
  return static_cast<double>(outside_[part]) >= expected;
}

void CommunityRefinement::decide(std::uint32_t batch) {
  joins_.clear();
  rows_.clear();
  const std::span<const std::uint32_t> rows = batches_.rows_of(batch);
  crew_.for_each_task(rows.size(), kPartRowsOfTask, [&](std::size_t begin, std::size_t end) {
    for (const std::uint32_t row : rows.subspan(begin, end - begin)) {
      const std::uint32_t number = level_.number_of(row);
      // Not alone any more, or without edges in its community.
      if (volume_[number] != state_.degree[number] || outside_[number] == 0) continue;
      if (!is_well_connected(number, state_.label[number])) continue;
      if (level_.offsets[row + 1] - level_.offsets[row] > Workers::kTaskEdges / 8) crew_.workers().check();
      const std::uint32_t part = best_part(batch, row, number);
      if (part == number) continue;
      joins_.push_back({number, part});
      rows_.push_back(row);
    }
  });
}

std::uint32_t CommunityRefinement::best_part(std::uint32_t batch, std::size_t row, std::uint32_t number) {
  const std::uint64_t begin = level_.offsets[row], end = level_.offsets[row + 1];
  const std::uint32_t label = state_.label[number];
  for (std::uint64_t edge = begin; edge < end; ++edge) {
    const std::uint32_t target = level_.targets[edge];
    if (target == number || state_.label[target] != label) continue;
    weights_.add(part_[target], level_.weight_of(edge, false));
  }
  const double cost = state_.cost_of(number, resolution_);
  std::uint32_t best = number;
  double best_gain = 0;
  for (const std::uint32_t part : weights_.labels()) {
    const double gain = static_cast<double>(weights_.of(part)) - cost * static_cast<double>(volume_[part]);
    if (gain < best_gain || (gain == best_gain && (best == number || part > best))) continue;
    const bool is_lone = volume_[part] == state_.degree[part];
    if (is_lone && batches_.batch_of(part) == batch) continue;
    if (!is_well_connected(part, label)) continue;
    best = part;
    best_gain = gain;
  }
  weights_.clear();
  return best;
}

void CommunityRefinement::apply() {
  const auto make = [&](const Join& join) {
    const std::uint64_t degree = state_.degree[join.number];
    part_[join.number] = join.part;
    std::atomic_ref(volume_[join.number]).fetch_sub(degree, std::memory_order_relaxed);
    std::atomic_ref(volume_[join.part]).fetch_add(degree, std::memory_order_relaxed);
  };
  for (const Join& join : joins_) make(join);
  if (!crew_.is_divided()) return crew_.barrier();
  broadcast_to_groups<Join>(crew_.workers(), joins_, [&](std::span<const Join> theirs) {
    for (const Join& join : theirs) make(join);
  });
}

// The change of a part's edges to the rest by a vertex that has joined it. An edge between two that have joined
// in this batch is subtracted once by each.
std::uint64_t CommunityRefinement::change_by(std::uint32_t batch, std::size_t row) const {
  const std::uint32_t number = level_.number_of(row), part = part_[number];
  std::uint64_t change = outside_[number];
  for (std::uint64_t edge = level_.offsets[row]; edge < level_.offsets[row + 1]; ++edge) {
    const std::uint32_t target = level_.targets[edge];
    if (target == number || part_[target] != part) continue;
    const bool is_new = target != part && batches_.batch_of(target) == batch;
    change -= (is_new ? 1 : 2) * level_.weight_of(edge, false);
  }
  return change;
}

void CommunityRefinement::apply_changes(std::uint32_t batch) {
  changes_.clear();
  for (std::size_t place = 0; place < rows_.size(); ++place) {
    changes_.push_back({joins_[place].part, 0, change_by(batch, rows_[place])});
  }
  const auto make = [&](const Change& change) {
    std::atomic_ref(outside_[change.part]).fetch_add(change.outside, std::memory_order_relaxed);
  };
  for (const Change& change : changes_) make(change);
  if (!crew_.is_divided()) return crew_.barrier();
  broadcast_to_groups<Change>(crew_.workers(), changes_, [&](std::span<const Change> theirs) {
    for (const Change& change : theirs) make(change);
  });
}

bool divide_unconnected(const CommunityCrew& crew, const CommunityLevel& level, std::span<std::uint32_t> label) {
  struct Lowered {
    std::uint32_t number, least;
  };
  std::span<std::uint32_t> least = crew.make<std::uint32_t>(level.vertices);
  const Range mine = crew.my_part(level.vertices);
  std::iota(least.begin() + static_cast<std::ptrdiff_t>(mine.begin),
            least.begin() + static_cast<std::ptrdiff_t>(mine.end), static_cast<std::uint32_t>(mine.begin));
  crew.barrier();
  for (;;) {
    std::pmr::vector<Lowered> lowered(&crew.workers().arena());
    crew.for_each_task(level.rows(), Workers::kTaskVertices / 8, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) {
        const std::uint32_t number = level.number_of(row), community = label[number];
        std::uint32_t found = load_relaxed(least[number]);
        for (std::uint64_t edge = level.offsets[row]; edge < level.offsets[row + 1]; ++edge) {
          const std::uint32_t target = level.targets[edge];
          if (label[target] == community) found = std::min(found, load_relaxed(least[target]));
        }
        if (lower_shared(least[number], found)) lowered.push_back({number, found});
      }
    });
    if (crew.is_divided()) {
      broadcast_to_groups<Lowered>(crew.workers(), lowered, [&](std::span<const Lowered> theirs) {
        for (const Lowered& one : theirs) lower_shared(least[one.number], one.least);
      });
    }
    if (crew.sum<std::uint64_t>(lowered.size()) == 0) break;
  }
  // As many different labels as before: nothing was divided.
  const auto parts_of = [&](std::span<const std::uint32_t> labels) {
    const CoarseNumbers numbers = number_communities(crew, labels);
    std::span<std::uint32_t> of = numbers.of;
    crew.barrier();
    crew.free(of);
    return numbers.count;
  };
  const bool is_divided = parts_of(least) != parts_of(label);
  crew.copy<std::uint32_t>(least, label);
  crew.free(least);
  return is_divided;
}

}  // namespace quadrille::analytics::detail
