#include "query/plan/order/estimate.hpp"

#include <algorithm>
#include <concepts>

#include "query/index/cardinality.hpp"
#include "query/plan/cost/costs.hpp"
#include "query/plan/logical/graph_size.hpp"

namespace quadrille::query {

namespace {

double joined_rows(const logical::Node& left, const logical::Node& right) {
  Estimate a, b;
  a.rows = left.rows;
  b.rows = right.rows;
  return estimate_join(a, b, both(left.columns, right.columns).list()).rows;
}

struct RowsOf {
  const Planning& planning;
  const logical::Node& node;

  double operator()(const logical::Unit&) const { return 1; }
  double operator()(const logical::Nothing&) const { return 0; }
  double operator()(const logical::Values& values) const { return static_cast<double>(values.values->rows); }
  double operator()(const logical::GraphNames&) const { return cost::kGraphs; }
  double operator()(const logical::DependentScan& scan) const { return scan.input->rows; }
  double operator()(const logical::Path& path) const {
    if (path.starts) return cost::kPathRowsOfStart * path.starts->rows;
    if (!path.subject.variable || !path.object.variable) return cost::kPathRows;
    return planning.rows_in(path.scope);
  }
  double operator()(const logical::Service&) const { return cost::kServiceRows; }
  // A row for each vertex, for each value beside the call.
  double operator()(const logical::Invoke& invoke) const {
    if (invoke.call->is_of_run()) return 1;
    const auto vertices = static_cast<double>(graph_size(planning, invoke, LookUps::none).vertices);
    return std::max(1.0, vertices) * (invoke.starts ? std::max(1.0, invoke.starts->rows) : 1.0);
  }
  double operator()(const logical::Join& join) const {
    const double left = join.left->rows;
    switch (join.kind) {
      case JoinKind::inner:
        return joined_rows(*join.left, *join.right);
      case JoinKind::left:
        return std::max(left, joined_rows(*join.left, *join.right));
      case JoinKind::semi:
      case JoinKind::anti:
        return left * cost::kSelectivity;
      case JoinKind::minus:
      case JoinKind::mark:
        return left;
    }
    return left;
  }
  double operator()(const logical::PatternJoin& join) const {
    const bool keeps = join.kind == JoinKind::left || join.kind == JoinKind::inner || join.kind == JoinKind::mark ||
                       join.kind == JoinKind::minus;
    return keeps ? join.left->rows : join.left->rows * cost::kSelectivity;
  }
  double operator()(const logical::DependentJoin& with) const { return with.body->rows; }
  double operator()(const logical::Unary& unary) const { return unary.child->rows; }
  double operator()(const logical::Filter& filter) const { return filter.child->rows * cost::kSelectivity; }
  double operator()(const logical::Group& group) const {
    return group.keys.empty() ? 1 : std::max(1.0, group.child->rows * cost::kGroupRows);
  }
  double operator()(const logical::Sort& sort) const { return at_most(sort.child->rows, sort.limit); }
  double operator()(const logical::Slice& slice) const {
    return slice.keys.empty() ? at_most(slice.child->rows, slice.limit) : slice.child->rows;
  }
  double operator()(const logical::Union& either) const {
    double rows = 0;
    for (const auto& child : either.children) rows += child->rows;
    return rows;
  }
  // BindJoinValues, Scan, SkipScan and Multiway have the rows that their maker gave them.
  template <class Kind>
  requires(!std::derived_from<Kind, logical::Unary>) double operator()(const Kind&) const { return node.rows; }

 private:
  static double at_most(double rows, std::optional<std::uint64_t> limit) {
    return limit ? std::min(rows, static_cast<double>(*limit)) : rows;
  }
};

}  // namespace

void estimate(Planning& planning, logical::Node& node) {
  node.rows = std::visit(RowsOf{planning, node}, node.kind);
}

}  // namespace quadrille::query
