#include "query/joins/hash_join.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "dictionary/inline_term.hpp"

namespace quadrille::query {

namespace {

bool hands_on_pairs(JoinKind kind) {
  return kind == JoinKind::inner || kind == JoinKind::left;
}

}  // namespace

std::string_view name(JoinKind kind) {
  switch (kind) {
    case JoinKind::inner:
      return "inner";
    case JoinKind::left:
      return "left";
    case JoinKind::semi:
      return "semi";
    case JoinKind::anti:
      return "anti";
    case JoinKind::minus:
      return "minus";
    case JoinKind::mark:
      return "mark";
  }
  return "";
}

Schema HashJoin::schema_of(JoinKind kind, const Operator& left, const JoinShape& shape, VariableId mark) {
  Schema schema = left.schema();  // sort order and distribution of the left stay
  if (hands_on_pairs(kind)) schema.columns = shape.columns;
  if (kind == JoinKind::left) {
    for (std::size_t column = left.schema().columns.size(); column < schema.columns.size(); ++column) {
      schema.columns[column].maybe_unbound = true;
    }
    // A left row may have no partner, so variables that only the right binds for sure may be unbound.
    for (const auto& [l, r] : shape.loose) schema.columns[l].maybe_unbound = left.schema().columns[l].maybe_unbound;
  }
  if (kind == JoinKind::mark) schema.columns.push_back({mark, false, false});
  // A loose variable may change where it was unbound, which changes sort order and distribution.
  if (hands_on_pairs(kind) && !shape.loose.empty()) {
    for (const auto& [l, r] : shape.loose) {
      const VariableId variable = shape.columns[l].variable;
      if (schema.distribution == Distribution::by(variable)) schema.distribution = Distribution::anyhow();
      const auto place = std::find(schema.sorted_by.begin(), schema.sorted_by.end(), variable);
      schema.sorted_by.erase(place, schema.sorted_by.end());
    }
  }
  if (kind == JoinKind::left) schema.sorted_by.clear();  // rows without partners are at the end of their chunk
  return schema;
}

HashJoin::HashJoin(JoinKind kind, OperatorPtr left, OperatorPtr right, JoinDetails details)
    : Pipe(schema_of(kind, *left, JoinShape(left->schema(), right->schema()), details.mark), std::move(left)),
      kind_(kind),
      right_(std::move(right)),
      details_(std::move(details)),
      shape_(child_->schema(), right_->schema()) {
  collective_open_ = details_.parts_by.has_value();
}

Details HashJoin::details(const PlanWords& words) const {
  const auto shared = [&](const std::vector<JoinShape::Pair>& pairs) {
    std::vector<VariableId> variables;
    for (const auto& [left, right] : pairs) variables.push_back(child_->schema().columns[left].variable);
    return words.variables(variables);
  };
  Details details{{"kind", std::string(name(kind_))}};
  if (!shape_.keys.empty()) details.emplace_back("on", shared(shape_.keys));
  if (!shape_.loose.empty()) details.emplace_back("where_bound", shared(shape_.loose));
  if (details_.parts_by) details.emplace_back("right_by", words.variable(*details_.parts_by));
  if (!details_.conditions.empty()) details.emplace_back("condition", words.conditions(details_.conditions));
  if (kind_ == JoinKind::mark) details.emplace_back("mark", words.variable(schema_.columns.back().variable));
  return details;
}

void HashJoin::do_open(Context& context) {
  right_->open(context);
  Table rows = drain(context, *right_);
  if (details_.parts_by) {
    const std::vector<std::size_t> keys = shape_.left_keys();
    const std::size_t column = *child_->schema().column_of(*details_.parts_by);
    parts_key_ = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), column) - keys.begin());
    QUADRILLE_ASSERT(parts_key_ < keys.size(), "both sides bind what the right is in parts by");
    build_ = BuildSide::in_parts(context, std::move(rows), shape_.right_keys(), parts_key_);
  } else {
    shape_.tighten(child_->schema(), rows);
    build_.emplace(context, std::move(rows), shape_.right_keys());
  }
  Pipe::do_open(context);
  left_keys_ = shape_.left_keys();
  values_.resize(left_keys_.size());
  candidates_ = std::make_unique<Table>(context.arena, shape_.columns.size());
  if (!details_.conditions.empty())
    conditions_ = std::make_unique<Conditions>(context, details_.conditions, shape_.columns);
}

