#include "analytics/detail/community_moves.hpp"

#include <algorithm>
#include <atomic>

#include "analytics/detail/group_broadcast.hpp"

namespace quadrille::analytics::detail {

namespace {

constexpr std::uint32_t kFirstBatches = 16, kMostBatches = 1024;
// A round that adds less than this share of what the level has added is the last one: the next level does better.
constexpr double kLeastShare = 0.01;
constexpr std::uint32_t kSmallLevel = 1024;  // vertices of a level that has all rounds
constexpr std::size_t kRowsOfTask = 128;
constexpr std::size_t kEdgesAhead = 8;  // edges whose labels are fetched ahead

}  // namespace

CommunityMoves::CommunityMoves(const CommunityCrew& crew, const CommunityLevel& level, CommunityState& state,
                               const MoveOptions& options)
    : crew_(crew),
      level_(level),
      state_(state),
      options_(options),
      weights_(crew.workers().arena(), level.vertices),
      saved_(crew.make<std::uint32_t>(level.vertices)),
      active_(crew.make_filled(words_for_bits(level.vertices), ~std::uint64_t{0})),
      next_(crew.make_filled(words_for_bits(level.vertices), std::uint64_t{0})),
      moves_(&crew.workers().arena()) {}

void CommunityMoves::free() {
  crew_.free(saved_);
  crew_.free(active_);
  crew_.free(next_);
}

double CommunityMoves::run(double modularity) {
  std::uint32_t count = kFirstBatches;
  CommunityBatches batches(crew_, level_, options_.seed, count);
  RoundMeter meter(crew_.workers());
  const double first = modularity, share = level_.vertices > kSmallLevel ? kLeastShare : 0;
  for (;;) {
    crew_.copy<std::uint32_t>(state_.label, saved_);
    const std::uint64_t inside = state_.inside;
    const Changes changes = crew_.sum(run_round(batches));
    state_.inside += static_cast<std::uint64_t>(changes.inside);
    const double after = modularity_of(crew_, state_, options_.resolution);
    ++rounds_;
    meter.end_round("move", changes.moves);
    if (after < modularity) {
      undo();
      state_.inside = inside;
      count *= 4;
      if (count > kMostBatches) break;
      batches.free();
      batches = CommunityBatches(crew_, level_, options_.seed, count);
      continue;
    }
    const double gain = after - modularity;
    modularity = after;
    if (changes.moves == 0 || !(gain > std::max(options_.threshold, share * (after - first)))) break;
    share_active();
  }
  batches.free();
  return modularity;
}

CommunityMoves::Changes CommunityMoves::run_round(const CommunityBatches& batches) {
  Changes changes;
  for (std::uint32_t batch = 0; batch < batches.count(); ++batch) {
    decide(batches, batch);
    apply();
    for (const std::uint32_t row : rows_) changes.inside += look_around(batches, batch, row);
    changes.moves += moves_.size();
  }
  crew_.barrier();
  return changes;
}

void CommunityMoves::decide(const CommunityBatches& batches, std::uint32_t batch) {
  moves_.clear();
  rows_.clear();
  const std::span<const std::uint32_t> rows = batches.rows_of(batch);
  std::uint64_t edges = 0;
  crew_.for_each_task(rows.size(), kRowsOfTask, [&](std::size_t begin, std::size_t end) {
    for (const std::uint32_t row : rows.subspan(begin, end - begin)) {
      const std::uint32_t number = level_.number_of(row);
      if (!test_bit(active_, number)) continue;
      edges += level_.offsets[row + 1] - level_.offsets[row];
      if (edges > Workers::kTaskEdges) {
        crew_.workers().check();
        edges = 0;
      }
      const std::uint32_t label =
          level_.weights.empty() ? best_label<false>(batches, row, number) : best_label<true>(batches, row, number);
      if (label == state_.label[number]) continue;
      moves_.push_back({number, label});
      rows_.push_back(row);
    }
  });
}

template <bool kHasWeights>
std::uint32_t CommunityMoves::best_label(const CommunityBatches& batches, std::size_t row, std::uint32_t number) {
  const std::uint64_t begin = level_.offsets[row], end = level_.offsets[row + 1];
  const std::uint32_t* const targets = level_.targets.data();
  const std::uint32_t* const label = state_.label.data();
  for (std::uint64_t edge = begin; edge < end; ++edge) {
    if (edge + kEdgesAhead < end) __builtin_prefetch(label + targets[edge + kEdgesAhead]);
    const std::uint32_t target = targets[edge];
    if (target != number) weights_.add(label[target], kHasWeights ? level_.weights[edge] : 1);
  }
  const std::uint32_t own = label[number];
  const double cost = state_.cost_of(number, options_.resolution);
  // Of staying, compared with being alone.
  double best_gain =
      static_cast<double>(weights_.of(own)) - cost * static_cast<double>(state_.volume[own] - state_.degree[number]);
  std::uint32_t best = own;
  const auto offer = [&](std::uint32_t to, double gain) {
    if (gain < best_gain || (gain == best_gain && (best == own || to > best))) return;
    if (to == own || !may_join(batches, number, to)) return;
    best = to;
    best_gain = gain;
  };
  for (const std::uint32_t to : weights_.labels()) {
    const auto weight = static_cast<double>(weights_.of(to));
    if (weight < best_gain) continue;  // so is its gain; most volumes need not be read
    offer(to, weight - cost * static_cast<double>(state_.volume[to]));
  }
  if (state_.volume[number] == 0) offer(number, 0);  // alone, if its label is free
  weights_.clear();
  return best;
}

// False if the vertex and the only one of `label` may change places.
bool CommunityMoves::may_join(const CommunityBatches& batches, std::uint32_t number, std::uint32_t label) const {
  if (label < number || state_.label[label] != label || state_.volume[label] != state_.degree[label]) return true;
  return state_.volume[state_.label[number]] != state_.degree[number] ||
         batches.batch_of(number) != batches.batch_of(label);
}

void CommunityMoves::apply() {
  for (const CommunityMove& move : moves_) make_move(move);
  if (!crew_.is_divided()) return crew_.barrier();
  broadcast_to_groups<CommunityMove>(crew_.workers(), moves_, [&](std::span<const CommunityMove> theirs) {
    for (const CommunityMove& move : theirs) make_move(move);
  });
}

void CommunityMoves::make_move(const CommunityMove& move) {
  const std::uint64_t degree = state_.degree[move.number];
  std::uint32_t& label = state_.label[move.number];
  std::uint64_t &left = state_.volume[label], &joined = state_.volume[move.label];
  label = move.label;
  if (crew_.is_alone()) {
    left -= degree;
    joined += degree;
  } else {
    std::atomic_ref(left).fetch_sub(degree, std::memory_order_relaxed);
    std::atomic_ref(joined).fetch_add(degree, std::memory_order_relaxed);
  }
}

// Activates the neighbours of a vertex that has moved, if they are in other communities and do not come later in this
// round anyway. Returns its part of the change of the weight within communities: half of it if both ends have moved.
std::int64_t CommunityMoves::look_around(const CommunityBatches& batches, std::uint32_t batch, std::size_t row) {
  const std::uint32_t number = level_.number_of(row);
  const std::uint32_t old = saved_[number], label = state_.label[number];
  std::int64_t change = 0;
  const std::uint64_t end = level_.offsets[row + 1];
  for (std::uint64_t edge = level_.offsets[row]; edge < end; ++edge) {
    if (edge + kEdgesAhead < end) __builtin_prefetch(&state_.label[level_.targets[edge + kEdgesAhead]]);
    const std::uint32_t target = level_.targets[edge], now = state_.label[target];
    if (target == number) continue;
    const auto weight = static_cast<std::int64_t>(level_.weight_of(edge, false));
    std::uint32_t before = now;
    std::int64_t factor = 2;
    if (saved_[target] != now && batches.batch_of(target) == batch) {
      before = saved_[target];
      factor = 1;
    }
    change += factor * weight * (static_cast<int>(now == label) - static_cast<int>(before == old));
    if (now == label || (test_bit(active_, target) && batches.batch_of(target) > batch)) continue;
    set_bit_shared(next_, target);
  }
  return change;
}

// The next round looks at the vertices that any group has activated.
void CommunityMoves::share_active() {
  if (crew_.is_divided()) {
    Workers& workers = crew_.workers();
    struct Word {
      std::uint64_t place, bits;
    };
    std::pmr::vector<Word> mine(&workers.arena());
    const Range part = workers.my_part(next_.size());
    for (std::size_t place = part.begin; place < part.end; ++place) {
      if (next_[place] != 0) mine.push_back({place, next_[place]});
    }
    broadcast_to_groups<Word>(workers, mine, [&](std::span<const Word> theirs) {
      for (const Word& word : theirs) {
        std::atomic_ref(next_[word.place]).fetch_or(word.bits, std::memory_order_relaxed);
      }
    });
  }
  std::swap(active_, next_);
  crew_.fill(next_, std::uint64_t{0});
}

void CommunityMoves::undo() {
  crew_.copy<std::uint32_t>(saved_, state_.label);
  add_volumes(crew_, state_.label, state_.degree, state_.volume);
  crew_.fill(next_, std::uint64_t{0});
}

}  // namespace quadrille::analytics::detail
