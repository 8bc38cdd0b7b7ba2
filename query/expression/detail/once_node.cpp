#include "query/expression/detail/once_node.hpp"

#include <functional>
#include <utility>

#include "base/number_table.hpp"

namespace quadrille::query::detail {

namespace {

constexpr std::size_t kFewRows = 256;        // before the table is made
constexpr std::size_t kMostTerms = 1 << 16;  // in the table
constexpr std::size_t kWindowRows = 4096;    // of so many rows, a tenth must need no computation
constexpr std::size_t kTermBytes = sizeof(Huri) + sizeof(Value) + 4 * sizeof(std::uint32_t);

class OnceNode final : public Node {
 public:
  OnceNode(NodePtr node, ColumnIndex column) : node_(std::move(node)), column_(column) { pending_ = node_->pending(); }

  void evaluate(Step& step, const Rows& rows, std::span<Value> out) override {
    rows_ += rows.count();
    if (is_off_ || rows_ < kFewRows) return node_->evaluate(step, rows, out);
    const std::size_t known = huris_.size();
    LentRows todo(step);
    copies_.clear();
    sort_out(step.batch.columns[column_], rows, known, out, *todo);
    if (step.context.charge) step.context.charge((huris_.size() - known) * kTermBytes);
    node_->evaluate(step, Rows(std::span<const RowNumber>(*todo)), out);
    for (std::size_t term = known; term < huris_.size(); ++term) keep(out[first_rows_[term - known]]);
    for (const auto& [row, first] : copies_) out[row] = out[first];
    judge(rows.count(), todo->size());
  }

 private:
  // Fills the rows of known terms; the others are to be computed or copied from another row.
  void sort_out(std::span<const Huri> column, const Rows& rows, std::size_t known, std::span<Value> out,
                std::vector<RowNumber>& todo) {
    first_rows_.clear();
    rows.for_each([&](RowNumber row) {
      const Huri huri = column[row];
      const std::uint32_t term = huri.is_volatile() ? NumberTable::kNone : term_of(huri, row);
      if (term < known) {
        out[row] = values_[term];
      } else if (term == NumberTable::kNone || first_rows_[term - known] == row) {
        todo.push_back(row);
      } else {
        copies_.emplace_back(row, first_rows_[term - known]);
      }
    });
  }

  // The number of the term; kNone if it is new and the table is full. A new one has its first row here.
  std::uint32_t term_of(Huri huri, RowNumber row) {
    const std::hash<Huri> hash;
    const auto is_it = [&](std::uint32_t term) { return huris_[term] == huri; };
    if (huris_.size() == kMostTerms) return terms_.find(hash(huri), is_it);
    terms_.make_room(huris_.size(), [&](std::uint32_t term) { return hash(huris_[term]); });
    const std::uint32_t term = terms_.find_or_insert(hash(huri), huris_.size(), is_it);
    if (term == huris_.size()) huris_.push_back(huri), first_rows_.push_back(row);
    return term;
  }

  void judge(std::size_t rows, std::size_t computed) {
    window_rows_ += rows;
    window_computed_ += computed;
    if (window_rows_ < kWindowRows) return;
    is_off_ = is_off_ || window_computed_ > window_rows_ / 10 * 9;
    window_rows_ = window_computed_ = 0;
  }

  void keep(const Value& value) {
    is_off_ = is_off_ || value.has_text() || value.kept_bytes() != 0;
    values_.push_back(value);
  }

  const NodePtr node_;
  const ColumnIndex column_;
  std::size_t rows_ = 0, window_rows_ = 0, window_computed_ = 0;
  bool is_off_ = false;
  NumberTable terms_;
  std::vector<Huri> huris_;                              // of the terms
  std::vector<Value> values_;                            // of the terms of earlier batches
  std::vector<RowNumber> first_rows_;                    // of the terms that are new in this batch
  std::vector<std::pair<RowNumber, RowNumber>> copies_;  // to a row, from an earlier one
};

}  // namespace

NodePtr make_once(NodePtr node, ColumnIndex column) {
  return std::make_unique<OnceNode>(std::move(node), column);
}

}  // namespace quadrille::query::detail
