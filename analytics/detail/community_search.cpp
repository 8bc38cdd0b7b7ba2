#include "analytics/detail/community_search.hpp"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "analytics/shared_bits.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics::detail {

namespace {

constexpr std::uint64_t kEdgesAlone = std::uint64_t{1} << 15;  // in both directions, of a level for one image

}  // namespace

CommunitySearch::CommunitySearch(Workers& workers, const Graph& graph, const CommunityOptions& options)
    : workers_(workers), graph_(graph), options_(options) {
  const CommunityCrew crew(workers, CommunityCrew::Kind::all);
  first_ = make_first_level(crew, graph);
  place_ = workers.make_shared<std::uint32_t>(first_.level.vertices);
  number_places();
  if (!first_.level.numbers.empty()) {
    own_numbers_ = workers.make_shared<std::uint32_t>(graph.own());
    crew.copy<std::uint32_t>(first_.level.numbers, own_numbers_);
  }
  if (!workers.is_one_group() && graph.edges() <= options.whole_edges) {
    CommunityLevel whole = make_coarse_level(crew, first_.level, {place_, first_.level.vertices});
    free_level(crew, first_.level);
    first_.level = whole;
    kind_ = kind_of_level();
  } else if (workers.is_one_group()) {
    kind_ = kind_of_level();
  }
  base_ = first_.level;
  base_kind_ = kind_;
}

// Every vertex has its own number.
void CommunitySearch::number_places() {
  const Range mine = workers_.my_part(place_.size());
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    place_[number] = static_cast<std::uint32_t>(number);
  }
  workers_.barrier();
}

// Of a level that is in each group as a whole.
CommunityCrew::Kind CommunitySearch::kind_of_level() const {
  const bool is_small = first_.level.targets.size() <= kEdgesAlone;
  return is_small ? CommunityCrew::Kind::alone : CommunityCrew::Kind::group;
}

void CommunitySearch::add_rounds(int rounds, double modularity) {
  figures_.rounds += rounds;
  figures_.modularity = modularity;
}

// By number of a community, the number of its least vertex on the first level.
std::span<std::uint32_t> CommunitySearch::least_of(const CommunityCrew& crew, const CoarseNumbers& numbers) const {
  const std::span<std::uint32_t> least = crew.make_filled(numbers.count, ~std::uint32_t{0});
  const Range mine = crew.my_part(numbers.of.size());
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    lower_shared(least[numbers.of[number]], least_.empty() ? static_cast<std::uint32_t>(number) : least_[number]);
  }
  crew.barrier();
  return least;
}

void CommunitySearch::add_level(const CommunityCrew& crew, const CoarseNumbers& numbers) {
  ++figures_.levels;
  figures_.communities = numbers.count;
  std::span<std::uint32_t> least = least_of(crew, numbers);
  if (communities_.empty() || options_.all_levels) communities_.push_back(crew.make<Huri>(graph_.own()));
  const std::span<Huri> community = communities_.back();
  const Range mine = crew.my_part(graph_.own());
  for (std::size_t row = mine.begin; row < mine.end; ++row) {
    const std::size_t number = own_numbers_.empty() ? row : own_numbers_[row];
    community[row] = first_.huris[least[numbers.of[place_[number]]]];
  }
  crew.free(least);
}

void CommunitySearch::climb(const CommunityCrew& crew, const CoarseNumbers& numbers) {
  RoundMeter meter(workers_);
  CommunityLevel next = make_coarse_level(crew, first_.level, numbers);
  if (first_.level.offsets.data() != base_.offsets.data()) free_level(crew, first_.level);
  first_.level = next;
  std::span<std::uint32_t> least = least_of(crew, numbers);
  std::swap(least, least_);
  crew.free(least);
  const Range mine = crew.my_part(place_.size());
  for (std::size_t number = mine.begin; number < mine.end; ++number) place_[number] = numbers.of[place_[number]];
  crew.barrier();
  kind_ = kind_of_level();
  meter.end_round("next level", numbers.count);
}

void CommunitySearch::keep_labels(const CommunityCrew& crew, const CoarseNumbers& numbers) {
  std::span<std::uint32_t> least = least_of(crew, numbers);
  labels_ = crew.make<std::uint32_t>(place_.size());
  const Range mine = crew.my_part(place_.size());
  for (std::size_t number = mine.begin; number < mine.end; ++number) {
    labels_[number] = least[numbers.of[place_[number]]];
  }
  crew.barrier();
  crew.free(least);
}

bool CommunitySearch::restart() {
  workers_.barrier();
  const double modularity = workers_.gather(figures_.modularity)[0];
  if (!(modularity - last_modularity_ > options_.threshold)) return false;
  last_modularity_ = modularity;
  labels_ = workers_.gather(labels_)[0];
  first_.level = base_;
  kind_ = base_kind_;
  least_ = {};
  figures_.levels = 0;
  communities_.resize(options_.all_levels ? 0 : std::min<std::size_t>(communities_.size(), 1));
  number_places();
  return true;
}

CommunitiesResult CommunitySearch::finish() {
  workers_.barrier();
  const Figures figures = workers_.gather(figures_)[0];
  const std::string_view mine(reinterpret_cast<const char*>(communities_.data()),
                              communities_.size() * sizeof(communities_[0]));
  const std::string spans = workers_.team().gather_in_group(mine)[0];
  CommunitiesResult result;
  result.community.resize(spans.size() / sizeof(communities_[0]));
  copy_bytes(result.community.data(), spans.data(), spans.size());
  result.levels = figures.levels;
  result.iterations = figures.rounds;
  result.modularity = figures.modularity;
  result.communities = figures.communities;
  // Only levels that all images of the group know: the first image may have climbed alone.
  const CommunityCrew crew(workers_, CommunityCrew::Kind::group);
  free_level(crew, base_);
  workers_.free_shared(place_);
  workers_.free_shared(own_numbers_);
  if (first_.has_own_huris) {
    workers_.free_shared(std::span<Huri>(const_cast<Huri*>(first_.huris.data()), first_.huris.size()));
  }
  return result;
}

}  // namespace quadrille::analytics::detail
