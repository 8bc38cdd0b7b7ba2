#pragma once

// Communities: groups of vertices with more and heavier edges inside than a random graph of the same degrees would
// have. The modularity Q of M. E. J. Newman, M. Girvan, 2004, with a resolution, says how much more.
//
//   louvain   V. D. Blondel et al., Fast unfolding of communities in large networks, 2008. In batches after H. Lu,
//             M. Halappanavar, A. Kalyanaraman, Parallel heuristics for scalable community detection, 2015, and
//             S. Ghosh et al., Distributed Louvain algorithm for graph community detection, IPDPS 2018
//   leiden    V. A. Traag, L. Waltman, N. J. van Eck, From Louvain to Leiden, 2019: communities are connected. It
//             climbs twice (a small graph: until nothing changes), each time from the communities found before
//
// Both move vertices between communities until that adds little, make a graph of the communities (Leiden: of parts of
// them), and go on with that graph: the next level. Weights are used if the graph has them; a loop is an edge of its
// vertex to itself. Modularity never falls from round to round, nor from level to level.
//
// The state of all vertices (36 bytes each) is in every group; edges of the first level are only where their rows are,
// if there are many. Moves are sent to all groups. Sums are exact, and ties go to the lesser community.

#include <cstdint>
#include <span>
#include <vector>

#include "analytics/graph.hpp"
#include "analytics/projection.hpp"
#include "analytics/workers.hpp"
#include "dictionary/huri.hpp"

namespace quadrille::analytics {

struct CommunityOptions {
  double resolution = 1;    // greater: more and smaller communities; at least 0
  double threshold = 1e-6;  // a round and a level that do not add more to the modularity are the last ones
  int levels = 1000;        // at most; at least 1
  std::uint64_t seed = 0;   // of the order in which vertices choose
  bool all_levels = false;  // return the communities of each level
  // Graphs of at most so many edges are brought to each group.
  std::uint64_t whole_edges = std::uint64_t{1} << 19;
};

struct CommunitiesResult {
  // By own slot, the least vertex of its community: of the last level, or of each level.
  std::vector<std::span<const Huri>> community;
  int levels = 0;
  int iterations = 0;  // rounds of moves
  double modularity = 0;
  std::uint64_t communities = 0;  // of the last level
};

// Collective. Needs lists of an undirected graph. The result is the same for any number of images and groups.
CommunitiesResult louvain(Workers& workers, const Graph& graph, const CommunityOptions& options);
CommunitiesResult leiden(Workers& workers, const Graph& graph, const CommunityOptions& options);

// Local. Bytes of all images' arenas together, at most, for graphs that keep most of their edges on the second level.
std::uint64_t estimate_community_bytes(const GraphSize& size, bool weighted, bool is_leiden);

}  // namespace quadrille::analytics
