#include "analytics/detail/edge_blocks.hpp"

namespace quadrille::analytics::detail {

namespace {

constexpr int kBlocksPerMember = 4;  // sources, targets, weights, nodes

// The end of each group's share if the items have these owners: counts -> running totals.
void accumulate_counts(std::vector<std::size_t>& counts) {
  std::size_t total = 0;
  for (std::size_t& count : counts) count = total += count;
}

// The part of `group`'s share that its member number `which` of `members` gets.
template <class T>
pgas::Block block_of(std::span<T> items, const std::vector<std::size_t>& ends, int group, int which, int members) {
  const auto place = static_cast<std::size_t>(group);
  const std::size_t begin = group == 0 ? 0 : ends[place - 1];
  const std::size_t count = ends[place] - begin;
  const auto part = [&](int number) {
    return count * static_cast<std::size_t>(number) / static_cast<std::size_t>(members);
  };
  return std::as_bytes(items.subspan(begin + part(which), part(which + 1) - part(which)));
}

}  // namespace

EdgeBlocks::EdgeBlocks(Workers& workers, const EdgeColumns& edges, std::span<const Huri> nodes,
                       const NeededLists& needed)
    : workers_(workers) {
  if (workers.is_one_group()) {
    edges_.push_back(edges);
    nodes_.push_back(nodes);
    return;
  }
  route(edges, nodes, needed);
  pgas::Team& team = workers.team();
  outgoing_ = workers.arena().make_span<pgas::Block>(static_cast<std::size_t>(team.size() * kBlocksPerMember));
  std::size_t next = 0;
  for (int member = 0; member < team.size(); ++member) {
    const int group = team.group_of(member);
    const int members = team.group_end(group) - team.group_begin(group);
    // Own edges stay on this image.
    const bool is_mine = group == team.group();
    const int which = is_mine ? 0 : member - team.group_begin(group);
    const bool is_empty = is_mine && member != team.rank();
    const auto add = [&](const auto& packed) {
      const pgas::Block block = block_of(packed.items, packed.ends, group, which, is_mine ? 1 : members);
      new (&outgoing_[next++]) pgas::Block(is_empty ? pgas::Block() : block);
    };
    add(sources_);
    add(targets_);
    add(weights_);
    add(sent_nodes_);
  }
  view_ = std::make_unique<pgas::ExchangeView>(team, outgoing_, kBlocksPerMember);
  for (int member = 0; member < team.size(); ++member) {
    edges_.push_back(
        {view_->from_as<Huri>(member, 0), view_->from_as<Huri>(member, 1), view_->from_as<double>(member, 2)});
    nodes_.push_back(view_->from_as<Huri>(member, 3));
  }
}

void EdgeBlocks::route(const EdgeColumns& edges, std::span<const Huri> nodes, const NeededLists& needed) {
  const int groups = workers_.num_groups();
  const bool weighted = !edges.weights.empty();
  // Calls send(group, edge): once or twice for each edge.
  const auto for_each_edge = [&](const auto& send) {
    for (std::size_t edge = 0; edge < edges.sources.size(); ++edge) {
      if (edge % Workers::kTaskEdges == 0) workers_.check();
      const int source = owner_of_vertex(edges.sources[edge], groups);
      const int target = owner_of_vertex(edges.targets[edge], groups);
      if (needed.out) send(static_cast<std::size_t>(source), edge);
      if (needed.in && !(needed.out && source == target)) send(static_cast<std::size_t>(target), edge);
    }
  };
  std::vector<std::size_t> ends(static_cast<std::size_t>(groups) + 1);
  for_each_edge([&](std::size_t group, std::size_t) { ++ends[group + 1]; });
  accumulate_counts(ends);
  pgas::QueryArena& arena = workers_.arena();
  sources_.items = arena.make_span<Huri>(ends.back());
  targets_.items = arena.make_span<Huri>(ends.back());
  weights_.items = arena.make_span<double>(weighted ? ends.back() : 0);
  for_each_edge([&](std::size_t group, std::size_t edge) {
    const std::size_t place = ends[group]++;
    sources_.items[place] = edges.sources[edge];
    targets_.items[place] = edges.targets[edge];
    if (weighted) weights_.items[place] = edges.weights[edge];
  });
  ends.pop_back();
  sources_.ends = targets_.ends = ends;
  weights_.ends = weighted ? ends : std::vector<std::size_t>(ends.size());

  std::vector<std::size_t> node_ends(static_cast<std::size_t>(groups) + 1);
  for (const Huri node : nodes) ++node_ends[static_cast<std::size_t>(owner_of_vertex(node, groups)) + 1];
  accumulate_counts(node_ends);
  sent_nodes_.items = arena.make_span<Huri>(nodes.size());
  for (const Huri node : nodes) {
    sent_nodes_.items[node_ends[static_cast<std::size_t>(owner_of_vertex(node, groups))]++] = node;
  }
  node_ends.pop_back();
  sent_nodes_.ends = node_ends;
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
