#include "query/operators/union.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {

// Children are opened one after the other, so all images must move to the next child together if opening one is
// collective.
bool any_collective(const std::vector<OperatorPtr>& children) {
  return std::any_of(children.begin(), children.end(),
                     [](const OperatorPtr& child) { return child->is_collective_anywhere(); });
}

std::vector<const Schema*> schemas_of(const std::vector<OperatorPtr>& children) {
  std::vector<const Schema*> schemas;
  for (const OperatorPtr& child : children) schemas.push_back(&child->schema());
  return schemas;
}

}  // namespace

Schema Union::schema_of(const std::vector<const Schema*>& children) {
  Schema schema;
  schema.distribution = children.front()->distribution;
  for (const Schema* const child : children) {
    for (const ColumnInfo& info : child->columns) {
      if (!schema.has(info.variable)) schema.columns.push_back({info.variable, false, false});
    }
    if (child->distribution != schema.distribution) schema.distribution = Distribution::anyhow();
  }
  for (ColumnInfo& column : schema.columns) {
    for (const Schema* const child : children) {
      const auto place = child->column_of(column.variable);
      column.maybe_unbound |= !place || child->columns[*place].maybe_unbound;
      column.maybe_local |= place && child->columns[*place].maybe_local;
      column.was_local |= place && child->columns[*place].was_local;
    }
  }
  return schema;
}

Union::Union(std::vector<OperatorPtr> children)
    : Operator(schema_of(schemas_of(children)), any_collective(children)), children_(std::move(children)) {}

std::vector<const Operator*> Union::children() const {
  std::vector<const Operator*> all;
  for (const OperatorPtr& child : children_) all.push_back(child.get());
  return all;
}

void Union::do_open(Context& context) {
  children_.front()->open(context);
}

bool Union::do_next(Context& context, Table& out) {
  while (true) {
    Operator& child = *children_[current_];
    const std::size_t width = child.schema().columns.size();
    if (!input_ || input_->width() != width) input_ = std::make_unique<Table>(context.arena, width);
    Table& input = *input_;
    bool more = child.next(context, input);
    if (collective() && !child.collective()) more = context.team.any(more);
    if (more) {
      out.resize(input.rows());
      for (std::size_t column = 0; column < schema_.columns.size(); ++column) {
        const auto to = out.column(column);
        if (const auto place = child.schema().column_of(schema_.columns[column].variable)) {
          const auto from = std::as_const(input).column(*place);
          std::copy(from.begin(), from.end(), to.begin());
        } else {
          std::fill(to.begin(), to.end(), kUnbound);
        }
      }
      return true;
    }
    if (current_ + 1 == children_.size()) return false;
    children_[++current_]->open(context);
  }
}

}  // namespace quadrille::query
