#pragma once

// EdgeRows reads the edges of a call from the rows of its pattern: columns of sources, targets and weights, and
// vertices that may have no edge.

#include <functional>
#include <memory_resource>
#include <optional>
#include <vector>

#include "query/expression/kind_set.hpp"
#include "query/operators/operator.hpp"
#include "query/procedures/procedure_run.hpp"

namespace quadrille::query {

// Where the columns of edges come from: variables of the pattern, or terms.
struct EdgeColumns {
  struct Edge {
    Slot source, target;
    std::optional<Slot> weight;
    bool in_predicate = false;  // a weight that is not a number means 1
  };
  std::vector<Edge> edges;
  std::vector<Slot> vertices;
  std::vector<Slot> kept;  // columns that the call returns for edges
};

class EdgeRows {
 public:
  explicit EdgeRows(Context& context);
  // The kinds of weights whose texts read() needs.
  static constexpr KindSet read_kinds() { return {HuriKind::number}; }

  // Collective if the operator is. Reads all rows of an opened operator, and passes each chunk to `also`.
  void read(Operator& from, const EdgeColumns& columns, const std::function<void(const Table&)>& also);
  // Collective. Throws Error(user) on all images if an edge has a weight that is no number, or is negative; it names
  // the least such edge.
  void expect_weights();

  ProcedureEdges edges() { return {sources_, targets_, weights_, vertices_, {kept_.begin(), kept_.end()}}; }
  // Returns their memory.
  void clear();

 private:
  struct BadWeight {
    Huri source, target, weight;
    auto operator<=>(const BadWeight&) const = default;
  };
  void add(const EdgeColumns& columns, const Schema& schema, const Table& chunk);
  double weight_of(Huri huri, const EdgeColumns::Edge& edge, Huri source, Huri target);

  template <class T>
  using Column = std::pmr::vector<T>;

  Context& context_;
  Column<Huri> sources_, targets_, vertices_;
  Column<double> weights_;
  std::vector<Column<Huri>> kept_;
  std::optional<BadWeight> bad_;
};

}  // namespace quadrille::query
