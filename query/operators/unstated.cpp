#include "query/operators/unstated.hpp"

#include <fmt/format.h>

#include "quadstore/membership.hpp"
#include "query/operators/slot_values.hpp"

namespace quadrille::query {

Unstated::Unstated(OperatorPtr child, std::array<Slot, 3> triple)
    : Pipe(child->schema(), std::move(child)), triple_(triple) {}

Details Unstated::details(const PlanWords& words) const {
  return {{"pattern", fmt::format("{} {} {}", words.slot(triple_[0]), words.slot(triple_[1]), words.slot(triple_[2]))}};
}

bool Unstated::emit(Context& context, Table& out) {
  const SlotValues subject(triple_[0], schema_, *input_), predicate(triple_[1], schema_, *input_),
      object(triple_[2], schema_, *input_);
  std::vector<Quad> quads;
  for (std::size_t row = 0; row < input_->rows(); ++row) {
    quads.push_back({subject.at(row), predicate.at(row), object.at(row), kDefaultGraph});
  }
  const std::vector<Marks> marks = marks_of(context.data.default_graph(), quads);
  picked_.clear();
  for (std::uint32_t row = 0; row < quads.size(); ++row) {
    if (!has(marks[row], Marks::stated)) picked_.push_back(row);
  }
  out.append(*input_, picked_);
  return false;
}

}  // namespace quadrille::query
