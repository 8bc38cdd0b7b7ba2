#pragma once

// StepLists gives the out-lists of vertices by HURI, whichever group owns them. A step has the distance from its target
// to the end of the paths; steps from which the end cannot be reached are left out. A list is made when it is first
// asked for. Lists of other groups are missing at first, and arrive by fetch().

#include <cstdint>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/loopless_paths.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct Step {
  Huri to;
  double weight = 1;
  double rest = 0;            // the distance from `to` to the end
  std::uint32_t ordinal = 0;  // PathStep::ordinal
  std::uint32_t unused = 0;
  PathStep as_path_step() const { return {to, ordinal}; }
};
using StepList = std::span<const Step>;  // ascending by (to, weight)

class StepLists {
 public:
  // `rest`: the distance from each slot to the end; empty: 0 for all. `weighted`: edges of some group have weights.
  StepLists(Workers& workers, const Graph& graph, std::span<const double> rest, bool weighted);

  bool weighted() const { return weighted_; }
  pgas::QueryArena& arena() const { return workers_.arena(); }
  // Local. nullptr: the list is missing, and the next fetch() brings it. Empty if the vertex is not in the graph.
  const StepList* find(Huri vertex);
  // Collective. Brings the lists that were missing, at most one block to each other group and image, and as many back.
  // Returns false if no image missed any; with one group at once.
  bool fetch();

  // Local. Counts edges that were looked at; calls Workers::check() for every 65,536.
  void count(std::size_t edges) {
    counted_ += edges;
    if (counted_ >= Workers::kTaskEdges) check();
  }

 private:
  void check();
  const StepList* keep(Huri vertex, std::span<const Step> steps);
  // Collective. Lists of own vertices for the members that ask for them.
  void answer_questions(const std::vector<std::vector<Huri>>& questions, std::vector<std::vector<Step>>& answers);
  // Appends the list of an own vertex, if the graph has it.
  void append(Huri vertex, std::vector<Step>& to);

  Workers& workers_;
  const Graph& graph_;
  const std::span<const double> rest_;
  const bool weighted_;
  std::pmr::monotonic_buffer_resource memory_;
  std::unordered_map<Huri, StepList> lists_;
  std::vector<Huri> missing_;
  std::size_t counted_ = 0;
};

}  // namespace quadrille::analytics
