// Measures the Parallel Boost Graph Library on a file of edges that quadrille-bench graph --write has made: all
// processes read it, each keeps the edges of its vertices, and the first prints a line of JSON for each kernel.
//
//   mpiexec -n 2 boost-parallel EDGES KERNELS TRIALS TOLERANCE SECONDS

#include <algorithm>
#include <boost/graph/use_mpi.hpp>
//
#include <boost/graph/distributed/adjacency_list.hpp>
#include <boost/graph/distributed/betweenness_centrality.hpp>
#include <boost/graph/distributed/breadth_first_search.hpp>
#include <boost/graph/distributed/connected_components.hpp>
#include <boost/graph/distributed/delta_stepping_shortest_paths.hpp>
#include <boost/graph/distributed/mpi_process_group.hpp>
#include <boost/graph/distributed/page_rank.hpp>
#include <boost/graph/iteration_macros.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using ProcessGroup = boost::graph::distributed::mpi_process_group;
struct WeightOfEdge {
  WeightOfEdge(double value = 0) : weight(value) {}  // the library converts
  double weight;
  template <class Archive>
  void serialize(Archive& archive, unsigned) {
    archive& weight;
  }
};
using BoostGraph = boost::adjacency_list<boost::vecS, boost::distributedS<ProcessGroup, boost::vecS>, boost::directedS,
                                         boost::no_property, WeightOfEdge>;
using BoostVertex = boost::graph_traits<BoostGraph>::vertex_descriptor;

struct EdgesOfFile {
  std::uint32_t nodes = 0, delta = 0;
  std::vector<std::uint32_t> sources;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // both directions
  std::vector<WeightOfEdge> weights;
};

EdgesOfFile read_edges(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::uint32_t head[4] = {};
  file.read(reinterpret_cast<char*>(head), sizeof(head));
  EdgesOfFile edges;
  edges.nodes = head[0], edges.delta = head[3];
  edges.sources.resize(head[2]);
  file.read(reinterpret_cast<char*>(edges.sources.data()), std::streamsize{4} * head[2]);
  for (std::uint32_t row[3]; file.read(reinterpret_cast<char*>(row), sizeof(row));) {
    edges.pairs.emplace_back(row[0], row[1]);
    edges.pairs.emplace_back(row[1], row[0]);
    edges.weights.insert(edges.weights.end(), 2, WeightOfEdge(row[2]));
  }
  return edges;
}

class BoostKernels {
 public:
  BoostKernels(const EdgesOfFile& edges, const std::string& only, int trials, double tolerance, double seconds)
      : edges_(edges),
        graph_(edges.pairs.begin(), edges.pairs.end(), edges.weights.begin(), edges.nodes, group_),
        only_("," + only + ","),
        trials_(static_cast<std::size_t>(trials)),
        tolerance_(tolerance),
        seconds_(seconds) {}

  void run() {
    const std::size_t sources = edges_.sources.size();
    measure("bfs", "breadth_first_search", sources, [&](std::size_t run) { search(edges_.sources[run]); });
    measure("sssp", "delta_stepping_shortest_paths", sources,
            [&](std::size_t run) { find_distances(edges_.sources[run]); });
    measure("wcc", "connected_components", trials_, [&](std::size_t) { find_components(); });
    measure("pagerank", "page_rank, as many rounds as the tolerance asks for", trials_,
            [&](std::size_t) { rank_pages(); });
    measure("betweenness", "brandes_betweenness_centrality", trials_, [&](std::size_t) { find_betweenness(); });
  }

 private:
  template <class Map>
  auto map_of(std::vector<Map>& values) {
    return boost::make_iterator_property_map(values.begin(), get(boost::vertex_index, graph_));
  }

  void search(std::uint32_t source) {
    std::vector<std::size_t> depths(num_vertices(graph_), std::numeric_limits<std::size_t>::max());
    auto depth = map_of(depths);
    const BoostVertex start = vertex(source, graph_);
    if (start.owner == process_id(group_)) put(depth, start, 0);
    depth.set_consistency_model(0);
    boost::breadth_first_search(
        graph_, start, boost::visitor(boost::make_bfs_visitor(boost::record_distances(depth, boost::on_tree_edge()))));
  }

  void find_distances(std::uint32_t source) {
    std::vector<double> distances(num_vertices(graph_));
    boost::graph::distributed::delta_stepping_shortest_paths(graph_, vertex(source, graph_),
                                                             boost::dummy_property_map(), map_of(distances),
                                                             get(&WeightOfEdge::weight, graph_), double(edges_.delta));
  }

  void find_components() {
    std::vector<int> components(num_vertices(graph_));
    boost::graph::distributed::connected_components(graph_, map_of(components));
  }

  // A round changes the ranks by at most 0.85 of what the one before did; the measured kernels end after about 8.
  void rank_pages() {
    std::vector<double> ranks(num_vertices(graph_)), next(num_vertices(graph_));
    const auto rounds = static_cast<std::size_t>(std::ceil(std::log(tolerance_) / std::log(0.3)));
    boost::graph::page_rank(graph_, map_of(ranks), boost::graph::n_iterations(rounds), 0.85, edges_.nodes,
                            map_of(next));
  }

  void find_betweenness() {
    const std::size_t own = num_vertices(graph_);
    std::vector<double> scores(own), dependencies(own);
    std::vector<std::vector<BoostVertex>> incoming(own);
    std::vector<std::size_t> distances(own), paths(own);
    boost::queue<BoostVertex> sources;
    for (std::size_t place = 0; place < 4 && place < edges_.sources.size(); ++place) {
      sources.push(vertex(edges_.sources[place], graph_));
    }
    boost::brandes_betweenness_centrality(graph_, map_of(scores), boost::dummy_property_map(), map_of(incoming),
                                          map_of(distances), map_of(dependencies), map_of(paths),
                                          get(boost::vertex_index, graph_), sources, std::size_t{1});
  }

  void measure(const char* kernel, const char* how, std::size_t runs, const std::function<void(std::size_t)>& call) {
    if (only_.find("," + std::string(kernel) + ",") == std::string::npos) return;
    std::vector<double> times;
    double all = 0;
    for (std::size_t run = 0; run < runs && all < seconds_ * 1e3; ++run) {
      synchronize(group_);
      const auto start = std::chrono::steady_clock::now();
      call(run);
      synchronize(group_);
      const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
      times.push_back(boost::parallel::all_reduce(group_, ms, boost::parallel::maximum<double>()));
      all += times.back();
    }
    std::sort(times.begin(), times.end());
    if (process_id(group_) != 0) return;
    std::printf("{\"kernel\": \"%s\", \"how\": \"%s\", \"ms\": %g, \"runs\": %zu}\n", kernel, how,
                times[times.size() / 2], times.size());
    std::fflush(stdout);
  }

  const EdgesOfFile& edges_;
  ProcessGroup group_;
  BoostGraph graph_;
  const std::string only_;
  const std::size_t trials_;
  const double tolerance_, seconds_;
};

}  // namespace

int main(int argc, char** argv) {
  boost::mpi::environment environment(argc, argv);
  if (argc != 6) return 1;
  const EdgesOfFile edges = read_edges(argv[1]);
  BoostKernels(edges, argv[2], std::atoi(argv[3]), std::atof(argv[4]), std::atof(argv[5])).run();
  return 0;
}
