#include "inferencer/transitive_closure.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/sort_different.hpp"

namespace quadrille::inferencer {

namespace {

using Node = std::uint32_t;
constexpr Node kNone = ~Node{0};

// A graph as arrays: the targets of node n are targets[begins[n] .. begins[n + 1]).
struct Graph {
  std::vector<std::size_t> begins;
  std::vector<Node> targets;

  std::size_t nodes() const { return begins.size() - 1; }
  std::span<const Node> of(Node node) const {
    return {targets.data() + begins[node], targets.data() + begins[node + 1]};
  }
};

// `edges`: (from, to), sorted.
Graph make_graph(std::size_t nodes, std::span<const std::pair<Node, Node>> edges) {
  Graph graph;
  graph.begins.assign(nodes + 1, 0);
  graph.targets.reserve(edges.size());
  for (const auto& [from, to] : edges) {
    ++graph.begins[from + 1];
    graph.targets.push_back(to);
  }
  for (std::size_t node = 0; node < nodes; ++node) graph.begins[node + 1] += graph.begins[node];
  return graph;
}

// Components, numbered so that edges between different ones lead to smaller numbers.
class Components {
 public:
  explicit Components(const Graph& graph)
      : graph_(graph), component_(graph.nodes(), kNone), order_(graph.nodes(), kNone), low_(graph.nodes()) {
    for (Node node = 0; node < graph.nodes(); ++node)
      if (order_[node] == kNone) visit(node);
  }
  const std::vector<Node>& of_nodes() const { return component_; }
  Node count() const { return count_; }

 private:
  struct Frame {
    Node node;
    std::size_t next;  // edge
  };

  // Depth first, with a stack of its own: paths may be long.
  void visit(Node root) {
    std::vector<Frame> frames;
    enter(root, frames);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const Node node = frame.node;
      if (frame.next < graph_.begins[node + 1]) {
        const Node to = graph_.targets[frame.next++];
        if (order_[to] == kNone) {
          enter(to, frames);
        } else if (component_[to] == kNone) {
          low_[node] = std::min(low_[node], order_[to]);
        }
        continue;
      }
      if (low_[node] == order_[node]) close(node);
      frames.pop_back();
      if (!frames.empty()) low_[frames.back().node] = std::min(low_[frames.back().node], low_[node]);
    }
  }
  void enter(Node node, std::vector<Frame>& frames) {
    order_[node] = low_[node] = next_order_++;
    open_.push_back(node);
    frames.push_back({node, graph_.begins[node]});
  }
  void close(Node root) {
    Node node;
    do {
      node = open_.back();
      open_.pop_back();
      component_[node] = count_;
    } while (node != root);
    ++count_;
  }

  const Graph& graph_;
  std::vector<Node> component_, order_, low_, open_;
  Node next_order_ = 0, count_ = 0;
};

// The closure of a graph of components, whose edges lead to smaller numbers. Rows of bits cost nodes * nodes bits, much
// for a graph with few paths: there each node searches, as long as searches find most of what they look at.
class Reach {
 public:
  Reach(const Graph& graph, std::size_t memory_bytes)
      : graph_(graph),
        words_((graph.nodes() + 63) / 64),
        fit_(graph.nodes() * words_ * 8 <= memory_bytes),
        seen_(graph.nodes(), kNone) {
    if (fit_ && graph.nodes() * words_ * 8 <= kFewBytes) make_bits();
  }

  // Components that `node` reaches, other than itself.
  void find(Node node, std::vector<Node>& found) {
    found.clear();
    if (!bits_.empty()) return read(node, found);
    search(node, found);
    found_ += found.size();
    if (fit_ && looked_at_ > kMostForOne * found_ + graph_.nodes()) make_bits();
  }

 private:
  static constexpr std::size_t kFewBytes = 8 << 20;
  static constexpr std::size_t kMostForOne = 4;  // edges that searches look at

