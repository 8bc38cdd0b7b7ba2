#include "analytics/detail/hop_distances.hpp"

#include <algorithm>
#include <atomic>

#include "analytics/shared_bits.hpp"

namespace quadrille::analytics {
namespace {

// Vertices of a task that pushes.
constexpr std::size_t kFrontGrain = 64;
// A level pushes if its front has at most this part of all edges.
constexpr std::uint64_t kFrontPart = 10;

}  // namespace

template <int kWords>
HopDistances<kWords>::HopDistances(Workers& workers, const Graph& graph, const HopSums& sums)
    : workers_(workers),
      graph_(graph),
      sums_(sums),
      mirrors_(workers, graph, sizeof(Bits)),
      lists_{SharedItems<Slot>(workers), SharedItems<Slot>(workers)},
      front_(workers.make_filled(graph.slots(), Bits{})),
      next_(workers.make_filled(graph.slots(), Bits{})),
      seen_(workers.make_shared<Bits>(graph.slots())),
      marks_(workers.make_filled(words_for_bits(graph.slots()), std::uint64_t{0})),
      found_(&workers.arena().own()),
      ghosts_(&workers.arena().own()) {}

template <int kWords>
void HopDistances<kWords>::free() {
  mirrors_.free();
  for (SharedItems<Slot>& list : lists_) list.free();
  workers_.free_shared(front_);
  workers_.free_shared(next_);
  workers_.free_shared(seen_);
  workers_.free_shared(marks_);
}

template <int kWords>
int HopDistances<kWords>::run(std::span<const Huri> sources) {
  RoundMeter meter(workers_);
  begin(sources);
  Level level = end_level(0);
  std::uint64_t depth = 0;
  while (level.vertices > 0) {
    const bool pushes = level.edges * kFrontPart <= graph_.edges();
    const std::uint64_t frontier = level.vertices;
    pushes ? push() : pull();
    level = end_level(++depth);
    meter.end_round(pushes ? "push" : "pull", frontier);
  }
  return static_cast<int>(depth) - 1;
}

template <int kWords>
void HopDistances<kWords>::begin(std::span<const Huri> sources) {
  workers_.fill(seen_, Bits{});
  all_ = {};
  for (std::size_t search = 0; search < sources.size(); ++search) {
    all_.set(search);
    if (!workers_.is_first()) continue;
    const Slot slot = graph_.find(sources[search]);
    if (slot == kNoSlot || !graph_.is_own(slot)) continue;
    next_[slot].set(search);
    set_bit_shared(marks_, slot);
    add_found(slot);
  }
}

// This image puts an own vertex into the next front.
template <int kWords>
void HopDistances<kWords>::add_found(Slot row) {
  found_.push_back(row);
  mine_.edges += graph_.out().degree(row);
}

template <int kWords>
void HopDistances<kWords>::push() {
  workers_.for_each_task(list_.size(), kFrontGrain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t place = begin; place < end; ++place) push_from(list_[place]);
  });
  if (!workers_.is_one_group()) collect_pushed();
}

template <int kWords>
void HopDistances<kWords>::push_from(Slot row) {
  const Bits bits = front_[row];
  for (const Slot target : graph_.out().of(row)) add_shared(target, bits);
  unchecked_edges_ += graph_.out().degree(row);
  if (unchecked_edges_ < Workers::kTaskEdges) return;
  unchecked_edges_ = 0;
  workers_.check();
}

// Adds the bits of searches that have not seen the vertex; other images do the same at the same time.
template <int kWords>
void HopDistances<kWords>::add_shared(Slot slot, const Bits& bits) {
  bool is_new = false;
  for (std::size_t word = 0; word < kWords; ++word) {
    std::uint64_t& place = next_[slot].of[word];
    const std::uint64_t fresh = bits.of[word] & ~seen_[slot].of[word];
    if ((fresh & ~load_relaxed(place)) == 0) continue;
    std::atomic_ref(place).fetch_or(fresh, std::memory_order_relaxed);
    is_new = true;
  }
  if (is_new && set_bit_shared(marks_, slot) && graph_.is_own(slot)) add_found(slot);
}

template <int kWords>
void HopDistances<kWords>::collect_pushed() {
  mirrors_.template collect<Bits>(next_, marks_, [&](Slot own, const Bits& bits, int) { add_shared(own, bits); });
  const Range mine = workers_.my_part(marks_.size());
  for_each_bit(marks_, std::max(mine.begin, graph_.own() / 64), mine.end, [&](std::size_t slot) {
    if (!graph_.is_own(static_cast<Slot>(slot))) next_[slot] = {};
  });
}

template <int kWords>
void HopDistances<kWords>::pull() {
  for_each_row_range(workers_, graph_.in(), [&](const Range& rows) {
    for (std::size_t row = rows.begin; row < rows.end; ++row) pull_to(static_cast<Slot>(row));
  });
}

template <int kWords>
void HopDistances<kWords>::pull_to(Slot row) {
  const Bits wanted = all_.without(seen_[row]);
  if (!wanted.any()) return;
  const Bits bits = pulled_bits<kWords>(graph_.in().of(row), front_, wanted);
  if (!bits.any()) return;
  next_[row] = bits;
  if (!workers_.is_one_group()) set_bit_shared(marks_, row);
  add_found(row);
}

// The vertices that were found become the front.
template <int kWords>
typename HopDistances<kWords>::Level HopDistances<kWords>::end_level(std::uint64_t depth) {
  mine_.vertices = found_.size();
  const Level level = workers_.team().sum(mine_);
  mine_ = {};
  clear_front();
  std::swap(front_, next_);
  list_ = lists_[depth % 2].join(found_);
  found_.clear();
  const Range mine = workers_.my_part(list_.size());
  for (const Slot row : list_.subspan(mine.begin, mine.size())) count(row, depth);
  workers_.barrier();
  if (!workers_.is_one_group()) send_front();
  workers_.fill(marks_, std::uint64_t{0});
  return level;
}

template <int kWords>
void HopDistances<kWords>::clear_front() {
  const Range mine = workers_.my_part(list_.size());
  for (const Slot row : list_.subspan(mine.begin, mine.size())) front_[row] = {};
  for (const Slot ghost : ghosts_) front_[ghost] = {};
  ghosts_.clear();
}

template <int kWords>
void HopDistances<kWords>::count(Slot row, std::uint64_t depth) {
  seen_[row] |= front_[row];
  if (depth == 0) return;  // a source itself
  const std::uint64_t searches = front_[row].count();
  sums_.total[row] += searches * sums_.term(depth);
  sums_.reached[row] += static_cast<std::uint32_t>(searches);
}

template <int kWords>
void HopDistances<kWords>::send_front() {
  mirrors_.update(front_, marks_, [&](Slot ghost, const Bits&) { ghosts_.push_back(ghost); });
  for (const Slot ghost : ghosts_) seen_[ghost] |= front_[ghost];
}

template class HopDistances<1>;
template class HopDistances<4>;

}  // namespace quadrille::analytics
