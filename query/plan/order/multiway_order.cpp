#include <algorithm>
#include <limits>
#include <map>

#include "query/plan/cost/costs.hpp"
#include "query/plan/order/multiway_join.hpp"

namespace quadrille::query {

using namespace cost;

namespace {

struct Edge {
  std::size_t part;
  VariableId a, b;
  bool has(VariableId variable) const { return a == variable || b == variable; }
  VariableId other(VariableId variable) const { return a == variable ? b : a; }
};

// Patterns ?x <p> ?y of one graph.
std::vector<Edge> edges_of(const std::vector<JoinPart>& parts) {
  std::vector<Edge> edges;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (!parts[part].pattern) continue;
    const auto& [subject, predicate, object] = parts[part].pattern->slots;
    const auto kind = parts[part].pattern->scope.kind;
    const bool one_graph = kind == GraphScope::Kind::default_graph || kind == GraphScope::Kind::one;
    if (!one_graph || predicate.variable || !subject.variable || !object.variable) continue;
    if (*subject.variable != *object.variable) edges.push_back({part, *subject.variable, *object.variable});
  }
  return edges;
}

// Keeps only the cycles of one connected component: that with the most rows.
void keep_cycle(std::vector<Edge>& edges, const std::vector<JoinPart>& parts) {
  for (std::size_t before = edges.size() + 1; edges.size() < before;) {
    before = edges.size();
    std::map<VariableId, int> degree;
    for (const Edge& edge : edges) ++degree[edge.a], ++degree[edge.b];
    std::erase_if(edges, [&](const Edge& edge) { return degree[edge.a] == 1 || degree[edge.b] == 1; });
  }
  if (edges.empty()) return;
  const Edge& largest = *std::max_element(edges.begin(), edges.end(), [&](const Edge& x, const Edge& y) {
    return parts[x.part].estimate.rows < parts[y.part].estimate.rows;
  });
  VariableSet reached;
  reached.add(largest.a);
  for (bool more = true; more;) {
    more = false;
    for (const Edge& edge : edges) {
      if (reached.has(edge.a) == reached.has(edge.b)) continue;
      reached.add(edge.a), reached.add(edge.b);
      more = true;
    }
  }
  std::erase_if(edges, [&](const Edge& edge) { return !reached.has(edge.a); });
}

class Orders {
 public:
  Orders(const std::vector<JoinPart>& parts, const std::vector<Edge>& edges) : parts_(parts), edges_(edges) {}

  // Chooses the variables one by one: each time the one that leaves the fewest combinations.
  MultiwayOrder greedily_from(VariableId first, const VariableSet& all) const {
    MultiwayOrder order;
    for (const Edge& edge : edges_) {
      order.parts.push_back(edge.part);
      order.cost += parts_[edge.part].estimate.rows * kListRow;
    }
    order.rows = std::numeric_limits<double>::infinity();
    for (const Edge& edge : edges_) {
      if (edge.has(first)) order.rows = std::min(order.rows, distinct(edge, first));
    }
    order.cost += order.rows * kListKey * 2;
    order.variables.push_back(first);
    VariableSet bound, left = all;
    bound.add(first);
    for (left = left.without(bound); !left.empty(); left = left.without(bound)) {
      std::optional<Step> best;
      VariableId next = 0;
      for (const VariableId variable : left.list()) {
        const auto step = weigh(variable, bound, order.rows);
        if (step && (!best || step->rows < best->rows)) best = step, next = variable;
      }
      order.rows = best->rows;
      order.cost += best->cost;
      order.variables.push_back(next);
      bound.add(next);
    }
    return order;
  }

 private:
  struct Step {
    double rows, cost;
  };

  double distinct(const Edge& edge, VariableId variable) const {
    return parts_[edge.part].estimate.distinct_of(variable);
  }

  std::optional<Step> weigh(VariableId variable, const VariableSet& bound, double rows) const {
    double values = 1;  // number of values that the variable may have
    for (const Edge& edge : edges_) {
      if (edge.has(variable)) values = std::max(values, distinct(edge, variable));
    }
    double shortest = std::numeric_limits<double>::infinity(), met = values;
    int lists = 0, keys = 0;
    for (const Edge& edge : edges_) {
      if (!edge.has(variable)) continue;
      if (!bound.has(edge.other(variable))) {
        met *= std::min(1.0, distinct(edge, variable) / values);
        ++keys;
        continue;
      }
      const double length = parts_[edge.part].estimate.rows / distinct(edge, edge.other(variable));
      shortest = std::min(shortest, length);
      met *= length / values;
      ++lists;
    }
    if (lists == 0) return std::nullopt;
    const double looked_at = lists > 1 ? shortest * kIntersected * (lists - 1) : shortest;
    const double found = lists > 1 ? std::min(met, shortest) : shortest;
    return Step{rows * met, rows * (lists * kListStart + looked_at + found * (keys * kListKey + kListed))};
  }

  const std::vector<JoinPart>& parts_;
  const std::vector<Edge>& edges_;
};

}  // namespace

std::optional<MultiwayOrder> multiway_order(const std::vector<JoinPart>& parts) {
  std::vector<Edge> edges = edges_of(parts);
  if (edges.size() < 3) return std::nullopt;
  keep_cycle(edges, parts);
  VariableSet all;
  for (const Edge& edge : edges) all.add(edge.a), all.add(edge.b);
  const std::vector<VariableId> variables = all.list();
  if (variables.size() < 3) return std::nullopt;
  const Orders orders(parts, edges);
  std::optional<MultiwayOrder> best;
  for (const VariableId first : variables) {
    MultiwayOrder order = orders.greedily_from(first, all);
    if (!best || order.cost < best->cost) best = std::move(order);
  }
  return best;
}

}  // namespace quadrille::query
