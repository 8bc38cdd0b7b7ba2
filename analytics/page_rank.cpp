#include "analytics/page_rank.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "analytics/detail/hot_order.hpp"
#include "analytics/detail/long_rows.hpp"
#include "analytics/exact_sum.hpp"
#include "analytics/mirrors.hpp"
#include "analytics/shared_bits.hpp"
#include "base/assert.hpp"
#include "base/error.hpp"
#include "pgas/placed_memory.hpp"

namespace quadrille::analytics {

namespace {

static_assert(PageRankOptions().reordered_from == HotOrder::kLeastVertices);

// Contributions are floats if the tolerance is not less: half of the bytes that each round reads at random.
constexpr double kFloatTolerance = 1e-6;
// Fewer rounds do not pay for places of hot vertices.
constexpr int kLeastHotRounds = 4;
constexpr std::size_t kLanes = 4;  // sums of a list that are made side by side, then added
// Neighbours that are added in the type of contributions, before their sum is added to that of the list: floats of few
// terms lose little.
constexpr std::size_t kBlock = 64;

// The sums of a round, over all vertices.
struct RoundSums {
  ShareSum sinks, change, total;
  RoundSums& operator+=(const RoundSums& other) {
    sinks += other.sinks;
    change += other.change;
    total += other.total;
    return *this;
  }
};

// The sum over a list or a part of it. Its order depends on the list alone.
template <class Real>
double pulled(std::span<const Slot> list, std::span<const double> weights, const Real* contributions) {
  if (!weights.empty()) {
    double sums[kLanes] = {};
    for (std::size_t place = 0; place < list.size(); ++place) {
      sums[place % kLanes] += double{contributions[list[place]]} * weights[place];
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  double total = 0;
  for (std::size_t place = 0; place < list.size();) {
    const std::size_t end = std::min(list.size(), place + kBlock);
    Real sums[kLanes] = {};
    for (; place + kLanes <= end; place += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += contributions[list[place + lane]];
    }
    for (; place < end; ++place) sums[0] += contributions[list[place]];
    total += double{(sums[0] + sums[1]) + (sums[2] + sums[3])};
  }
  return total;
}

// Lists in a file are read once a round, in order; a second copy would have to be there, too.
bool lists_are_in_file() {
  const pgas::Tier* const tier = pgas::placement().tier_of(pgas::Structure::analytics_csr);
  return tier != nullptr && tier->kind == pgas::TierKind::file;
}

// Each array lies in the arena of one image; these have so much room. Arrays by falling size go where most is left.
bool have_room(std::vector<std::size_t> rooms, const std::vector<std::size_t>& arrays) {
  for (const std::size_t bytes : arrays) {
    const auto most = std::max_element(rooms.begin(), rooms.end());
    if (*most < bytes) return false;
    *most -= bytes;
  }
  return true;
}

// Collective.
bool has_memory_for_order(Workers& workers, const Graph& graph, double tolerance) {
  const std::size_t slots = graph.slots(), real = tolerance >= kFloatTolerance ? sizeof(float) : sizeof(double);
  std::vector<std::size_t> arrays{graph.in().edges() * sizeof(Slot), slots * sizeof(double), slots * real, slots * real,
                                  slots * sizeof(Slot)};
  if (graph.in().has_weights()) arrays.push_back(slots * sizeof(double));
  std::sort(arrays.rbegin(), arrays.rend());
  return workers.team().all(have_room(workers.gather(workers.arena().room_bytes()), arrays));
}

// Collective.
HotOrder::Use use_of_order(Workers& workers, const Graph& graph, const PageRankOptions& options) {
  if (options.reordered_from == 0) return HotOrder::Use::always;
  const bool is_large = graph.vertices() >= options.reordered_from && options.most_iterations >= kLeastHotRounds;
  if (!is_large || lists_are_in_file()) return HotOrder::Use::never;
  return has_memory_for_order(workers, graph, options.tolerance) ? HotOrder::Use::if_it_pays : HotOrder::Use::never;
}

template <class Real>
class PageRank {
 public:
  PageRank(Workers& workers, const Graph& graph, const PageRankOptions& options)
      : workers_(workers),
        graph_(graph),
        options_(options),
        mirrors_(workers, graph, sizeof(Real)),
        order_(workers, graph, mirrors_, use_of_order(workers, graph, options)),
        long_rows_(workers, graph.in()),
        score_(workers.make_shared<double>(graph.own())),
        share_(workers.make_shared<double>(graph.out().has_weights() ? graph.own() : 0)),
        contributions_(workers.make_shared<Real>(graph.slots())),
        next_(workers.make_shared<Real>(graph.slots())),
        of_chunks_(workers.make_shared<double>(long_rows_.chunks())) {}

  PageRankResult run() {
    PageRankResult result;
    choose_teleports();
    double sink_sum = set_first_scores();
    RoundMeter meter(workers_);
    double total = 1;
    while (!result.converged && result.iterations < options_.most_iterations) {
      const RoundSums sums = pull(sink_sum);
      sink_sum = sums.sinks.value();
      total = sums.total.value();
      result.residual = sums.change.value();
      result.converged = result.residual < options_.tolerance;
      ++result.iterations;
      meter.end_round("pull", graph_.vertices(), result.residual);
    }
    normalise(total);
    free();
    result.score = score_;
    return result;
  }

 private:
  void choose_teleports() {
    const auto vertices = static_cast<double>(graph_.vertices());
    teleport_ = personal_teleport_ = 1 / vertices;
    if (!options_.barred.empty()) barred_ = mark(options_.barred).bits;
    if (options_.personal.empty()) return;
    const Marked personal = mark(options_.personal);
    if (personal.count == 0) fail(ErrorKind::user, "no vertex of the personal set is in the graph");
    personal_ = personal.bits;
    teleport_ = (1 - options_.personal_share) / vertices;
    personal_teleport_ = teleport_ + options_.personal_share / static_cast<double>(personal.count);
  }
  struct Marked {
    BitWords bits;
    std::uint64_t count;  // of all groups
  };
  // Collective. A set of vertices as bits by own slot.
  Marked mark(std::span<const Huri> vertices) {
    const BitWords bits = workers_.make_filled<std::uint64_t>(words_for_bits(graph_.own()), 0);
    std::uint64_t count = 0;
    if (workers_.is_first()) {
      for (const Huri id : vertices) {
        const Slot vertex = graph_.find(id);
        if (vertex != kNoSlot && graph_.is_own(vertex)) count += set_bit_shared(bits, vertex);
      }
    }
    return {bits, workers_.team().sum(count)};
  }
  bool is_barred(Slot vertex) const { return !barred_.empty() && test_bit(barred_, vertex); }
  double teleport(Slot vertex) const {
    return !personal_.empty() && test_bit(personal_, vertex) ? personal_teleport_ : teleport_;
  }

  // First scores, as multiples of t.
  struct FirstScores {
    double alone = 1;  // of vertices without edges
    double others = 1;
  };
  // Collective. The limit of a vertex without edges is (1 - damping + damping sinks) t. If these are the sinks, as in
  // undirected graphs, the sum of their scores follows from their number. That of the others is the rest.
  FirstScores choose_first_scores() {
    if (options_.even_start || !is_even()) return {};
    const Range mine = workers_.my_part(graph_.own());
    std::uint64_t count = 0;
    for (std::size_t row = mine.begin; row < mine.end; ++row) {
      if (row % Workers::kTaskVertices == 0) workers_.check();
      count += is_alone(static_cast<Slot>(row)) ? 1 : 0;
    }
    count = workers_.team().sum(count);
    if (count == graph_.vertices()) return {};
    const double part = static_cast<double>(count) / static_cast<double>(graph_.vertices());
    const double alone = (1 - options_.damping) / (1 - options_.damping * part);
    return {alone, (1 - part * alone) / (1 - part)};
  }
  bool is_alone(Slot vertex) const { return graph_.in().degree(vertex) == 0 && graph_.out_degree(vertex) == 0; }
  // The same on all images; bitmaps are empty in a group without vertices, too.
  bool is_even() const { return options_.barred.empty() && options_.personal.empty(); }

  // Collective. Returns the sum of the sinks' scores.
  double set_first_scores() {
    const FirstScores first = choose_first_scores();
    ShareSum sinks;
    const Range mine = workers_.my_part(graph_.own());
    for (std::size_t row = mine.begin; row < mine.end; ++row) {
      if (row % Workers::kTaskVertices == 0) workers_.check();
      const auto vertex = static_cast<Slot>(row);
      if (!share_.empty()) share_[row] = inverse(weight_out_of(vertex));
      const double share = share_of(vertex);
      score_[row] = is_barred(vertex) ? 0 : teleport(vertex) * (is_alone(vertex) ? first.alone : first.others);
      contributions_[order_.place_of(vertex)] = static_cast<Real>(score_[row] * share);
      if (share == 0) sinks.add(score_[row]);
    }
    workers_.barrier();
    update_ghosts();
    return total_of(workers_.team(), sinks);
  }

  static double inverse(double out) { return out > 0 ? 1 / out : 0; }
  double weight_out_of(Slot vertex) const {
    double sum = 0;
    for (const double weight : graph_.out().weights_of(vertex)) sum += weight;
    return sum;
  }
  // Degrees are divided in each round, which is less work than to read another array.
  double share_of(Slot vertex) const {
    return share_.empty() ? inverse(static_cast<double>(graph_.out_degree(vertex))) : share_[vertex];
  }

  // Collective. The scores of the next round, and their contributions.
  RoundSums pull(double sinks) {
    RoundSums mine;
    const double spread = (1 - options_.damping) + options_.damping * sinks;
    long_rows_.for_each_chunk([&](const LongRows::Chunk& chunk) {
      of_chunks_[chunk.number] = pulled_part(chunk.row, chunk.begin, chunk.end);
    });
    for_each_row_range(workers_, graph_.in(), [&](Range rows) { mine += pull_rows(rows, spread); });
    std::swap(contributions_, next_);
    update_ghosts();
    return workers_.team().sum(mine);
  }

  // Local.
  RoundSums pull_rows(Range rows, double spread) {
    const double damping = options_.damping;
    const bool even = is_even();
    RoundSums sums;  // in registers, unlike those of the caller
    for (std::size_t row = rows.begin; row < rows.end; ++row) {
      const auto vertex = static_cast<Slot>(row);
      const double received = long_rows_.has(vertex) ? sum_of_chunks(long_rows_.chunks_of(long_rows_.which(vertex)))
                                                     : pulled_part(vertex, 0, graph_.in().degree(vertex));
      const double started = even ? teleport_ : teleport(vertex);
      const double score = !even && is_barred(vertex) ? 0 : spread * started + damping * received;
      sums.change.add(std::fabs(score - std::exchange(score_[row], score)));
      sums.total.add(score);
      const double share = share_of(vertex);
      if (share == 0) sums.sinks.add(score);
      next_[order_.place_of(vertex)] = static_cast<Real>(score * share);
    }
    return sums;
  }

  void update_ghosts() {
    mirrors_.update_all(contributions_, [&](Slot slot) { return order_.place_of(slot); });
  }

  double pulled_part(Slot vertex, std::size_t begin, std::size_t end) const {
    const Lists& lists = graph_.in();
    std::span<const double> weights = lists.weights_of(vertex);
    if (!weights.empty()) weights = weights.subspan(begin, end - begin);
    const std::span<const Slot> list = order_.targets().subspan(lists.begin_of(vertex) + begin, end - begin);
    return pulled(list, weights, contributions_.data());
  }
  double sum_of_chunks(const Range& chunks) const {
    double sum = 0;
    for (std::size_t chunk = chunks.begin; chunk < chunks.end; ++chunk) sum += of_chunks_[chunk];
    return sum;
  }

  // The sum of the scores becomes 1; contributions were rounded.
  void normalise(double total) {
    if (total == 0) return;  // all vertices are barred
    const Range mine = workers_.my_part(graph_.own());
    for (std::size_t row = mine.begin; row < mine.end; ++row) score_[row] /= total;
    workers_.barrier();
  }

  void free() {
    mirrors_.free();
    order_.free();
    workers_.free_shared(share_);
    workers_.free_shared(contributions_);
    workers_.free_shared(next_);
    workers_.free_shared(personal_);
    workers_.free_shared(barred_);
    workers_.free_shared(of_chunks_);
    long_rows_.free();
  }

  Workers& workers_;
  const Graph& graph_;
  const PageRankOptions& options_;
  Mirrors mirrors_;
  HotOrder order_;  // of contributions
  LongRows long_rows_;
  const std::span<double> score_;      // by own slot
  const std::span<double> share_;      // with weights, by own slot: 1 / out; 0 at sinks
  std::span<Real> contributions_;      // by place: score * share
  std::span<Real> next_;               // those of the next round
  const std::span<double> of_chunks_;  // sums of long rows, chunk by chunk
  BitWords personal_, barred_;
  double teleport_ = 0, personal_teleport_ = 0;  // of a vertex, and of one of the personal set
};

}  // namespace

PageRankResult page_rank(Workers& workers, const Graph& graph, const PageRankOptions& options) {
  QUADRILLE_ASSERT(graph.in().exist() && graph.has_out_degrees(), "PageRank needs in-lists and out-degrees");
  QUADRILLE_ASSERT(graph.out().exist() || !graph.in().has_weights(), "PageRank with weights needs both lists");
  if (!(options.damping >= 0 && options.damping < 1)) {
    fail(ErrorKind::user, "the damping is {}, but must be at least 0 and less than 1", options.damping);
  }
  if (graph.vertices() == 0) return {{}, 0, 0, true};
  if (options.tolerance >= kFloatTolerance) return PageRank<float>(workers, graph, options).run();
  return PageRank<double>(workers, graph, options).run();
}

KernelBytes estimate_page_rank_bytes(const GraphSize& size, const ProjectionOptions& projection, double tolerance) {
  const std::uint64_t edges = projection.direction == Direction::both ? 2 * size.edges : size.edges;
  const std::uint64_t real = tolerance >= kFloatTolerance ? sizeof(float) : sizeof(double);
  const std::uint64_t least = size.vertices * ((projection.weighted ? 2 : 1) * sizeof(double) + 2 * real);
  return {least, least + estimate_hot_order_bytes(size.vertices, edges)};
}

}  // namespace quadrille::analytics
