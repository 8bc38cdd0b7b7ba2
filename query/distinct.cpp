#include "query/distinct.hpp"

#include <numeric>

namespace quadrille::query {

namespace {
Schema schema_of(const Operator& child) {
  return child.schema();
}
}  // namespace

Distinct::Distinct(OperatorPtr child) : Pipe(schema_of(*child), std::move(child)) {}

Details Distinct::details(const PlanWords& words) const {
  return {{"columns", words.columns(schema_)}};
}

void Distinct::do_open(Context& context) {
  Pipe::do_open(context);
  std::vector<std::size_t> all(schema_.columns.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  seen_ = std::make_unique<RowSet>(context.arena, std::move(all));
}

void Distinct::begin(Context&, Table& input) {
  input_ = &input;
}

bool Distinct::emit(Context&, Table& out) {
  picked_.clear();
  for (std::uint32_t row = 0; row < input_->rows(); ++row) {
    if (seen_->add(*input_, row).second) picked_.push_back(row);
  }
  out.append(*input_, picked_);
  return false;
}

}  // namespace quadrille::query
