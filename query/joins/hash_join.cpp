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

Schema HashJoin::schema_of(JoinKind kind, const Schema& left, const Schema& right, VariableId mark) {
  const JoinShape shape(left, right);
  Schema schema = left;
  if (hands_on_pairs(kind)) schema.columns = shape.columns;
  if (kind == JoinKind::left) {
    for (std::size_t column = left.columns.size(); column < schema.columns.size(); ++column) {
      schema.columns[column].maybe_unbound = true;
    }
    // A left row may have no partner, so variables that only the right binds for sure may be unbound.
    for (const auto& [l, r] : shape.loose) schema.columns[l].maybe_unbound = left.columns[l].maybe_unbound;
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
    : Pipe(schema_of(kind, left->schema(), right->schema(), details.mark), std::move(left)),
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
  std::size_t parts_key = 0;  // of the keys: parts_by
  if (details_.parts_by) {
    const std::vector<std::size_t> keys = shape_.left_keys();
    const std::size_t column = *child_->schema().column_of(*details_.parts_by);
    parts_key = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), column) - keys.begin());
    QUADRILLE_ASSERT(parts_key < keys.size(), "both sides bind what the right is in parts by");
    build_ = BuildSide::in_parts(context, std::move(rows), shape_.right_keys(), parts_key);
  } else {
    shape_.tighten(child_->schema(), rows);
    build_.emplace(context, std::move(rows), shape_.right_keys());
  }
  Pipe::do_open(context);
  pairs_.emplace(shape_, *build_, parts_key);
  candidates_ = std::make_unique<Table>(context.arena, shape_.columns.size());
  if (!details_.conditions.empty())
    conditions_ = std::make_unique<Conditions>(context, details_.conditions, shape_.columns);
}

void HashJoin::begin(Context&, Table& input) {
  input_ = &input;
  finished_ = 0;
  matched_.assign(input.rows(), false);
  pairs_->begin(input);
}

// Collects the next pairs of rows that may match.
void HashJoin::collect_pairs(Context& context) {
  using Verdict = CandidatePairs::Verdict;
  const bool one_is_enough = !hands_on_pairs(kind_) && details_.conditions.empty();
  if (!one_is_enough) pairs_->expect(context.chunk_rows);
  pairs_->next(context, context.chunk_rows, [&](std::uint32_t left_row, const Table& right, std::uint32_t partner) {
    if (kind_ == JoinKind::minus && !shape_.share_a_binding(details_.shared, *input_, left_row, right, partner))
      return Verdict::drop;
    if (!one_is_enough) return Verdict::take;
    matched_[left_row] = true;
    return Verdict::row_is_done;
  });
}

// Tests the pairs and returns those that match.
void HashJoin::take_pairs(Table& out) {
  const auto left_rows = pairs_->left_rows();
  const auto gather = [&](Table& into) {
    shape_.gather(*input_, left_rows, *build_, pairs_->parts(), pairs_->right_rows(), into);
  };
  if (!conditions_) {
    for (const std::uint32_t row : left_rows) matched_[row] = true;
    if (hands_on_pairs(kind_)) gather(out);
    return;
  }
  candidates_->clear();
  gather(*candidates_);
  const auto& passing = conditions_->passing(*candidates_);
  for (const std::uint32_t pair : passing) matched_[left_rows[pair]] = true;
  if (hands_on_pairs(kind_)) out.append(*candidates_, passing);
}

// Rows before `end` have met all their partners: returns those that are wanted for having a match, or none.
void HashJoin::finish_rows(Table& out, std::uint32_t end) {
  if (kind_ == JoinKind::inner) return;
  finishing_.clear();
  for (std::uint32_t row = finished_; row < end; ++row) {
    if (kind_ == JoinKind::mark || matched_[row] == (kind_ == JoinKind::semi)) finishing_.push_back(row);
  }
  finished_ = end;
  if (kind_ == JoinKind::left) {
    const std::vector<std::uint32_t> no_partners(finishing_.size(), kNoRow);
    shape_.gather(*input_, finishing_, *build_, pairs_->parts(), no_partners, out);
  } else if (kind_ == JoinKind::mark) {
    append_marked(out);
  } else {
    out.append(*input_, finishing_);
  }
}

void HashJoin::append_marked(Table& out) const {
  static const Huri yes = *inline_huri(TermView::literal("true", iri::kXsdBoolean));
  static const Huri no = *inline_huri(TermView::literal("false", iri::kXsdBoolean));
  const std::size_t before = out.rows();
  out.append(*input_, finishing_);
  const auto marks = out.column(input_->width()).subspan(before);
  std::transform(finishing_.begin(), finishing_.end(), marks.begin(),
                 [this](std::uint32_t row) { return matched_[row] ? yes : no; });
}

bool HashJoin::emit(Context& context, Table& out) {
  collect_pairs(context);
  take_pairs(out);
  finish_rows(out, pairs_->first_open_row());
  return pairs_->has_more();
}

}  // namespace quadrille::query
