#include "bench/graph/engine_kernels.hpp"

#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "analytics/betweenness.hpp"
#include "analytics/breadth_first_search.hpp"
#include "analytics/closeness.hpp"
#include "analytics/components.hpp"
#include "analytics/core_numbers.hpp"
#include "analytics/page_rank.hpp"
#include "analytics/shortest_paths.hpp"
#include "analytics/strong_components.hpp"
#include "analytics/triangles.hpp"
#include "analytics/watch.hpp"
#include "analytics/workers.hpp"
#include "base/clock.hpp"

namespace quadrille::bench {

namespace {

Huri huri_of(Node node) {
  return Huri::make(HuriKind::iri, node);
}
Node node_of(Huri huri) {
  return static_cast<Node>(huri.payload());
}

std::vector<Huri> huris_of(std::span<const Node> nodes) {
  std::vector<Huri> huris;
  for (const Node node : nodes) huris.push_back(huri_of(node));
  return huris;
}

// This image's part of `size` things.
std::pair<std::size_t, std::size_t> part_of(const pgas::Team& team, std::size_t size) {
  const auto rank = static_cast<std::size_t>(team.rank()), images = static_cast<std::size_t>(team.size());
  return {size * rank / images, size * (rank + 1) / images};
}

class TrafficWatch final : public analytics::Watch {
 public:
  void round(const analytics::Round& round) override {
    ++mine.rounds;
    mine.bytes += round.bytes;
    mine.unreduced_bytes += round.unreduced_bytes;
  }
  RunCosts mine;
};

// Collective. The milliseconds of run(workers), of the slowest image; then keep(workers, what it returned).
template <class Run, class Keep>
double time_in_team(pgas::Team& team, pgas::QueryArena& arena, const Run& run, const Keep& keep,
                    RunCosts* costs = nullptr) {
  double ms = 0;
  TrafficWatch watch;
  team.run([&] {
    analytics::Workers workers(team, arena, watch);
    team.barrier();
    const Stopwatch stopwatch;
    auto found = run(workers);
    team.barrier();
    ms = stopwatch.seconds() * 1e3;
    if (costs) {
      *costs = {watch.mine.rounds, team.sum(watch.mine.bytes), team.sum(watch.mine.unreduced_bytes),
                team.sum(arena.high_water_bytes())};
    }
    keep(workers, std::move(found));
  });
  return ms;
}

// Collective. value_of(slot) of all own slots of all groups, by node; on the first image.
template <class T, class ValueOf>
void gather_by_node(analytics::Workers& workers, const analytics::Graph& graph, std::vector<T>& values,
                    const ValueOf& value_of) {
  struct Pair {
    Node node;
    T value;
  };
  std::vector<Pair> mine;
  const analytics::Range part = workers.my_part(graph.own());
  for (std::size_t at = part.begin; at < part.end; ++at) {
    const auto slot = static_cast<analytics::Slot>(at);
    mine.push_back({node_of(graph.huri(slot)), value_of(slot)});
  }
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(Pair));
  values.resize(graph.vertices());
  for (const std::string& block : workers.team().all_gather_bytes(bytes)) {
    for (std::size_t at = 0; at < block.size(); at += sizeof(Pair)) {
      Pair pair;
      std::memcpy(&pair, block.data() + at, sizeof(Pair));
      values[pair.node] = pair.value;
    }
  }
}

}  // namespace

EngineKernels::EngineKernels(pgas::Team& team, const MeasuredGraph& measured, const PageRankLimits& limits)
    : team_(team), measured_(measured), limits_(limits), arena_(team.heap()) {
  const auto [begin, end] = part_of(team, measured.simple.edges.size());
  sources_ = arena_.make_span<Huri>(end - begin);
  targets_ = arena_.make_span<Huri>(end - begin);
  weights_ = arena_.make_span<double>(end - begin);
  for (std::size_t at = 0; at < end - begin; ++at) {
    const WeightedEdge& edge = measured.simple.edges[begin + at];
    sources_[at] = huri_of(edge.source);
    targets_[at] = huri_of(edge.target);
    weights_[at] = edge.weight;
  }
  const auto [first, last] = part_of(team, measured.isolated.size());
  isolated_ = arena_.make_span<Huri>(last - first);
  for (std::size_t at = 0; at < last - first; ++at) isolated_[at] = huri_of(measured.isolated[first + at]);
}

