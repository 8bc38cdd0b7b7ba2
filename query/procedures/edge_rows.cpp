#include "query/procedures/edge_rows.hpp"

#include <array>
#include <cmath>
#include <memory_resource>
#include <span>

#include "dictionary/inline_value.hpp"
#include "dictionary/numeric_value.hpp"
#include "query/operators/slot_values.hpp"

namespace quadrille::query {

namespace {

constexpr double kNoNumber = -1;

// The value of a number, kNoNumber for a negative one and for every other term.
double weight_in(QueryDictionary& dictionary, Huri huri) {
  double value = kNoNumber;
  if (!huri.is_volatile() && huri.kind() == HuriKind::integer) {
    value = static_cast<double>(integer_value(huri));
  } else if (!huri.is_volatile() && huri.kind() == HuriKind::decimal) {
    value = static_cast<double>(decimal_micros(huri)) / 1e6;
  } else if (!huri.is_volatile() && huri.kind() == HuriKind::floating) {
    value = floating_value(huri);
  } else if (huri.is_literal() && (huri.is_volatile() || EdgeRows::read_kinds().has(huri.kind()))) {
    std::pmr::monotonic_buffer_resource texts;
    TermView term;
    dictionary.read(std::span(&huri, 1), std::span(&term, 1), texts);
    const auto number = numeric_value(term);
    if (number) value = to_double(*number);
  }
  return value >= 0 && std::isfinite(value) ? value : kNoNumber;
}

// The values of a slot, if it is a column without unbound cells.
std::optional<std::span<const Huri>> bound_column(const Slot& slot, const Schema& schema, const Table& chunk) {
  if (!slot.variable) return std::nullopt;
  const std::size_t column = *schema.column_of(*slot.variable);
  if (schema.columns[column].maybe_unbound) return std::nullopt;
  return chunk.column(column);
}

}  // namespace

EdgeRows::EdgeRows(Context& context)
    : context_(context),
      sources_(&context.arena),
      targets_(&context.arena),
      vertices_(&context.arena),
      weights_(&context.arena) {}

void EdgeRows::read(Operator& from, const EdgeColumns& columns, const std::function<void(const Table&)>& also) {
  kept_.assign(columns.kept.size(), Column<Huri>(&context_.arena));
  for (const Slot& slot : columns.vertices) {
    if (!slot.variable && context_.team.is_first()) vertices_.push_back(slot.term);
  }
  for_each_chunk(context_, from, [&](const Table& chunk) {
    add(columns, from.schema(), chunk);
    also(chunk);
  });
}

void EdgeRows::clear() {
  for (auto* column : {&sources_, &targets_, &vertices_}) *column = Column<Huri>(&context_.arena);
  weights_ = Column<double>(&context_.arena);
  kept_.clear();
}

void EdgeRows::add(const EdgeColumns& columns, const Schema& schema, const Table& chunk) {
  for (const EdgeColumns::Edge& edge : columns.edges) {
    const auto sources = bound_column(edge.source, schema, chunk), targets = bound_column(edge.target, schema, chunk);
    if (sources && targets && !edge.weight && kept_.empty()) {
      sources_.insert(sources_.end(), sources->begin(), sources->end());
      targets_.insert(targets_.end(), targets->begin(), targets->end());
      continue;
    }
    const SlotValues source(edge.source, schema, chunk), target(edge.target, schema, chunk);
    const SlotValues weight(edge.weight.value_or(edge.source), schema, chunk);
    std::vector<SlotValues> kept;
    for (const Slot& slot : columns.kept) kept.emplace_back(slot, schema, chunk);
    for (std::size_t row = 0; row < chunk.rows(); ++row) {
      const Huri from = source.at(row), to = target.at(row);
      if (from.is_unbound() || to.is_unbound()) continue;
      sources_.push_back(from);
      targets_.push_back(to);
      for (std::size_t place = 0; place < kept.size(); ++place) kept_[place].push_back(kept[place].at(row));
      if (edge.weight) weights_.push_back(weight_of(weight.at(row), edge, from, to));
    }
  }
  for (const Slot& slot : columns.vertices) {
    if (!slot.variable) continue;
    const SlotValues vertex(slot, schema, chunk);
    for (std::size_t row = 0; row < chunk.rows(); ++row) {
      if (!vertex.at(row).is_unbound()) vertices_.push_back(vertex.at(row));
    }
  }
}

double EdgeRows::weight_of(Huri huri, const EdgeColumns::Edge& edge, Huri source, Huri target) {
  const bool may_be_other = edge.in_predicate && !huri.is_literal();
  if (may_be_other) return 1;
  const double value = weight_in(context_.dictionary, huri);
  if (value != kNoNumber) return value;
  const BadWeight bad{source, target, huri};
  if (!bad_ || bad < *bad_) bad_ = bad;
  return 0;
}

void EdgeRows::expect_weights() {
  BadWeight least{Huri(~std::uint64_t{0}), {}, {}};
  for (const BadWeight& bad : context_.team.all_gather(bad_.value_or(least))) least = std::min(least, bad);
  if (least.source == Huri(~std::uint64_t{0})) return;
  const std::vector<std::string> texts = texts_of(context_, std::array{least.source, least.target, least.weight});
  fail(ErrorKind::user, "the weight of the edge {} -> {} must be a number that is at least 0, not {}", texts[0],
       texts[1], texts[2]);
}

}  // namespace quadrille::query
