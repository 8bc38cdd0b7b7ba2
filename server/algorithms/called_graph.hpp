#pragma once

// A CalledGraph is the graph of a call: it checks that there is memory for it, projects the edges, and writes what a
// kernel returns as rows of the call. Everything here is collective over the query's team.

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "query/procedures/procedure_run.hpp"
#include "server/algorithms/edge_survey.hpp"
#include "server/algorithms/graph_cache.hpp"
#include "server/algorithms/term_order.hpp"

namespace quadrille::server {

// The graph that a kernel needs. `undirected`: the kernel reads undirected graphs, whatever direction the call has.
struct GraphNeeds {
  analytics::NeededLists lists = {};
  std::optional<analytics::NeededLists> weighted_lists = {};  // if the edges have weights; nullopt: the same
  bool undirected = false;
  bool reversed = false;  // the kernel goes against the direction that the call has
  bool weights = false;
  bool keeps_edges = false;  // the rows of the edges are read after the kernel
  std::function<analytics::KernelBytes(const analytics::GraphSize&, const analytics::ProjectionOptions&)> kernel_bytes;
};

// Local. How the edges of a call become a graph.
analytics::ProjectionOptions projection_of(const GraphNeeds& needs, const query::ProcedureCall& call, bool weighted);
// Local. Bytes of a call with its graph, on all images together, if the graph has this size.
analytics::KernelBytes bytes_of_call(const GraphNeeds& needs, const query::ProcedureCall& call,
                                     const query::ProcedureSize& size);
// For Procedure::bytes.
template <GraphNeeds (*needs)(const query::ProcedureCall&)>
std::uint64_t bytes_with(const query::ProcedureCall& call, const query::ProcedureSize& size) {
  return bytes_of_call(needs(call), call, size).most;
}

// For messages.
std::string megabytes(std::uint64_t bytes);

inline bool every_vertex(analytics::Slot) {
  return true;
}

class CalledGraph {
 public:
  // Throws Error(memory) with an estimate, before it takes memory, if there is too little. Frees the edges of `run`; if
  // the graph has been kept (graph_cache.hpp), does not read them.
  CalledGraph(query::ProcedureRun& run, const GraphNeeds& needs);

  analytics::Workers& workers() { return workers_; }
  const analytics::Graph& graph() const { return graph_; }

  // The ids of the graph's vertices are keys of this order.
  const TermOrder& order() const { return order_; }
  // The ids of the values of a parameter in one run.
  std::vector<Huri> keys(const query::ProcedureInputs& inputs, std::string_view parameter) const;

  // Throws Error(user) if a term that the call gives for a parameter is no vertex.
  void expect_vertices(std::string_view parameter);

  // Adds a row for each own vertex of this image's part that keep(slot) accepts; set_rows(slots) then sets their
  // columns. A call for results of the run alone gets one row on the first image, and no slots.
  template <class Keep, class SetRows>
  void add_rows(const query::ProcedureInputs& inputs, Keep&& keep, SetRows&& set_rows) {
    std::vector<analytics::Slot> slots;
    if (run_.call().is_of_run()) {
      run_.add_rows(inputs, workers_.team().is_first() ? 1 : 0);
    } else {
      const analytics::Range mine = workers_.my_part(graph_.own());
      for (std::size_t slot = mine.begin; slot < mine.end; ++slot) {
        if (keep(static_cast<analytics::Slot>(slot))) slots.push_back(static_cast<analytics::Slot>(slot));
      }
      run_.add_rows(inputs, slots.size());
    }
    set_rows(slots);
  }
  void set_vertices(std::string_view result, const std::vector<analytics::Slot>& slots) {
    run_.set(result, [&](std::size_t row) { return order_.term_of(graph_.huri(slots[row])); });
  }
  // Of a slot or analytics::kNoSlot, as an unbound cell.
  Huri vertex(analytics::Slot slot) const {
    return slot == analytics::kNoSlot ? Huri() : order_.term_of(graph_.huri(slot));
  }
  // Frees an array of a kernel's result; no image reads it any more.
  template <class T>
  void free(std::span<const T> array) {
    workers_.free_shared(std::span<T>(const_cast<T*>(array.data()), array.size()));
  }

 private:
  // Limits of the query and rounds for its profile.
  class QueryWatch final : public analytics::Watch {
   public:
    explicit QueryWatch(query::ProcedureRun& run) : run_(run) {}
    void check() override { run_.context().check(); }
    void round(const analytics::Round& round) override;

   private:
    query::ProcedureRun& run_;
    int rounds_ = 0;
  };

  class KeyedScans;

  void expect_memory(std::uint64_t needed, const query::ProcedureSize& size);
  analytics::Graph project(const GraphNeeds& needs, const query::ProcedureSize& size);
  // The keeping of graphs; kept_graph.cpp.
  GraphCache::Key key_of(const GraphNeeds& needs) const;
  bool take_kept(const GraphCache::Key& key, const GraphNeeds& needs);
  void keep(const GraphCache::Key& key);

  query::ProcedureRun& run_;
  QueryWatch watch_;
  analytics::Workers workers_;
  TermOrder order_;
  analytics::Graph graph_;
};

}  // namespace quadrille::server
