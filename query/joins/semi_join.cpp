#include "query/joins/semi_join.hpp"

#include <algorithm>

#include "dictionary/inline_term.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

Schema SemiJoin::schema_of(JoinKind kind, const Schema& left, VariableId mark) {
  Schema schema = left;
  schema.outlive_chunks();  // a round combines several chunks
  if (kind == JoinKind::mark) schema.columns.push_back({mark, false, false});
  return schema;
}

SemiJoin::SemiJoin(JoinKind kind, OperatorPtr left, RoutedPath way, VariableId mark)
    : UnaryOperator(schema_of(kind, left->schema(), mark), true, std::move(left)),
      kind_(kind),
      way_(std::move(way)),
      matches_(way_, child_->schema()) {}

Details SemiJoin::details(const PlanWords& words) const {
  Details details{
      {"kind", std::string(name(kind_))}, {"pattern", words.pattern(way_.path)}, {"index", words.index(way_.path)}};
  details.emplace_back("at", "the owner of " + words.variable(way_.at));
  if (kind_ == JoinKind::mark) details.emplace_back("mark", words.variable(schema_.columns.back().variable));
  return details;
}

void SemiJoin::do_open(Context& context) {
  child_->open(context);
  input_ = std::make_unique<Table>(context.arena, child_->schema().columns.size());
  more_ = std::make_unique<Table>(context.arena, child_->schema().columns.size());
  matches_.open(context);
}

bool SemiJoin::do_next(Context& context, Table& out) {
  Table& rows = kind_ == JoinKind::mark ? *input_ : out;
  if (!read_rows(context, rows)) return false;
  matches_.find(context, rows);
  kind_ == JoinKind::mark ? add_mark(rows, out) : keep(rows);
  return true;
}

// True if a round has enough rows. All members must read the same number of chunks of a collective child; one chunk of
// it may be a round of another semi-join below.
bool SemiJoin::is_full(Context& context, const Table& rows, std::size_t chunks, std::size_t wanted) const {
  const bool has_rows = rows.rows() >= wanted * context.chunk_rows;
  if (!child_->collective()) return has_rows;
  return chunks == wanted || (chunks > 0 && context.team.any(has_rows));
}

// Reads the rows of a round; false, on all images, if no image has any.
bool SemiJoin::read_rows(Context& context, Table& rows) {
  rows.clear();
  const std::size_t wanted = chunks_;
  chunks_ = std::min(2 * chunks_, cost::kChunksAsked);
  for (std::size_t chunk = 0; !child_ended_ && !is_full(context, rows, chunk, wanted); ++chunk) {
    child_ended_ = !child_->next(context, *more_);
    if (rows.empty()) {
      rows.swap(*more_);
    } else {
      rows.append(*more_);
    }
  }
  return (child_->collective() && !child_ended_) || context.team.any(!rows.empty());
}

void SemiJoin::keep(Table& rows) const {
  const bool wanted = kind_ == JoinKind::semi;
  std::vector<std::uint32_t> picked;
  picked.reserve(rows.rows());
  for (std::uint32_t row = 0; row < rows.rows(); ++row) {
    if (matches_.has_match(row) == wanted) picked.push_back(row);
  }
  rows.keep(picked);
}

void SemiJoin::add_mark(const Table& rows, Table& out) const {
  static const Huri yes = *inline_huri(TermView::literal("true", iri::kXsdBoolean));
  static const Huri no = *inline_huri(TermView::literal("false", iri::kXsdBoolean));
  out.append(rows);
  const std::span<Huri> marks = out.column(rows.width());
  for (std::size_t row = 0; row < rows.rows(); ++row) marks[row] = matches_.has_match(row) ? yes : no;
}

}  // namespace quadrille::query