analytics::EdgeColumns EngineKernels::columns(bool weighted) const {
  analytics::EdgeColumns columns{sources_, targets_, {}};
  if (weighted) columns.weights = weights_;
  return columns;
}

double EngineKernels::time_projection(bool weighted) {
  pgas::QueryArena arena(team_.heap());
  analytics::ProjectionOptions options;
  options.weighted = weighted;
  return time_in_team(
      team_, arena,
      [&](analytics::Workers& workers) { return analytics::project(workers, columns(weighted), isolated_, options); },
      [](analytics::Workers&, const analytics::Graph&) {});
}

const analytics::Graph& EngineKernels::undirected(bool weighted) {
  std::unique_ptr<Projected>& projected = weighted ? weighted_ : plain_;
  if (projected) return projected->graph;
  projected = std::make_unique<Projected>(team_.heap());
  analytics::ProjectionOptions options;
  options.direction = analytics::Direction::both;
  options.weighted = weighted;
  time_in_team(
      team_, projected->arena,
      [&](analytics::Workers& workers) { return analytics::project(workers, columns(weighted), isolated_, options); },
      [&](analytics::Workers&, analytics::Graph&& graph) { projected->graph = std::move(graph); });
  return projected->graph;
}

const analytics::Graph& EngineKernels::directed() {
  if (directed_) return directed_->graph;
  directed_ = std::make_unique<Projected>(team_.heap());
  std::vector<Huri> sources(sources_.begin(), sources_.end()), targets(targets_.begin(), targets_.end());
  for (std::size_t at = 0; at < sources.size(); ++at) {
    if ((node_of(sources[at]) + node_of(targets[at])) % 2 != 0) std::swap(sources[at], targets[at]);
  }
  time_in_team(
      team_, directed_->arena,
      [&](analytics::Workers& workers) {
        return analytics::project(workers, {sources, targets, {}}, isolated_, {});
      },
      [&](analytics::Workers&, analytics::Graph&& graph) { directed_->graph = std::move(graph); });
  return directed_->graph;
}

const analytics::Graph& EngineKernels::graph_of(Kernel kernel) {
  return kernel == Kernel::scc ? directed() : undirected(kernel == Kernel::sssp);
}

std::uint64_t EngineKernels::prepare(Kernel kernel) {
  const analytics::Graph& graph = graph_of(kernel);
  std::uint64_t bytes = 0;
  const auto add = [&](const analytics::Lists& lists) {
    bytes += lists.offsets().size_bytes() + lists.targets().size_bytes() + lists.weights().size_bytes();
  };
  add(graph.out());
  if (!graph.is_undirected()) add(graph.in());
  return bytes;
}

double EngineKernels::time_count(Kernel kernel, KernelResult* result) {
  pgas::QueryArena arena(team_.heap());
  using analytics::Workers;
  const analytics::Graph& graph = graph_of(kernel);
  const auto times = [&](const auto& call, auto count) {
    const auto keep = [&](Workers&, const auto& found) {
      if (result) result->count = found.*count;
    };
    return time_in_team(team_, arena, call, keep, &costs_);
  };
  if (kernel == Kernel::triangles) {
    return times([&](Workers& workers) { return analytics::triangles(workers, graph); },
                 &analytics::TriangleResult::total);
  }
  if (kernel == Kernel::kcore) {
    return times([&](Workers& workers) { return analytics::core_numbers(workers, graph); },
                 &analytics::CoreResult::greatest);
  }
  return times([&](Workers& workers) { return analytics::strong_components(workers, graph); },
               &analytics::StrongComponentsResult::components);
}

