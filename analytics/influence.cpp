#include "analytics/influence.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "analytics/detail/influence_bounds.hpp"
#include "analytics/detail/live_edges.hpp"
#include "analytics/detail/reached_sets.hpp"
#include "analytics/detail/root_order.hpp"
#include "analytics/detail/set_cover.hpp"
#include "analytics/detail/set_sampler.hpp"
#include "analytics/placed_arrays.hpp"
#include "base/assert.hpp"

namespace quadrille::analytics {
namespace {

constexpr std::uint64_t kPilotSamples = 1024;             // before the first prediction of memory
constexpr double kReserve = 1.15;                         // arrays have room, and parts vary from image to image
constexpr std::uint64_t kMostSamples = (1ull << 32) - 1;  // numbers of samples have 32 bits

// Collective. Throws BadWeight on all images if an edge has a weight above one.
void expect_probabilities(Workers& workers, const Graph& graph) {
  struct Worst {
    bool is_bad = false;
    Huri source, target;
    double weight = 0;
    bool precedes(const Worst& other) const {
      if (!is_bad || !other.is_bad) return is_bad;
      return source != other.source ? source < other.source : target < other.target;
    }
  } worst;
  const Lists& in = graph.in();
  if (in.has_weights()) {
    for_each_row_range(workers, in, [&](Range rows) {
      for (std::size_t row = rows.begin; row < rows.end; ++row) {
        const auto slot = static_cast<Slot>(row);
        for (std::size_t place = 0; place < in.degree(slot); ++place) {
          const double weight = in.weights_of(slot)[place];
          if (weight <= 1) continue;
          const Worst found{true, graph.huri(in.of(slot)[place]), graph.huri(slot), weight};
          if (found.precedes(worst)) worst = found;
        }
      }
    });
  }
  for (const Worst& found : workers.team().all_gather(worst)) worst = found.precedes(worst) ? found : worst;
  if (worst.is_bad) throw BadWeight(worst.source, worst.target, worst.weight);
}

class InfluenceSearch {
 public:
  InfluenceSearch(Workers& workers, const Graph& graph, const InfluenceOptions& options)
      : workers_(workers),
        graph_(graph),
        options_(options),
        vertices_(static_cast<double>(graph.vertices())),
        seeds_(std::min(options.seeds, graph.vertices())),
        bounds_(graph.vertices(), seeds_, options.epsilon),
        live_(workers, graph, options),
        roots_(workers, graph),
        sets_memory_(workers.arena(), pgas::Structure::analytics_sets),
        sets_(sets_memory_, graph.own()) {
    const SamplerInput input{workers, graph, live_, roots_, options.writing};
    sampler_ = workers.is_one_group() ? make_whole_sampler(input) : make_round_sampler(input);
  }

  // Collective.
  InfluenceResult run() {
    const double lower_bound = find_lower_bound();
    const std::uint64_t wanted = bounds_.final_samples(lower_bound);
    if (wanted > samples_ || steps_.empty()) {
      sample(wanted);
      choose();
    }
    InfluenceResult result{{}, samples_, stored_};
    for (const CoverStep& step : steps_) result.seeds.push_back({step.vertex, spread_of(step)});
    sampler_->free();
    roots_.free(workers_);
    live_.free();
    return result;
  }

 private:
  double spread_of(const CoverStep& step) const {
    return vertices_ * static_cast<double>(step.covered) / static_cast<double>(samples_);
  }

  // Seeds reach themselves, so a bound of their number needs no proof.
  double find_lower_bound() {
    const auto known = static_cast<double>(seeds_);
    for (double x = vertices_ / 2; x > known && x >= 2; x /= 2) {
      sample(bounds_.trial_samples(x));
      choose();
      const double proved = bounds_.proved_by(spread_of(steps_.back()));
      if (proved >= x) return std::max(proved, known);
    }
    return known;
  }

  // Makes samples until there are so many.
  void sample(std::uint64_t wanted) {
    if (samples_ == 0) extend(std::min(wanted, kPilotSamples));
    if (wanted <= samples_) return;
    expect_room(wanted);
    extend(wanted);
  }
  void extend(std::uint64_t end) {
    RoundMeter meter(workers_);
    sampler_->sample(samples_, end, sets_);
    samples_ = end;
    stored_.sets = workers_.team().sum<std::uint64_t>(sets_.size());
    stored_.members = workers_.team().sum<std::uint64_t>(sets_.members());
    meter.end_round("sample", samples_);
  }
  void expect_room(std::uint64_t wanted) const;
  // Local. The room of the sets' tier.
  std::size_t room_for_sets() const {
    const pgas::HeapUsage usage = pgas::heap_of(workers_.team().heap(), pgas::Structure::analytics_sets).usage();
    return usage.budget_bytes - std::min(usage.budget_bytes, usage.used_bytes);
  }

