#include "query/operators/expand.hpp"

#include <algorithm>

#include "query/operators/slot_values.hpp"

namespace quadrille::query {

std::vector<VariableId> Expansion::names() const {
  std::vector<VariableId> names;
  for (const Variable& its : variables) names.push_back(its.variable);
  return names;
}

Schema Expand::schema_of(const Schema& child, const Expansion& expansion) {
  Schema schema = child;
  const auto is_expanded = [&](VariableId variable) {
    const auto is = [&](const Expansion::Variable& its) { return its.variable == variable; };
    return std::any_of(expansion.variables.begin(), expansion.variables.end(), is);
  };
  const Distribution& now = child.distribution;
  if (now.kind == Distribution::Kind::by && is_expanded(now.variable)) schema.distribution = Distribution::anyhow();
  const auto unsorted = std::find_if(schema.sorted_by.begin(), schema.sorted_by.end(), is_expanded);
  schema.sorted_by.erase(unsorted, schema.sorted_by.end());
  schema.leave_texts();
  return schema;
}

Expand::Expand(OperatorPtr child, Expansion expansion)
    : Pipe(schema_of(child->schema(), expansion), std::move(child)), expansion_(std::move(expansion)) {
  for (const Expansion::Variable& its : expansion_.variables) columns_.push_back(*schema_.column_of(its.variable));
}

Details Expand::details(const PlanWords& words) const {
  return {{"owl:sameAs of", words.variables(expansion_.names())}};
}

void Expand::do_open(Context& context) {
  Pipe::do_open(context);
  equal_ = context.data.classes();
  product_.members.resize(columns_.size());
  product_.chosen.resize(columns_.size());
}

void Expand::begin(Context&, Table& input) {
  input_ = &input;
  row_ = 0;
  kinds_.assign(input.rows(), Row::as_it_is);
  for (const std::size_t column : columns_) {
    const auto values = std::as_const(input).column(column);
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (!equal_->members(values[row]).empty()) kinds_[row] = Row::product;
    }
  }
  leave_out_unmeant(input);
}

void Expand::leave_out_unmeant(const Table& input) {
  const Schema& schema = child_->schema();
  for (const auto& slots : expansion_.checked) {
    const SlotValues subject(slots[0], schema, input), predicate(slots[1], schema, input),
        object(slots[2], schema, input);
    for (std::size_t row = 0; row < input.rows(); ++row) {
      if (!is_meant(*equal_, subject.at(row), predicate.at(row), object.at(row))) kinds_[row] = Row::left_out;
    }
  }
}

bool Expand::emit(Context& context, Table& out) {
  if (row_ == 0 && std::all_of(kinds_.begin(), kinds_.end(), [](Row kind) { return kind == Row::as_it_is; })) {
    out.swap(*input_);
    return false;
  }
  while (row_ < kinds_.size() && out.rows() < context.chunk_rows) {
    if (kinds_[row_] == Row::left_out) {
      ++row_;
    } else if (kinds_[row_] == Row::product) {
      append_product(context.chunk_rows, out);
    } else {
      const auto from = kinds_.begin() + static_cast<std::ptrdiff_t>(row_);
      const auto end = std::find_if(from, kinds_.end(), [](Row kind) { return kind != Row::as_it_is; });
      const auto rows = std::min(static_cast<std::size_t>(end - from), context.chunk_rows - out.rows());
      out.append_slice(*input_, row_, rows);
      row_ += rows;
    }
  }
  return row_ < kinds_.size();
}

void Expand::begin_product() {
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    std::vector<Huri>& members = product_.members[place];
    members.clear();
    const Huri stored = std::as_const(*input_).column(columns_[place])[row_];
    for_each_meant(*equal_, stored, expansion_.variables[place].place, [&](Huri term) { members.push_back(term); });
    product_.chosen[place] = 0;
  }
  product_.is_begun = true;
}

// Appends rows of the product of the present row, until there are `wanted` in all. After the last one the next row is
// the present one.
void Expand::append_product(std::size_t wanted, Table& out) {
  if (!product_.is_begun) begin_product();
  auto& [members, chosen, is_begun] = product_;
  bool more = std::none_of(members.begin(), members.end(), [](const auto& its) { return its.empty(); });
  while (more && out.rows() < wanted) {
    // Rows that differ in the last variable alone.
    const std::size_t last = members.size() - 1;
    const std::size_t before = out.rows(), rows = std::min(members[last].size() - chosen[last], wanted - before);
    out.resize(before + rows);
    for (std::size_t column = 0; column < out.width(); ++column) {
      std::fill_n(out.column(column).begin() + static_cast<std::ptrdiff_t>(before), rows,
                  std::as_const(*input_).column(column)[row_]);
    }
    for (std::size_t place = 0; place < last; ++place) {
      std::fill_n(out.column(columns_[place]).begin() + static_cast<std::ptrdiff_t>(before), rows,
                  members[place][chosen[place]]);
    }
    std::copy_n(members[last].begin() + static_cast<std::ptrdiff_t>(chosen[last]), rows,
                out.column(columns_[last]).begin() + static_cast<std::ptrdiff_t>(before));
    chosen[last] += rows;
    std::size_t place = last;
    while (chosen[place] == members[place].size() && place > 0) {
      chosen[place] = 0;
      ++chosen[--place];
    }
    more = chosen[place] < members[place].size();
  }
  if (more) return;
  is_begun = false;
  ++row_;
}

}  // namespace quadrille::query
