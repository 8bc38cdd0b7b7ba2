#include "query/operators/operator.hpp"

#include <algorithm>

namespace quadrille::query {

bool Operator::is_collective_anywhere() const {
  const auto below = children();
  return collective_ || collective_open_ ||
         std::any_of(below.begin(), below.end(), [](const Operator* child) { return child->is_collective_anywhere(); });
}

double estimated_work(const Operator& plan) {
  double rows = plan.estimated_rows;
  for (const Operator* child : plan.children()) rows += estimated_work(*child);
  return rows;
}

Table drain(Context& context, Operator& from) {
  Table all(context.arena, from.schema().columns.size());
  for_each_chunk(context, from, [&](const Table& chunk) { all.append(chunk); });
  return all;
}

// A collective child is called once a call, by all images alike (O1).
bool Pipe::read_input(Context& context) {
  if (child_ended_ || !child_->next(context, *input_)) return false;
  if (!wants_many() || child_->collective()) return true;
  if (!more_) more_ = std::make_unique<Table>(context.arena, input_->width());
  while (input_->rows() < wanted_rows_) {
    if (!child_->next(context, *more_)) {
      child_ended_ = true;
      break;
    }
    input_->append(*more_);
  }
  wanted_rows_ = std::min(2 * wanted_rows_, context.chunk_rows);
  return true;
}

// Reads a new chunk of the child only when no member has rows of the old one left: its next() may be collective (O1).
bool Pipe::do_next(Context& context, Table& out) {
  if (!input_) input_ = std::make_unique<Table>(context.arena, child_->schema().columns.size());
  const bool anybody_pending = collective() ? context.team.any(pending_) : pending_;
  if (!anybody_pending) {
    if (!read_input(context)) return false;
    begin(context, *input_);
    pending_ = true;
  }
  if (pending_) pending_ = emit(context, out);
  return true;
}

}  // namespace quadrille::query
