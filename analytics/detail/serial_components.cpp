#include "analytics/detail/serial_components.hpp"

#include <algorithm>

namespace quadrille::analytics::detail {

namespace {

constexpr std::uint32_t kNotVisited = 0;
constexpr std::uint32_t kDone = ~std::uint32_t{0};

class Tarjan {
 public:
  Tarjan(const Workers& workers, const SerialGraph& graph)
      : workers_(workers),
        graph_(graph),
        memory_(&workers.arena().own()),
        low_(graph.offsets.size() - 1, kNotVisited, memory_),
        least_(low_.size(), memory_),
        stack_(memory_),
        path_(memory_) {}

  std::pmr::vector<std::uint32_t> run() {
    for (std::uint32_t root = 0; root < low_.size(); ++root) {
      if (low_[root] == kNotVisited) search(root);
    }
    return std::move(least_);
  }

 private:
  struct Step {
    std::uint32_t vertex, number;
    std::uint64_t next;  // of its edges
  };

  void visit(std::uint32_t vertex) {
    low_[vertex] = ++visited_;
    stack_.push_back(vertex);
    path_.push_back({vertex, visited_, graph_.offsets[vertex]});
  }
  void search(std::uint32_t root) {
    visit(root);
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == graph_.offsets[step.vertex + 1]) {
        leave();
        continue;
      }
      if (step.next % Workers::kTaskEdges == 0) workers_.check();
      const std::uint32_t target = graph_.targets[step.next++];
      if (low_[target] == kNotVisited) {
        visit(target);
      } else {
        low_[step.vertex] = std::min(low_[step.vertex], low_[target]);  // those that are done are greater
      }
    }
  }
  // The last vertex of the path has no edge left. If it has reached none before it, what lies above it is a component.
  void leave() {
    const Step step = path_.back();
    path_.pop_back();
    if (low_[step.vertex] != step.number) {
      std::uint32_t& before = low_[path_.back().vertex];
      before = std::min(before, low_[step.vertex]);
      return;
    }
    const auto begin = std::find(stack_.rbegin(), stack_.rend(), step.vertex).base() - 1;
    const std::uint32_t least = *std::min_element(begin, stack_.end());
    for (auto member = begin; member != stack_.end(); ++member) {
      low_[*member] = kDone;
      least_[*member] = least;
    }
    stack_.erase(begin, stack_.end());
  }

  const Workers& workers_;
  const SerialGraph& graph_;
  std::pmr::memory_resource* const memory_;
  std::pmr::vector<std::uint32_t> low_;    // the least number that a vertex reaches; kDone: in a component
  std::pmr::vector<std::uint32_t> least_;  // of its component
  std::pmr::vector<std::uint32_t> stack_;  // visited vertices without a component
  std::pmr::vector<Step> path_;
  std::uint32_t visited_ = 0;
};

}  // namespace

std::pmr::vector<std::uint32_t> serial_components(const Workers& workers, const SerialGraph& graph) {
  return Tarjan(workers, graph).run();
}

}  // namespace quadrille::analytics::detail
