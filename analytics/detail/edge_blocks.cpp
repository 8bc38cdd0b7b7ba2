#include "analytics/detail/edge_blocks.hpp"

namespace quadrille::analytics::detail {

namespace {

// The shares of a group: edges of which it owns the source alone, both ends, and the target alone.
constexpr std::size_t kShares = 3;
constexpr std::size_t kOfSource = 0, kOfBoth = 1, kOfTarget = 2;
constexpr std::size_t kColumns = 3;                               // sources, targets, weights
constexpr std::size_t kBlocksPerMember = kShares * kColumns + 1;  // and nodes

// Counts of shares, each at the place behind it -> where the shares begin.
void accumulate_counts(std::vector<std::size_t>& counts) {
  std::size_t total = 0;
  for (std::size_t& count : counts) count = total += count;
}

// Part `which` of `parts` of a share.
template <class T>
pgas::Block block_of(std::span<T> items, const std::vector<std::size_t>& ends, std::size_t share, int which,
                     int parts) {
  const std::size_t begin = share == 0 ? 0 : ends[share - 1];
  const std::size_t count = ends[share] - begin;
  const auto part = [&](int number) {
    return count * static_cast<std::size_t>(number) / static_cast<std::size_t>(parts);
  };
  return std::as_bytes(items.subspan(begin + part(which), part(which + 1) - part(which)));
}

}  // namespace

EdgeBlocks::EdgeBlocks(Workers& workers, const EdgeColumns& edges, std::span<const Huri> nodes,
                       const NeededLists& needed)
    : workers_(workers) {
  if (workers.is_one_group()) {
    edges_.push_back({edges});
    nodes_.push_back(nodes);
    return;
  }
  route(edges, needed);
  route(nodes);
  make_blocks();
  view_ = std::make_unique<pgas::ExchangeView>(workers.team(), outgoing_, static_cast<int>(kBlocksPerMember));
  for (int member = 0; member < workers.team().size(); ++member) {
    for (std::size_t share = 0; share < kShares; ++share) {
      const int first = static_cast<int>(share * kColumns);
      edges_.push_back({{view_->from_as<Huri>(member, first), view_->from_as<Huri>(member, first + 1),
                         view_->from_as<double>(member, first + 2)},
                        share != kOfTarget,
                        share != kOfSource});
    }
    nodes_.push_back(view_->from_as<Huri>(member, static_cast<int>(kBlocksPerMember) - 1));
  }
}

void EdgeBlocks::make_blocks() {
  pgas::Team& team = workers_.team();
  outgoing_ = workers_.arena().make_span<pgas::Block>(static_cast<std::size_t>(team.size()) * kBlocksPerMember);
  std::size_t next = 0;
  for (int member = 0; member < team.size(); ++member) {
    const int group = team.group_of(member);
    const int members = team.group_end(group) - team.group_begin(group);
    // Own edges stay on this image.
    const bool is_mine = group == team.group();
    const int which = is_mine ? 0 : member - team.group_begin(group);
    const bool is_empty = is_mine && member != team.rank();
    const auto add = [&](const auto& packed, std::size_t share) {
      const pgas::Block block = block_of(packed.items, packed.ends, share, which, is_mine ? 1 : members);
      new (&outgoing_[next++]) pgas::Block(is_empty ? pgas::Block() : block);
    };
    for (std::size_t share = 0; share < kShares; ++share) {
      const std::size_t place = static_cast<std::size_t>(group) * kShares + share;
      add(sources_, place);
      add(targets_, place);
      add(weights_, place);
    }
    add(sent_nodes_, static_cast<std::size_t>(group));
  }
}

void EdgeBlocks::route(const EdgeColumns& edges, const NeededLists& needed) {
  const int groups = workers_.num_groups();
  const bool weighted = !edges.weights.empty();
  const std::size_t shares = static_cast<std::size_t>(groups) * kShares;
  // Calls send(share, edge) twice for each edge. Share `shares` goes nowhere: choosing it is cheaper than a branch.
  const auto for_each_edge = [&](const auto& send) {
    for (std::size_t edge = 0; edge < edges.sources.size(); ++edge) {
      if (edge % Workers::kTaskEdges == 0) workers_.check();
      const auto source = static_cast<std::size_t>(owner_of_vertex(edges.sources[edge], groups));
      const auto target = static_cast<std::size_t>(owner_of_vertex(edges.targets[edge], groups));
      const bool is_both = source == target;
      const bool to_source = needed.out || is_both, to_target = needed.in && !is_both;
      send(to_source ? source * kShares + (is_both ? kOfBoth : kOfSource) : shares, edge);
      send(to_target ? target * kShares + kOfTarget : shares, edge);
    }
  };
  std::vector<std::size_t> ends(shares + 2);
  for_each_edge([&](std::size_t share, std::size_t) { ++ends[share + 1]; });
  ends.pop_back();
  accumulate_counts(ends);
  const std::size_t count = ends.back();
  pgas::QueryArena& arena = workers_.arena();
  sources_.items = arena.make_span<Huri>(count + 1);  // one more place for what goes nowhere
  targets_.items = arena.make_span<Huri>(count + 1);
  weights_.items = arena.make_span<double>(weighted ? count + 1 : 0);
  for_each_edge([&](std::size_t share, std::size_t edge) {
    const std::size_t place = ends[share];
    ends[share] += share != shares;
    sources_.items[place] = edges.sources[edge];
    targets_.items[place] = edges.targets[edge];
    if (weighted) weights_.items[place] = edges.weights[edge];
  });
  ends.pop_back();
  sources_.ends = targets_.ends = ends;
  weights_.ends = weighted ? ends : std::vector<std::size_t>(ends.size());
}

void EdgeBlocks::route(std::span<const Huri> nodes) {
  const int groups = workers_.num_groups();
  std::vector<std::size_t> ends(static_cast<std::size_t>(groups) + 1);
  for (const Huri node : nodes) ++ends[static_cast<std::size_t>(owner_of_vertex(node, groups)) + 1];
  accumulate_counts(ends);
  sent_nodes_.items = workers_.arena().make_span<Huri>(nodes.size());
  for (const Huri node : nodes) {
    sent_nodes_.items[ends[static_cast<std::size_t>(owner_of_vertex(node, groups))]++] = node;
  }
  ends.pop_back();
  sent_nodes_.ends = ends;
}

void EdgeBlocks::free() {
  if (!view_) return;
  view_->finish();
  view_.reset();
  edges_.clear();
  nodes_.clear();
  pgas::QueryArena& arena = workers_.arena();
  arena.free_span(sources_.items);
  arena.free_span(targets_.items);
  arena.free_span(weights_.items);
  arena.free_span(sent_nodes_.items);
}

}  // namespace quadrille::analytics::detail
