#pragma once

// Random graphs for tests, the same on all images, and simple structures to check kernels with.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"
#include "pgas/test_main.hpp"

namespace quadrille::analytics::testing {

// The seed of random tests: QUADRILLE_SEED, or always the same.
inline std::uint64_t test_seed() {
  const char* text = std::getenv("QUADRILLE_SEED");
  return text ? std::strtoull(text, nullptr, 10) : 20240607;
}

// Which vertices a graph has: ids that are near to each other, or far apart, or of several kinds.
enum class Ids : std::uint8_t { dense, sparse, mixed };

struct EdgeList {
  std::string name;
  std::vector<Huri> sources, targets;
  std::vector<double> weights;
  std::vector<Huri> nodes;

  void add(Huri source, Huri target, double weight) {
    sources.push_back(source);
    targets.push_back(target);
    weights.push_back(weight);
  }
};

// The n-th vertex of a graph.
inline Huri vertex_id(Ids ids, std::uint64_t number) {
  if (ids == Ids::dense) return Huri::make(HuriKind::iri, 1000 + number);
  const std::uint64_t far = (number + 1) * 0x9e3779b97f4a7c15 >> 8;
  if (ids == Ids::sparse) return Huri::make(HuriKind::iri, far & Huri::kPayloadMask);
  if (number % 3 == 0) return Huri::make(HuriKind::iri, 77 + number * 5);
  if (number % 3 == 1) return Huri::make(HuriKind::blank, number);
  return Huri::make_volatile(HuriKind::integer, far & Huri::kPayloadMask);
}

// Edges at random. skewed: few vertices have most edges. Weights are multiples of 1/8, some of them 0. There are
// parallel edges and self loops, and isolated nodes beside vertices that occur in edges.
inline EdgeList random_edges(std::uint64_t seed, std::uint64_t vertices, std::size_t edges, Ids ids, bool skewed) {
  std::mt19937_64 random(seed);
  EdgeList list;
  list.name = std::to_string(vertices) + " vertices, " + std::to_string(edges) + " edges, ids " +
              std::to_string(static_cast<int>(ids)) + (skewed ? ", skewed" : "") + ", seed " + std::to_string(seed);
  const auto pick = [&] {
    const std::uint64_t number = random() % vertices;
    return vertex_id(ids,
                     skewed ? number * (random() % vertices) / vertices * (random() % vertices) / vertices : number);
  };
  for (std::size_t edge = 0; edge < edges; ++edge) {
    const Huri source = pick();
    list.add(source, random() % 50 == 0 ? source : pick(), static_cast<double>(random() % 80) / 8);
    if (random() % 20 == 0) list.add(source, list.targets.back(), static_cast<double>(random() % 80) / 8);
  }
  for (std::uint64_t node = 0; node < 5; ++node) list.nodes.push_back(vertex_id(ids, vertices + node));
  if (edges > 0) list.nodes.push_back(list.sources.front());
  return list;
}

// A path 0 - 1 - 2 ..., and a star whose center is its last vertex.
inline EdgeList path_and_star(std::uint64_t length, std::uint64_t rays) {
  EdgeList list;
  list.name = "path and star";
  for (std::uint64_t step = 0; step + 1 < length; ++step) {
    list.add(vertex_id(Ids::dense, step), vertex_id(Ids::dense, step + 1), 1);
  }
  for (std::uint64_t ray = 0; ray < rays; ++ray) {
    list.add(vertex_id(Ids::dense, length + rays), vertex_id(Ids::dense, length + ray), 2);
  }
  return list;
}

// The graphs that every kernel is tested with.
inline std::vector<EdgeList> test_graphs() {
  const std::uint64_t seed = test_seed();
  std::vector<EdgeList> all = {EdgeList{"empty", {}, {}, {}, {}}, path_and_star(300, 500)};
  all.push_back(random_edges(seed, 1, 5, Ids::dense, false));
  all.push_back(random_edges(seed + 1, 30, 60, Ids::mixed, false));
  all.push_back(random_edges(seed + 2, 500, 400, Ids::sparse, false));
  all.push_back(random_edges(seed + 3, 2000, 6000, Ids::dense, false));
  all.push_back(random_edges(seed + 4, 3000, 40000, Ids::mixed, true));
  all.push_back(random_edges(seed + 5, 300, 3000, Ids::dense, true));
  return all;
}

// The edges that this image passes: every so-many-th, beginning with its own.
struct Part {
  std::vector<Huri> sources, targets, nodes;
  std::vector<double> weights;
  EdgeColumns columns(bool weighted) const {
    return {sources, targets, weighted ? std::span<const double>(weights) : std::span<const double>()};
  }
};
inline Part part_of(const EdgeList& list, const pgas::Team& team) {
  Part part;
  const auto step = static_cast<std::size_t>(team.size()), first = static_cast<std::size_t>(team.rank());
  for (std::size_t edge = first; edge < list.sources.size(); edge += step) {
    part.sources.push_back(list.sources[edge]);
    part.targets.push_back(list.targets[edge]);
    part.weights.push_back(list.weights[edge]);
  }
  for (std::size_t node = first; node < list.nodes.size(); node += step) part.nodes.push_back(list.nodes[node]);
  return part;
}

// For each vertex its neighbours in order, with weights: what a graph's lists must be. Separate edges are in order of
// their weights.
using Reference = std::map<Huri, std::vector<std::pair<Huri, double>>>;

inline void unite_reference(std::vector<std::pair<Huri, double>>& list, bool weighted, Parallel parallel) {
  if (!weighted) {
    for (auto& [neighbour, weight] : list) weight = 1;
  }
  std::sort(list.begin(), list.end());
  if (parallel == Parallel::separate) return;
  std::vector<std::pair<Huri, double>> united;
  for (const auto& [neighbour, weight] : list) {
    if (united.empty() || united.back().first != neighbour) {
      united.emplace_back(neighbour, weight);
    } else if (parallel == Parallel::sum && weighted) {
      united.back().second += weight;
    } else if (parallel == Parallel::maximum) {
      united.back().second = weight;
    }
  }
  list = united;
}

// The lists of out-neighbours (out) or of in-neighbours.
inline Reference reference_of(const EdgeList& edges, const ProjectionOptions& options, bool out) {
  Reference reference;
  for (const Huri node : edges.nodes) reference[node];
  for (std::size_t edge = 0; edge < edges.sources.size(); ++edge) {
    const Huri source = edges.sources[edge], target = edges.targets[edge];
    const double weight = edges.weights[edge];
    reference[source];
    reference[target];
    const bool both = options.direction == Direction::both;
    const bool forward = (options.direction != Direction::in) == out;
    if (both || forward) reference[source].emplace_back(target, weight);
    if ((both && source != target) || (!both && !forward)) reference[target].emplace_back(source, weight);
  }
  for (auto& [vertex, list] : reference) unite_reference(list, options.weighted, options.parallel);
  return reference;
}

// Collective. The values of all groups' own vertices, by HURI.
template <class T>
std::map<Huri, T> gather_by_vertex(Workers& workers, const Graph& graph, std::span<const T> values) {
  struct Entry {
    Huri vertex;
    T value;
  };
  std::vector<Entry> mine;
  if (workers.is_first()) {
    for (Slot slot = 0; slot < graph.own(); ++slot) mine.push_back({graph.huri(slot), values[slot]});
  }
  std::map<Huri, T> all;
  const std::string_view bytes(reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(Entry));
  for (const std::string& theirs : workers.team().all_gather_bytes(bytes)) {
    for (std::size_t place = 0; place < theirs.size(); place += sizeof(Entry)) {
      Entry entry;
      std::memcpy(static_cast<void*>(&entry), theirs.data() + place, sizeof(entry));
      EXPECT_TRUE(all.emplace(entry.vertex, entry.value).second) << "a vertex has one owner";
    }
  }
  return all;
}

// Collective over `team`. Projects `list` and calls work(workers, graph) in a run of the team.
template <class Work>
void with_graph_of(pgas::Team& team, const EdgeList& list, const ProjectionOptions& options, Work&& work) {
  SCOPED_TRACE(list.name);
  pgas::QueryArena arena(pgas::test_job().heap());
  const Part part = part_of(list, team);
  Watch watch;
  team.run([&] {
    Workers workers(team, arena, watch);
    const Graph graph = project(workers, part.columns(options.weighted), part.nodes, options);
    work(workers, graph);
    team.barrier();
  });
}
template <class Work>
void with_graph(const EdgeList& list, const ProjectionOptions& options, Work&& work) {
  with_graph_of(pgas::test_team(), list, options, std::forward<Work>(work));
}
// Local. The same on this image alone: what results of all images must be equal to.
template <class Work>
void with_graph_alone(const EdgeList& list, const ProjectionOptions& options, Work&& work) {
  const std::unique_ptr<pgas::Team> team = pgas::test_job().make_solo_team();
  with_graph_of(*team, list, options, std::forward<Work>(work));
}

// Local. Values by slot of a graph of one image, by HURI.
template <class T>
std::map<Huri, T> by_vertex(const Graph& graph, std::span<const T> values) {
  std::map<Huri, T> all;
  for (Slot slot = 0; slot < graph.own(); ++slot) all.emplace(graph.huri(slot), values[slot]);
  return all;
}

// Collective. find(workers, graph) returns the component of each vertex and the number of components.
template <class Find>
void expect_named_components(const EdgeList& edges, const ProjectionOptions& options,
                             const std::map<Huri, Huri>& expected, Find&& find) {
  with_graph(edges, options, [&](Workers& workers, const Graph& graph) {
    const auto result = find(workers, graph);
    std::set<Huri> different;
    for (const auto& [vertex, component] : expected) different.insert(component);
    EXPECT_EQ(result.components, different.size());
    ASSERT_EQ(result.component.size(), graph.own());
    for (Slot slot = 0; slot < graph.own(); ++slot) {
      ASSERT_EQ(result.component[slot], expected.at(graph.huri(slot)));
    }
  });
}

}  // namespace quadrille::analytics::testing
