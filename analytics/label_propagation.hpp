#pragma once

// Label propagation as the LDBC Graphalytics specification (A. Iosup et al., PVLDB 9(13), 2016) has it, CDLP, after
// U. Raghavan, R. Albert, S. Kumara, 2007: in each step every vertex takes the most frequent label of its neighbours,
// all at the same time; of several the least. A neighbour in both lists counts twice. At first a vertex is its own
// label, and one without neighbours keeps it. Weights do not matter.
//
// Ends early if a step changes no label. Between groups changed labels are sent. Cost: a step reads each list once, and
// counts the labels of a list of n in about 5 n ns.

#include <cstdint>
#include <span>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct LabelOptions {
  int steps = 10;
};

struct LabelResult {
  std::span<const Huri> label;  // by own slot: a vertex
  int steps = 0;                // that were made
  bool converged = false;       // the last one changed nothing
};

// Collective. Needs out- and in-lists. The result is the same for any number of images and groups.
LabelResult label_propagation(Workers& workers, const Graph& graph, const LabelOptions& options);

// Local. Bytes of all images' arenas together, at most.
std::uint64_t estimate_label_bytes(const GraphSize& size);

}  // namespace quadrille::analytics