double EngineKernels::time_communities(Kernel kernel, KernelResult* result) {
  const analytics::Graph& graph = graph_of(kernel);
  pgas::QueryArena arena(team_.heap());
  analytics::CommunityOptions options;
  options.levels = levels_;
  const auto call = [&](analytics::Workers& workers) {
    return (kernel == Kernel::leiden ? analytics::leiden : analytics::louvain)(workers, graph, options);
  };
  const auto keep = [&](analytics::Workers& workers, const analytics::CommunitiesResult& found) {
    if (!result) return;
    result->modularity = found.modularity;
    gather_by_node(workers, graph, result->nodes,
                   [&](analytics::Slot slot) { return node_of(found.community.back()[slot]); });
  };
  return time_in_team(team_, arena, call, keep, &costs_);
}

double EngineKernels::time_influence(const analytics::InfluenceOptions& options, analytics::InfluenceResult& result) {
  const analytics::Graph& graph = undirected(false);
  pgas::QueryArena arena(team_.heap());
  return time_in_team(
      team_, arena, [&](analytics::Workers& workers) { return analytics::influence(workers, graph, options); },
      [&](analytics::Workers&, analytics::InfluenceResult&& found) { result = std::move(found); }, &costs_);
}

double EngineKernels::time(Kernel kernel, std::size_t run, KernelResult* result) {
  if (is_count(kernel)) return time_count(kernel, result);
  if (kernel >= Kernel::louvain) return time_communities(kernel, result);
  const analytics::Graph& graph = graph_of(kernel);
  const std::vector<Huri> source = huris_of(std::span(measured_.sources).subspan(run % measured_.sources.size(), 1));
  const std::vector<Huri> sources = huris_of(betweenness_sources(measured_));
  pgas::QueryArena arena(team_.heap());
  using analytics::Slot, analytics::Workers;
  const auto times = [&](const auto& call, const auto& keep) {
    const auto keep_wanted = [&](Workers& workers, auto&& found) {
      if (result) keep(workers, found);
    };
    return time_in_team(team_, arena, call, keep_wanted, &costs_);
  };
  const auto keep_scores = [&](double scale) {
    return [&, scale](Workers& workers, const auto& found) {
      gather_by_node(workers, graph, result->values, [&](Slot slot) { return scale * found.score[slot]; });
    };
  };
  switch (kernel) {
    case Kernel::bfs:
      return times(
          [&](Workers& workers) {
            return analytics::breadth_first_search(workers, graph, {source, -1});
          },
          [&](Workers& workers, const analytics::SearchResult& found) {
            gather_by_node(workers, graph, result->nodes, [&](Slot slot) {
              if (found.depth[slot] == 0) return node_of(graph.huri(slot));
              const Slot parent = found.parent[slot];
              return parent == analytics::kNoSlot ? kNoNode : node_of(graph.huri(parent));
            });
          });
    case Kernel::sssp:
      return times(
          [&](Workers& workers) {
            return analytics::shortest_paths(workers, graph, {source, 0, false});
          },
          [&](Workers& workers, const analytics::PathResult& found) {
            gather_by_node(workers, graph, result->values, [&](Slot slot) { return found.distance[slot]; });
          });
    case Kernel::wcc:
      return times([&](Workers& workers) { return analytics::connected_components(workers, graph); },
                   [&](Workers& workers, const analytics::ComponentsResult& found) {
                     gather_by_node(workers, graph, result->nodes,
                                    [&](Slot slot) { return node_of(found.component[slot]); });
                   });
    case Kernel::pagerank: {
      const analytics::PageRankOptions options{0.85, limits_.tolerance, limits_.rounds, {}};
      return times([&](Workers& workers) { return analytics::page_rank(workers, graph, options); }, keep_scores(1));
    }
    case Kernel::betweenness:
      return times([&](Workers& workers) { return analytics::betweenness(workers, graph, {.sources = sources}); },
                   keep_scores(2));
    case Kernel::closeness:
      return times([&](Workers& workers) { return analytics::closeness(workers, graph, {}); }, keep_scores(1));
    default:
      return 0;  // time_count(), time_communities()
  }
}

}  // namespace quadrille::bench