  void choose() {
    RoundMeter meter(workers_);
    SetCover cover(workers_, graph_, sets_);
    stored_.listed = workers_.team().sum(cover.listed());
    steps_ = cover.choose(seeds_);
    cover.free();
    meter.end_round("choose", seeds_);
  }

  Workers& workers_;
  const Graph& graph_;
  const InfluenceOptions& options_;
  const double vertices_;
  const std::uint64_t seeds_;
  const InfluenceBounds bounds_;
  LiveEdges live_;
  RootOrder roots_;
  PlacedMemory sets_memory_;
  ReachedSets sets_;
  std::unique_ptr<SetSampler> sampler_;
  std::uint64_t samples_ = 0;
  StoredSamples stored_;          // of all images
  std::vector<CoverStep> steps_;  // of the last choice
};

// Collective. Throws if so many samples, with members as those before, need more memory than an image has.
void InfluenceSearch::expect_room(std::uint64_t wanted) const {
  const double growth = static_cast<double>(wanted) / static_cast<double>(samples_);
  const double mean = static_cast<double>(stored_.members) / std::max(1.0, static_cast<double>(stored_.sets));
  const auto grown = [&](std::uint64_t sets, std::uint64_t members, double by) {
    const auto will_be = static_cast<std::uint64_t>(by * static_cast<double>(members));
    return StoredSamples{static_cast<std::uint64_t>(by * static_cast<double>(sets)), will_be,
                         mean > SetCover::kMostListed ? 0 : will_be};
  };
  const StoredSamples all = grown(stored_.sets, stored_.members, growth);
  const StoredSamples more = grown(sets_.size(), sets_.members(), growth - 1);
  const std::size_t listed = grown(sets_.size(), sets_.members(), growth).listed * 4;
  const std::size_t room_here = workers_.arena().room_bytes(), sets_room = room_for_sets();
  const bool apart = !pgas::counts_for_query(pgas::Structure::analytics_sets);
  const auto room = workers_.team().sum<std::uint64_t>(room_here + (apart ? sets_room : 0));
  const double sets_here = kReserve * static_cast<double>(more.sets * 12 + more.members * 4);
  const double needed_here = kReserve * static_cast<double>(listed) + (apart ? 0 : sets_here);
  const bool is_here = needed_here <= static_cast<double>(room_here) && sets_here <= static_cast<double>(sets_room);
  if (workers_.team().all(is_here) && wanted <= kMostSamples) return;
  const GraphSize size{graph_.vertices(), graph_.edges(), workers_.num_groups(), workers_.team().size()};
  const std::uint64_t needed = estimate_influence_bytes(size, all);
  fail(ErrorKind::memory,
       "influence with epsilon {} needs {} samples, with {} vertices in all, which take about {:.1f} MB of memory, of "
       "which {:.1f} MB are free for this query; use a larger epsilon (twice as large: a quarter of the samples) or a "
       "smaller k, or give the server more memory",
       options_.epsilon, wanted, all.members, static_cast<double>(needed) / 1e6, static_cast<double>(room) / 1e6);
}

}  // namespace

InfluenceResult influence(Workers& workers, const Graph& graph, const InfluenceOptions& options) {
  QUADRILLE_ASSERT(graph.in().exist(), "influence needs in-lists");
  QUADRILLE_ASSERT(options.seeds > 0 && options.epsilon > 0 && options.epsilon < 1, "parameters are in their ranges");
  if (options.model == InfluenceModel::independent_cascade) expect_probabilities(workers, graph);
  if (graph.vertices() == 0) return {};
  return InfluenceSearch(workers, graph, options).run();
}

std::uint64_t estimate_influence_bytes(const GraphSize& size, const StoredSamples& samples) {
  // The order of roots and, on each image, a queue, two counts, places in lists and bits.
  const auto images = static_cast<std::uint64_t>(size.images) / static_cast<std::uint64_t>(size.groups);
  const std::uint64_t of_vertices = size.vertices * (4 + (4 + 8 + 8) * images + images / 4);
  const std::uint64_t begun_blocks = static_cast<std::uint64_t>(size.images) << 20;
  return of_vertices + begun_blocks + samples.sets * 12 + samples.sets / 8 + samples.members * 4 + samples.listed * 4;
}

}  // namespace quadrille::analytics
