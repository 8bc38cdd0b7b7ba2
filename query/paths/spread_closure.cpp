#include "query/paths/spread_closure.hpp"

#include <algorithm>

#include "pgas/exchange.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kFewNodes = 1024;        // that the first image reaches alone
constexpr std::size_t kMostEnds = 1 << 14;     // for other images, of one step
constexpr std::size_t kNodesAtOnce = 1 << 13;  // whose edges come from their owners

}  // namespace

SpreadClosure::SpreadClosure(Context& context, const GraphScope& graph, const parser::Path& path, Huri start,
                             bool backward)
    : context_(context),
      with_start_(path.kind == parser::PathKind::zero_or_more),
      backward_(backward),
      seen_(context.arena),
      reached_(&context.arena.own()),
      walked_(context, graph),
      sent_lately_(kRemembered, kUnbound),
      blocks_(context.arena.make_span<pgas::Block>(static_cast<std::size_t>(context.team.size()))) {
  std::uninitialized_fill(blocks_.begin(), blocks_.end(), pgas::Block());
  if (context.data.is_whole()) {
    walk_ = std::make_unique<PathWalk>(context, graph, path.children.front());
  } else {
    wave_ = std::make_unique<PathWave>(context, graph, path.children.front());
  }
  for (std::size_t member = 0; member < blocks_.size(); ++member) outgoing_.emplace_back(&context.arena);
  begin(start);
  while (context_.team.any(gone_on_ < reached_.size() || ends_ > 0)) {
    context_.check();
    go_on();
    send();
  }
}

void SpreadClosure::begin(Huri start) {
  const bool is_first = context_.team.is_first();
  if (walk_) {
    const auto [nodes, gone_on] = is_first ? first_nodes(start) : std::pair(Nodes(), std::size_t{0});
    for (std::size_t place = 0; place < gone_on; ++place) add(nodes[place]);
    send();
    gone_on_ = reached_.size();
    for (std::size_t place = gone_on; place < nodes.size(); ++place) add(nodes[place]);
  } else if (with_start_) {
    if (is_first) add(start);
  } else {
    const auto of_start = is_first ? std::span<const Huri>(&start, 1) : std::span<const Huri>();
    for (const Reached& row : wave_->ends(of_start, backward_)) add(row.node);
  }
}

// Nodes that the first image reaches alone, and from how many of them it has gone on.
std::pair<Nodes, std::size_t> SpreadClosure::first_nodes(Huri start) {
  ReachedSet seen(context_.arena);
  Nodes nodes(&context_.arena.own());
  const auto reach = [&](Huri node) {
    if (seen.insert({0, node})) nodes.push_back(node);
  };
  const auto go_on_from = [&](Huri node) {
    if (!goes_on(node)) return;
    for (const Huri end : walk_->ends(node, backward_)) reach(end);
  };
  if (with_start_) {
    reach(start);
  } else {
    go_on_from(start);
  }
  std::size_t gone_on = 0;
  while (gone_on < nodes.size() && nodes.size() < kFewNodes) go_on_from(Huri(nodes[gone_on++]));
  return {std::move(nodes), gone_on};
}

void SpreadClosure::go_on() {
  if (walk_) {
    while (gone_on_ < reached_.size() && ends_ < kMostEnds) {
      const Huri node = reached_[gone_on_++];
      if (!goes_on(node)) continue;
      for (const Huri end : walk_->ends(node, backward_)) add(end);
    }
    return;
  }
  const std::span<const Huri> nodes = std::span(reached_).subspan(gone_on_);
  const std::span<const Huri> now = nodes.first(std::min(nodes.size(), kNodesAtOnce));
  gone_on_ += now.size();
  Nodes taken(now.begin(), now.end(), &context_.arena.own());  // reached_ grows below
  std::erase_if(taken, [&](Huri node) { return !goes_on(node); });
  for (const Reached& row : wave_->ends(taken, backward_)) add(row.node);
}

// Keeps an end, or leaves it for the owner.
void SpreadClosure::add(Huri end) {
  const auto owner = static_cast<std::size_t>(context_.owner(shard_of(end, context_.data.shards())));
  if (static_cast<int>(owner) == context_.team.rank()) return keep(end);
  Huri& lately = sent_lately_[mix_hash(0, end) % kRemembered];
  if (lately == end) return;
  lately = end;
  outgoing_[owner].push_back(end);
  ++ends_;
}

void SpreadClosure::send() {
  for (std::size_t member = 0; member < outgoing_.size(); ++member) {
    blocks_[member] = std::as_bytes(std::span(outgoing_[member]));
  }
  pgas::ExchangeView view(context_.team, blocks_);
  for (int member = 0; member < view.size(); ++member) {
    for (const Huri node : view.from_as<Huri>(member)) keep(node);
  }
  view.finish();
  for (Nodes& nodes : outgoing_) nodes.clear();
  ends_ = 0;
}

}  // namespace quadrille::query
