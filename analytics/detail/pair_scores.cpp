// Similarities of given pairs.

#include <algorithm>
#include <optional>

#include "analytics/detail/candidate_lists.hpp"
#include "analytics/detail/group_blocks.hpp"
#include "analytics/detail/neighbour_shares.hpp"
#include "analytics/similarity.hpp"
#include "base/assert.hpp"
#include "pgas/exchange.hpp"

namespace quadrille::analytics {
namespace {

// Pairs of a task.
constexpr std::size_t kPairGrain = 64;

// A row of a block: a vertex and, after all heads, its neighbours as HURIs.
struct NeighbourHead {
  Huri vertex;
  std::uint64_t count;
};
static_assert(sizeof(NeighbourHead) == 16);

// The part of `count` items that the image at this place of a group has.
Range part_at(std::size_t count, int place, int images) {
  const auto which = static_cast<std::size_t>(place), all = static_cast<std::size_t>(images);
  return {count * which / all, count * (which + 1) / all};
}

class PairScores {
 public:
  PairScores(Workers& workers, const Graph& graph, SimilarityMeasure measure, std::span<const VertexPair> pairs)
      : workers_(workers), graph_(graph), measure_(measure), pairs_(pairs), found_(&workers.arena().own()) {}

  std::pmr::vector<PairScore> find() {
    RoundMeter meter(workers_);
    shares_ = make_neighbour_shares(workers_, graph_, measure_);
    workers_.for_each_task(pairs_.size(), kPairGrain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t pair = begin; pair < end; ++pair) {
        const Slot second = own(pairs_[pair].second);
        if (second != kNoSlot && own(pairs_[pair].first) != kNoSlot) add(pair, neighbours(second));
      }
    });
    if (!workers_.is_one_group()) exchange();
    workers_.free_shared(shares_.by_slot);
    meter.end_round("merge", pairs_.size());
    return std::move(found_);
  }

 private:
  // The slot of an own vertex.
  Slot own(Huri vertex) const {
    const Slot slot = graph_.find(vertex);
    return slot != kNoSlot && graph_.is_own(slot) ? slot : kNoSlot;
  }
  // The neighbours of an own vertex; valid until the next call.
  std::span<const Huri> neighbours(Slot vertex) {
    neighbours_.clear();
    for (const Slot slot : graph_.out().of(vertex)) {
      if (slot != vertex) neighbours_.push_back(graph_.huri(slot));
    }
    return neighbours_;
  }

  void add(std::size_t pair, std::span<const Huri> second) {
    const Slot vertex = own(pairs_[pair].first);
    std::uint64_t common = 0;
    auto other = second.begin();
    for (const Slot slot : graph_.out().of(vertex)) {
      const Huri huri = graph_.huri(slot);
      if (slot == vertex || huri == pairs_[pair].second) continue;
      while (other != second.end() && *other < huri) ++other;
      if (other == second.end()) break;
      if (*other == huri) common += shares_.of(slot);
    }
    const std::uint32_t degree = other_neighbours(graph_.out(), vertex);
    const auto other_degree = static_cast<std::uint32_t>(second.size());
    found_.push_back({pair, similarity_of(measure_, shares_.sum_of(common), degree, other_degree)});
    unchecked_edges_ += degree + second.size();
    if (unchecked_edges_ < Workers::kTaskEdges) return;
    unchecked_edges_ = 0;
    workers_.check();
  }

  // The images of a group send the neighbours of seconds, each for its part of the pairs, to an image of the group that
  // owns the first; this image computes these pairs.
  void exchange() {
    pgas::Team& team = workers_.team();
    std::vector<std::span<std::uint64_t>> buffers;
    const std::span<pgas::Block> blocks = make_group_blocks(workers_, [&](int group) {
      buffers.push_back(pack(group));
      return std::as_bytes(buffers.back());
    });
    pgas::ExchangeView view(team, blocks);
    for (int member = 0; member < team.size(); ++member) {
      if (!team.in_my_group(member) && !view.from(member).empty()) take(member, view.from(member));
    }
    view.finish();
    for (const std::span<std::uint64_t> buffer : buffers) workers_.arena().free_span(buffer);
    workers_.arena().free_span(blocks);
  }

  std::span<std::uint64_t> pack(int group) {
    std::pmr::vector<NeighbourHead> heads(&workers_.arena().own());
    std::uint64_t total = 0;
    const Range mine = part_at(pairs_.size(), workers_.place(), workers_.size());
    for (std::size_t pair = mine.begin; pair < mine.end; ++pair) {
      const Huri second = pairs_[pair].second;
      const Slot slot = own(second);
      if (slot == kNoSlot || owner_of_vertex(pairs_[pair].first, workers_.num_groups()) != group) continue;
      if (!heads.empty() && heads.back().vertex == second) continue;
      heads.push_back({second, other_neighbours(graph_.out(), slot)});
      total += heads.back().count;
    }
    if (heads.empty()) return {};
    const auto buffer = workers_.arena().make_span<std::uint64_t>(1 + heads.size() * 2 + total);
    buffer[0] = heads.size();
    auto* head = reinterpret_cast<NeighbourHead*>(buffer.data() + 1);
    auto* huris = reinterpret_cast<Huri*>(head + heads.size());
    for (const NeighbourHead& row : heads) {
      workers_.check();
      *head++ = row;
      const std::span<const Huri> list = neighbours(own(row.vertex));
      huris = std::copy(list.begin(), list.end(), huris);
    }
    return buffer;
  }

  // The same pairs in the same order as the sender.
  void take(int member, pgas::Block block) {
    const pgas::Team& team = workers_.team();
    const int group = team.group_of(member), first = team.group_begin(group);
    const auto* words = reinterpret_cast<const std::uint64_t*>(block.data());
    const std::span heads(reinterpret_cast<const NeighbourHead*>(words + 1), words[0]);
    const auto* huris = reinterpret_cast<const Huri*>(heads.data() + heads.size());
    std::size_t head = 0;
    const Range theirs = part_at(pairs_.size(), member - first, team.group_end(group) - first);
    for (std::size_t pair = theirs.begin; pair < theirs.end; ++pair) {
      const VertexPair& vertices = pairs_[pair];
      if (owner_of_vertex(vertices.first, workers_.num_groups()) != workers_.group()) continue;
      if (heads[head].vertex != vertices.second && head + 1 < heads.size() &&
          heads[head + 1].vertex == vertices.second) {
        huris += heads[head++].count;
      }
      if (heads[head].vertex == vertices.second && own(vertices.first) != kNoSlot)
        add(pair, {huris, heads[head].count});
    }
  }

  Workers& workers_;
  const Graph& graph_;
  const SimilarityMeasure measure_;
  const std::span<const VertexPair> pairs_;
  NeighbourShares shares_;
  std::pmr::vector<PairScore> found_;
  std::vector<Huri> neighbours_;
  std::uint64_t unchecked_edges_ = 0;
};

}  // namespace

std::pmr::vector<PairScore> similarities_of(Workers& workers, const Graph& graph, SimilarityMeasure measure,
                                            std::span<const VertexPair> pairs) {
  QUADRILLE_ASSERT(graph.out().exist() && graph.in().exist(), "similarity needs out- and in-lists");
  return PairScores(workers, graph, measure, pairs).find();
}

}  // namespace quadrille::analytics