  void make_bits() {
    bits_.assign(graph_.nodes() * words_, 0);
    for (Node node = 0; node < graph_.nodes(); ++node) {
      for (const Node to : graph_.of(node)) {
        if (to == node) continue;
        std::uint64_t* const mine = row(node);
        mine[to / 64] |= std::uint64_t{1} << (to % 64);
        // Its row ends with its own number.
        for (std::size_t word = 0; word <= to / 64; ++word) mine[word] |= row(to)[word];
      }
    }
  }
  std::uint64_t* row(Node node) { return bits_.data() + node * words_; }
  void read(Node node, std::vector<Node>& found) {
    for (std::size_t word = 0; word <= node / 64; ++word) {
      for (std::uint64_t bits = row(node)[word]; bits != 0; bits &= bits - 1)
        found.push_back(static_cast<Node>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }
  void search(Node node, std::vector<Node>& found) {
    seen_[node] = node;
    const auto take = [&](Node from) {
      looked_at_ += graph_.of(from).size();
      for (const Node to : graph_.of(from)) {
        if (seen_[to] == node) continue;
        seen_[to] = node;
        found.push_back(to);
      }
    };
    take(node);
    for (std::size_t next = 0; next < found.size(); ++next) take(found[next]);
  }

  const Graph& graph_;
  const std::size_t words_;
  const bool fit_;
  std::vector<std::uint64_t> bits_;
  std::vector<Node> seen_;  // by the last component that has searched
  std::uint64_t looked_at_ = 0, found_ = 0;
};

std::vector<Huri> things_of(std::span<const Pair> pairs) {
  std::vector<Huri> things;
  things.reserve(2 * pairs.size());
  for (const Pair& pair : pairs) things.push_back(pair.subject), things.push_back(pair.object);
  sort_different(things);
  return things;
}

std::vector<std::pair<Node, Node>> edges_of(std::span<const Pair> pairs, const std::vector<Huri>& things) {
  const auto number = [&](Huri thing) {
    return static_cast<Node>(std::lower_bound(things.begin(), things.end(), thing) - things.begin());
  };
  std::vector<std::pair<Node, Node>> edges;
  edges.reserve(pairs.size());
  for (const Pair& pair : pairs) edges.emplace_back(number(pair.subject), number(pair.object));
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace

void transitive_closure(std::span<const Pair> pairs, std::size_t memory_bytes, const std::function<bool(Huri)>& wants,
                        const std::function<void(Huri, std::span<const Huri>)>& use) {
  const std::vector<Huri> things = things_of(pairs);
  std::vector<std::pair<Node, Node>> edges = edges_of(pairs, things);
  const Components components(make_graph(things.size(), edges));
  const std::vector<Node>& component = components.of_nodes();
  std::vector<std::uint8_t> is_cycle(components.count(), 0);
  for (auto& [from, to] : edges) {
    from = component[from];
    to = component[to];
    if (from == to) is_cycle[from] = 1;
  }
  sort_different(edges);
  const Graph between = make_graph(components.count(), edges);
  std::vector<std::pair<Node, Node>> members(things.size());  // (component, thing)
  for (Node thing = 0; thing < things.size(); ++thing) members[thing] = {component[thing], thing};
  std::sort(members.begin(), members.end());
  const Graph of_component = make_graph(components.count(), members);

  Reach reach(between, memory_bytes);
  std::vector<Node> reached;
  std::vector<Huri> subjects, objects;
  for (Node from = 0; from < components.count(); ++from) {
    subjects.clear();
    for (const Node thing : of_component.of(from))
      if (wants(things[thing])) subjects.push_back(things[thing]);
    if (subjects.empty()) continue;
    reach.find(from, reached);
    if (is_cycle[from] != 0) reached.push_back(from);
    objects.clear();
    for (const Node to : reached)
      for (const Node thing : of_component.of(to)) objects.push_back(things[thing]);
    if (objects.empty()) continue;
    for (const Huri subject : subjects) use(subject, objects);
  }
}

}  // namespace quadrille::inferencer
