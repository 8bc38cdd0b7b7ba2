#include "query/distinct.hpp"

#include "query/row_index.hpp"

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
  seen_ = std::make_unique<Table>(context.arena, schema_.columns.size());
  slots_.assign(1024, kNoRow);
}

void Distinct::begin(Context&, Table& input) {
  input_ = &input;
}

bool Distinct::emit(Context&, Table& out) {
  picked_.clear();
  for (std::uint32_t row = 0; row < input_->rows(); ++row) {
    if (add(*input_, row)) picked_.push_back(row);
  }
  out.append(*input_, picked_);
  return false;
}

std::uint64_t Distinct::hash_of(const Table& rows, std::size_t row) const {
  std::uint64_t hash = 0;
  for (std::size_t column = 0; column < rows.width(); ++column) hash = mix_hash(hash, rows.column(column)[row]);
  return hash ^ (hash >> 32);
}

// True if the row is new.
bool Distinct::add(const Table& rows, std::size_t row) {
  if ((seen_->rows() + 1) * 2 > slots_.size()) grow();
  const std::uint64_t mask = slots_.size() - 1;
  for (std::uint64_t slot = hash_of(rows, row) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == kNoRow) {
      slots_[slot] = static_cast<std::uint32_t>(seen_->rows());
      const std::uint32_t one[] = {static_cast<std::uint32_t>(row)};
      seen_->append(rows, one);
      return true;
    }
    bool equal = true;
    for (std::size_t column = 0; equal && column < rows.width(); ++column) {
      equal = std::as_const(*seen_).column(column)[slots_[slot]] == rows.column(column)[row];
    }
    if (equal) return false;
  }
}

void Distinct::grow() {
  std::vector<std::uint32_t> larger(slots_.size() * 2, kNoRow);
  const std::uint64_t mask = larger.size() - 1;
  for (std::uint32_t row = 0; row < seen_->rows(); ++row) {
    std::uint64_t slot = hash_of(*seen_, row) & mask;
    while (larger[slot] != kNoRow) slot = (slot + 1) & mask;
    larger[slot] = row;
  }
  slots_.swap(larger);
}

}  // namespace quadrille::query