void HashJoin::begin(Context&, Table& input) {
  input_ = &input;
  place_ = 0;
  finished_ = 0;
  row_begun_ = false;
  matched_.assign(input.rows(), false);
  first_rows_.find(*build_, input, left_keys_, parts_key_);
}

// Collects the next pairs of rows that may match, up to `limit`.
void HashJoin::collect_pairs(Context& context, std::size_t limit) {
  left_rows_.clear();
  right_rows_.clear();
  const bool one_is_enough = !hands_on_pairs(kind_) && details_.conditions.empty();
  const std::span<const std::uint32_t> rows = first_rows_.rows(), partners = first_rows_.partners();
  if (!one_is_enough) {
    const std::size_t likely = std::min(limit, rows.size() - place_);
    left_rows_.reserve(likely);
    right_rows_.reserve(likely);
  }
  for (; place_ < rows.size(); ++place_, row_begun_ = false) {
    const std::uint32_t left_row = rows[place_];
    const RowIndex& index = build_->index(part_of(left_row));
    if (!row_begun_) {
      right_row_ = partners[place_];
      if (index.may_have_more()) shape_.left_values(*input_, left_row, values_);
      row_begun_ = true;
    }
    while (right_row_ != kNoRow) {
      if (left_rows_.size() >= limit) return;
      if ((++pairs_tried_ & 0xfffff) == 0) context.check();
      const std::uint32_t partner = right_row_;
      right_row_ = index.may_have_more() ? index.next_row(right_row_, values_) : kNoRow;
      if (!shape_.compatible(*input_, left_row, index.table(), partner)) continue;
      if (kind_ == JoinKind::minus &&
          !shape_.share_a_binding(details_.shared, *input_, left_row, index.table(), partner))
        continue;
      if (one_is_enough) {
        matched_[left_row] = true;
        break;
      }
      left_rows_.push_back(left_row);
      right_rows_.push_back(partner);
    }
  }
}

// Tests the pairs and returns those that match.
void HashJoin::take_pairs(Table& out) {
  if (!conditions_) {
    for (const std::uint32_t row : left_rows_) matched_[row] = true;
    if (hands_on_pairs(kind_)) shape_.gather(*input_, left_rows_, *build_, first_rows_.parts(), right_rows_, out);
    return;
  }
  candidates_->clear();
  shape_.gather(*input_, left_rows_, *build_, first_rows_.parts(), right_rows_, *candidates_);
  const auto& passing = conditions_->passing(*candidates_);
  for (const std::uint32_t pair : passing) matched_[left_rows_[pair]] = true;
  if (hands_on_pairs(kind_)) out.append(*candidates_, passing);
}

// Rows before `end` have met all their partners: returns those that are wanted for having a match, or none.
void HashJoin::finish_rows(Table& out, std::uint32_t end) {
  if (kind_ == JoinKind::inner) return;
  left_rows_.clear();
  for (std::uint32_t row = finished_; row < end; ++row) {
    if (kind_ == JoinKind::mark || matched_[row] == (kind_ == JoinKind::semi)) left_rows_.push_back(row);
  }
  finished_ = end;
  if (kind_ == JoinKind::left) {
    right_rows_.assign(left_rows_.size(), kNoRow);
    shape_.gather(*input_, left_rows_, *build_, first_rows_.parts(), right_rows_, out);
  } else if (kind_ == JoinKind::mark) {
    append_marked(out);
  } else {
    out.append(*input_, left_rows_);
  }
}

void HashJoin::append_marked(Table& out) const {
  static const Huri yes = *inline_huri(TermView::literal("true", iri::kXsdBoolean));
  static const Huri no = *inline_huri(TermView::literal("false", iri::kXsdBoolean));
  const Table& input = *input_;
  const std::size_t before = out.rows();
  out.resize(before + left_rows_.size());
  for (std::size_t place = 0; place < left_rows_.size(); ++place) {
    const std::uint32_t row = left_rows_[place];
    for (std::size_t column = 0; column < input.width(); ++column) {
      out.column(column)[before + place] = input.column(column)[row];
    }
    out.column(input.width())[before + place] = matched_[row] ? yes : no;
  }
}

bool HashJoin::emit(Context& context, Table& out) {
  collect_pairs(context, context.chunk_rows);
  take_pairs(out);
  const bool more = place_ < first_rows_.rows().size();
  finish_rows(out, more ? first_rows_.rows()[place_] : static_cast<std::uint32_t>(input_->rows()));
  return more;
}

}  // namespace quadrille::query
