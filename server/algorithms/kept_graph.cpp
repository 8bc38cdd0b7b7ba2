// The part of CalledGraph that keeps graphs for later calls.

#include <fmt/format.h>

#include <new>

#include "analytics/graph_copy.hpp"
#include "base/copy_bytes.hpp"
#include "server/algorithms/called_graph.hpp"

namespace quadrille::server {

namespace {

// The begin of the memory of a kept graph; the arrays of the order and of the graph follow.
struct KeptGraph {
  analytics::Graph graph;
  TermOrder::Parts order;
};
constexpr std::size_t kHeadBytes = (sizeof(KeptGraph) + 63) / 64 * 64;

std::span<const Huri> copied(std::span<const Huri> terms, std::byte* to) {
  if (terms.empty()) return {};
  copy_bytes(to, terms.data(), terms.size_bytes());
  return {reinterpret_cast<const Huri*>(to), terms.size()};
}

DatabaseGraphs& kept_graphs(const query::ProcedureRun& run) {
  return static_cast<DatabaseGraphs&>(*run.memory());
}

}  // namespace

// Lists of an undirected graph are those of both directions, so what a kernel needs does not matter then.
GraphCache::Key CalledGraph::key_of(const GraphNeeds& needs) const {
  if (run_.memory() == nullptr) return {};
  const query::GraphView& data = run_.context().data;
  const analytics::ProjectionOptions options = projection_of(needs, run_.call(), true);
  const bool undirected = options.direction == analytics::Direction::both;
  static_assert(sizeof(analytics::NeededLists) == 3, "all that kernels may need is in the key");
  // It is not known yet if the edges have weights, so the key has the lists for both cases.
  const auto text_of = [&](const analytics::NeededLists& lists) {
    return undirected ? std::string() : fmt::format("{}{}{}", lists.out, lists.in, lists.out_degrees);
  };
  return {kept_graphs(run_).database(),
          {data.generation_number(), data.version()},
          fmt::format("{} {} {} {} {} {}\n{}", workers_.num_groups(), static_cast<int>(options.direction),
                      text_of(needs.lists), text_of(options.lists), options.weighted,
                      static_cast<int>(options.parallel), run_.edges_key())};
}

bool CalledGraph::take_kept(const GraphCache::Key& key, const GraphNeeds& needs) {
  GraphCache::PiecePtr found;
  if (workers_.is_first()) found = kept_graphs(run_).cache().find(key);
  const auto* kept = found ? reinterpret_cast<const KeptGraph*>(found->memory().data()) : nullptr;
  kept = workers_.gather(kept)[0];
  const bool is_kept = workers_.is_one_group() ? kept != nullptr : workers_.team().all(kept != nullptr);
  if (!is_kept) return false;
  if (found) run_.hold(std::move(found));
  graph_ = kept->graph;
  order_ = TermOrder(kept->order);
  pgas::Team& team = workers_.team();
  const query::ProcedureSize size{graph_.vertices(), graph_.edges(), team.num_groups(), team.size(),
                                  graph_.has_weights()};
  const analytics::GraphSize of_graph{size.vertices, size.edges, size.groups, size.images};
  expect_memory(needs.kernel_bytes(of_graph, projection_of(needs, run_.call(), graph_.has_weights())).least, size);
  if (run_.context().counts_work) run_.note("the graph was kept");
  return true;
}

// Groups decide apart: a graph that one of them lacks is not used later.
void CalledGraph::keep(const GraphCache::Key& key) {
  const TermOrder::Parts order = order_.parts();
  const std::size_t order_bytes = (order.terms.size_bytes() + order.keys.size_bytes() + 63) / 64 * 64;
  GraphCache::PiecePtr made;
  if (workers_.is_first()) {
    made = kept_graphs(run_).cache().make(kHeadBytes + order_bytes + analytics::bytes_of_copy(graph_));
    if (made) run_.hold(made);  // if another image fails, the others may still write to it
  }
  const std::span<std::byte> memory = workers_.gather(made ? made->memory() : std::span<std::byte>())[0];
  if (memory.empty()) return;
  const analytics::Graph copy = analytics::copy_of(workers_, graph_, memory.subspan(kHeadBytes + order_bytes));
  if (!made) return;
  std::byte* const terms = memory.data() + kHeadBytes;
  const TermOrder::Parts its{order.bits, copied(order.terms, terms),
                             copied(order.keys, terms + order.terms.size_bytes())};
  new (memory.data()) KeptGraph{copy, its};
  kept_graphs(run_).cache().keep(key, std::move(made));
}

}  // namespace quadrille::server
