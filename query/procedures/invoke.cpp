#include "query/procedures/invoke.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <optional>

#include "base/sort_different.hpp"
#include "dictionary/volatile_huri.hpp"

namespace quadrille::query {

namespace {

using From = ProcedureCall::Input::From;

// True if vertices may be terms that the database does not have.
bool may_be_new(const InvokePlan& plan, const Operator& edges) {
  const auto& columns = edges.schema().columns;
  const auto is_new = [](const Slot& slot) { return !slot.variable && is_query_term(slot.term); };
  const auto has_new_end = [&](const EdgeColumns::Edge& edge) { return is_new(edge.source) || is_new(edge.target); };
  return std::any_of(columns.begin(), columns.end(), [](const auto& column) { return column.maybe_volatile(); }) ||
         std::any_of(plan.columns.edges.begin(), plan.columns.edges.end(), has_new_end) ||
         std::any_of(plan.columns.vertices.begin(), plan.columns.vertices.end(), is_new);
}

}  // namespace

Schema Invoke::schema_of(const InvokePlan& plan, bool may_be_new) {
  Schema schema;
  const auto& results = plan.call->procedure().results;
  for (const VariableId variable : plan.outputs) {
    ColumnInfo column;
    column.variable = variable;
    for (const ProcedureCall::Output& output : plan.call->outputs()) {
      if (output.variable != variable) continue;
      column.maybe_unbound = column.maybe_unbound || results[output.result].maybe_unbound;
      column.maybe_local = column.maybe_local || results[output.result].is_exact;
    }
    column.was_local = may_be_new;
    schema.columns.push_back(column);
  }
  for (const VariableId key : plan.keys) {
    ColumnInfo column;
    column.variable = key;
    column.was_local = true;
    schema.columns.push_back(column);
  }
  return schema;
}

Invoke::Invoke(InvokePlan plan, OperatorPtr edges, OperatorPtr inputs, OperatorPtr beside, int team_size)
    : Operator(schema_of(plan, may_be_new(plan, *edges)), false),
      plan_(std::move(plan)),
      edges_(std::move(edges)),
      inputs_(std::move(inputs)),
      beside_(std::move(beside)) {
  collective_open_ = team_size > 1;
}

std::vector<const Operator*> Invoke::children() const {
  std::vector<const Operator*> all{edges_.get()};
  if (inputs_) all.push_back(inputs_.get());
  if (beside_) all.push_back(beside_.get());
  return all;
}

void Invoke::add_size(Details& details) const {
  ProcedureSize size = plan_.size();
  size.scanned = !plan_.scans.empty();
  // Columns of edges grow by doubling, and rows come in chunks.
  const std::uint64_t of_columns =
      size.scanned ? 0 : std::bit_ceil(size.edges) * (size.weighted ? 3 : 2) * sizeof(Huri);
  const std::uint64_t bytes = plan_.call->procedure().bytes(*plan_.call, size) + of_columns;
  details.emplace_back("graph", fmt::format("about {} vertices, {} edges", size.vertices, size.edges));
  details.emplace_back("needs", fmt::format("about {} bytes", bytes));
}

Details Invoke::details(const PlanWords& words) const {
  Details details{{"algorithm", std::string(plan_.call->procedure().name)}};
  for (const EdgeColumns::Edge& edge : plan_.columns.edges) {
    std::string text = fmt::format("{} -> {}", words.slot(edge.source), words.slot(edge.target));
    if (edge.weight) text += fmt::format(", weight {}", words.slot(*edge.weight));
    details.emplace_back("edges", std::move(text));
  }
  for (const EdgePaths& paths : plan_.scans) {
    details.emplace_back("reads", fmt::format("{}, {}", words.index(paths.by_source), words.index(paths.by_target)));
  }
  if (plan_.size) add_size(details);
  details.emplace_back("results", words.columns(schema_));
  if (!notes_.empty()) details.emplace_back("rounds", fmt::format("{}", fmt::join(notes_, "; ")));
  return details;
}

void Invoke::do_open(Context& context) {
  make_terms_canonical(context);
  Table made(context.arena, plan_.call->outputs().size() + plan_.keys.size());
  {
    EdgeRows rows(context);
    std::optional<EdgeScans> scans;
    if (!plan_.scans.empty()) scans.emplace(context, plan_.scans);
    std::vector<ValueRows> of_edges(plan_.call->inputs().size(), ValueRows(1));
    const bool has_inputs = plan_.call->reads_edges();
    if (has_inputs) read_edges(context, rows, of_edges);
    CallInputs inputs = read_inputs(context, of_edges);
    const ProcedureRun::EdgeSource source{[&] {
                                            if (!has_inputs && !scans) read_edges(context, rows, of_edges);
                                            return rows.edges();
                                          },
                                          [&rows] { rows.clear(); }};
    ProcedureRun run(context, *plan_.call, source, {plan_.memory, plan_.edges_key, &held_}, std::move(inputs), made);
    if (scans) run.set_scans(*scans);
    plan_.call->procedure().run(run);
    notes_ = run.take_notes();
  }
  take_rows(context, made);
}

// Collective. The edges, and the values of inputs that are columns of them.
void Invoke::read_edges(Context& context, EdgeRows& rows, std::vector<ValueRows>& of_edges) {
  edges_->open(context);
  rows.read(*edges_, plan_.columns, [&](const Table& chunk) {
    for (std::size_t number = 0; number < of_edges.size(); ++number) {
      const ProcedureCall::Input& input = plan_.call->inputs()[number];
      if (input.from == From::edges) of_edges[number].add(context, chunk, edges_->schema(), {input.variable});
    }
  });
  rows.expect_weights();
}

// Terms of the call that the database does not have get HURIs that are the same on all images.
void Invoke::make_terms_canonical(Context& context) {
  std::vector<Slot*> slots;
  for (EdgeColumns::Edge& edge : plan_.columns.edges) {
    slots.push_back(&edge.source), slots.push_back(&edge.target);
    if (edge.weight) slots.push_back(&*edge.weight);
  }
  for (Slot& slot : plan_.columns.vertices) slots.push_back(&slot);
  std::erase_if(slots, [](const Slot* slot) { return slot->variable.has_value(); });
  if (slots.empty()) return;
  std::vector<Huri> terms;
  for (const Slot* slot : slots) terms.push_back(slot->term);
  context.dictionary.make_canonical(terms);
  for (std::size_t place = 0; place < slots.size(); ++place) slots[place]->term = terms[place];
}

// Collective. The values of the inputs; one run for each different row of the keys.
CallInputs Invoke::read_inputs(Context& context, std::vector<ValueRows>& of_edges) {
  const ProcedureCall& call = *plan_.call;
  std::vector<std::vector<Huri>> terms = plan_.terms;
  for (std::vector<Huri>& of_parameter : terms) context.dictionary.make_canonical(of_parameter);
  std::vector<std::vector<Huri>> common = terms;
  std::vector<std::vector<std::size_t>> places(terms.size());
  const auto drained = [&](const OperatorPtr& from) {
    if (!from) return Table(context.arena, 0);
    from->open(context);
    return drain(context, *from);
  };
  const Table inputs = drained(inputs_), beside = drained(beside_);
  for (std::size_t number = 0; number < call.inputs().size(); ++number) {
    const ProcedureCall::Input& input = call.inputs()[number];
    if (input.from == From::beside_each) {
      const auto place = std::find(plan_.keys.begin(), plan_.keys.end(), input.variable) - plan_.keys.begin();
      places[input.parameter].push_back(static_cast<std::size_t>(place));
      continue;
    }
    ValueRows& values = of_edges[number];
    if (input.from == From::inputs) values.add(context, inputs, inputs_->schema(), {input.variable});
    if (input.from == From::beside_together) values.add(context, beside, beside_->schema(), {input.variable});
    const std::vector<Huri> united = values.unite(context);
    common[input.parameter].insert(common[input.parameter].end(), united.begin(), united.end());
  }
  std::vector<Huri> keys;
  if (!plan_.keys.empty()) {
    ValueRows values(plan_.keys.size());
    values.add(context, beside, beside_->schema(), plan_.keys);
    keys = values.unite(context);
  }
  return {std::move(terms), std::move(common), std::move(places), std::move(keys), plan_.keys.size()};
}

// Keeps the rows that have the values of results that are terms, and of these the columns that are wanted.
void Invoke::take_rows(Context& context, Table& made) {
  const auto& outputs = plan_.call->outputs();
  std::vector<std::pair<std::size_t, std::size_t>> same;  // columns of one variable
  std::vector<std::size_t> columns;
  for (std::size_t place = 0; place < outputs.size(); ++place) {
    for (std::size_t other = 0; other < place; ++other) {
      if (outputs[place].variable && outputs[other].variable == outputs[place].variable)
        same.emplace_back(other, place);
    }
  }
  for (const VariableId variable : plan_.outputs) {
    const auto is_it = [&](const ProcedureCall::Output& output) { return output.variable == variable; };
    columns.push_back(static_cast<std::size_t>(std::find_if(outputs.begin(), outputs.end(), is_it) - outputs.begin()));
  }
  for (std::size_t key = 0; key < plan_.keys.size(); ++key) columns.push_back(outputs.size() + key);
  const auto is_kept = [&](std::size_t row) {
    for (std::size_t place = 0; place < outputs.size(); ++place) {
      if (!outputs[place].variable && !outputs[place].constant.is_unbound() &&
          made.column(place)[row] != outputs[place].constant) {
        return false;
      }
    }
    return std::all_of(same.begin(), same.end(),
                       [&](const auto& pair) { return made.column(pair.first)[row] == made.column(pair.second)[row]; });
  };
  const bool has_conditions =
      !same.empty() || std::any_of(outputs.begin(), outputs.end(), [](const auto& one) { return !one.variable; });
  if (has_conditions) {
    std::vector<std::uint32_t> kept;
    for (std::size_t row = 0; row < made.rows(); ++row) {
      if (is_kept(row)) kept.push_back(static_cast<std::uint32_t>(row));
    }
    made.keep(kept);
  }
  bool are_all = columns.size() == made.width();
  for (std::size_t place = 0; are_all && place < columns.size(); ++place) are_all = columns[place] == place;
  if (are_all) {
    rows_ = std::make_unique<Table>(std::move(made));
  } else {
    rows_ = std::make_unique<Table>(context.arena, columns.size());
    rows_->append_slice(made, columns, 0, made.rows());
  }
  next_row_ = 0;
}

bool Invoke::do_next(Context& context, Table& out) {
  const std::size_t rows = std::min(rows_->rows() - next_row_, context.chunk_rows);
  if (rows == 0) return false;
  out.append_slice(*rows_, next_row_, rows);
  next_row_ += rows;
  return true;
}

}  // namespace quadrille::query
