#include "query/operators/group.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/bytes.hpp"

namespace quadrille::query {

namespace {

// An image that merges sends its groups after this number of chunks, and then after twice as many, up to the most.
constexpr std::size_t kFirstChunks = 16;
constexpr std::size_t kMostChunks = 256;

// The columns of those variables that the schema has.
std::vector<std::size_t> columns_of(const Schema& schema, const std::vector<VariableId>& variables) {
  std::vector<std::size_t> columns;
  for (const VariableId variable : variables) {
    if (const auto column = schema.column_of(variable)) columns.push_back(*column);
  }
  return columns;
}

}  // namespace

Schema Group::schema_of(const Schema& child, const std::vector<VariableId>& keys,
                        const std::vector<parser::Group::Output>& outputs, bool merge) {
  Schema schema;
  for (const VariableId key : keys) {
    const auto column = child.column_of(key);
    schema.columns.push_back(column ? child.columns[*column] : ColumnInfo{key, true, false});
  }
  schema.outlive_chunks();
  for (const auto& output : outputs) schema.columns.push_back({output.variable, true, true});
  if (merge) {
    schema.distribution = keys.empty() ? Distribution::first() : Distribution::anyhow();
  } else if (child.distribution == Distribution::first()) {
    schema.distribution = Distribution::first();
  } else if (child.distribution.kind == Distribution::Kind::by && schema.has(child.distribution.variable)) {
    schema.distribution = child.distribution;
  } else if (child.distribution == Distribution::replicated()) {
    schema.distribution = Distribution::replicated();
  }
  return schema;
}

Group::Group(OperatorPtr child, std::vector<VariableId> keys, const std::vector<VariableId>& solution,
             std::vector<parser::Group::Output> outputs, Always always, bool merge, Grouping grouping)
    : Operator(schema_of(child->schema(), keys, outputs, merge), child->collective() || merge),
      child_(std::move(child)),
      keys_(std::move(keys)),
      outputs_(std::move(outputs)),
      always_(std::move(always)),
      merge_(merge),
      solution_columns_(columns_of(child_->schema(), solution)),
      value_runs_(outputs_.size()) {
  if (grouping == Grouping::by_hash) return;
  if (!merge_ && !always_.one && !always_.of) runs_.columns = run_columns(child_->schema(), keys_);
  for (std::size_t place = 0; place < outputs_.size(); ++place) {
    if (!outputs_[place].aggregate.distinct) continue;
    value_runs_[place].columns = run_columns(child_->schema(), compared(place, solution));
  }
}

// The keys and the variables that DISTINCT compares in one output.
std::vector<VariableId> Group::compared(std::size_t place, const std::vector<VariableId>& solution) const {
  std::vector<VariableId> variables = keys_;
  for (const auto& argument : outputs_[place].arguments) variables.push_back(argument.variable);
  if (outputs_[place].arguments.empty()) variables.insert(variables.end(), solution.begin(), solution.end());
  return variables;
}

Details Group::details(const PlanWords& words) const {
  Details details;
  if (!keys_.empty()) details.emplace_back("by", words.variables(keys_));
  std::string aggregates;
  for (const auto& output : outputs_) {
    if (!aggregates.empty()) aggregates += ", ";
    aggregates +=
        fmt::format("{} AS {}", words.aggregate(output.aggregate, output.arguments), words.variable(output.variable));
  }
  if (!outputs_.empty()) details.emplace_back("aggregates", shortened(std::move(aggregates), PlanWords::kLongest));
  const bool has_values =
      std::any_of(value_runs_.begin(), value_runs_.end(), [](const Runs& runs) { return runs.columns.has_value(); });
  if (runs_.columns || has_values) {
    details.emplace_back(
        "rows", has_values ? runs_.columns ? "sorted by group and value" : "sorted by value" : "sorted by group");
  }
  if (merge_ && !keys_.empty()) details.emplace_back("merged", "on the image of the group");
  return details;
}

std::vector<const Operator*> Group::children() const {
  if (always_.of) return {child_.get(), always_.of.get()};
  return {child_.get()};
}

void Group::do_open(Context& context) {
  child_->open(context);
  runs_.open(context.data.shards());
  for (Runs& runs : value_runs_) runs.open(context.data.shards());
  groups_ = no_groups(context);
  arguments_ = std::make_unique<AggregateArguments>(context, child_->schema().columns, outputs_);
  // The group of a query without GROUP BY exists even without solutions: on the first member that merges, else on the
  // image of the rows.
  if (always_.one && context.team.is_first()) groups_->keys().make_one();
  if (always_.of) make_groups_of(context, *always_.of);
  groups_->add_states();
  if (runs_.finder) {
    input_ = std::make_unique<Table>(context.arena, child_->schema().columns.size());
  } else if (merge_) {
    add_and_merge(context);
  } else {
    for_each_chunk(context, *child_, [&](const Table& rows) { add_rows(context, rows); });
  }
}

std::unique_ptr<GroupStates> Group::no_groups(Context& context) const {
  std::vector<bool> adjacent;
  for (const Runs& runs : value_runs_) adjacent.push_back(runs.finder.has_value());
  return std::make_unique<GroupStates>(context.arena, columns_of(child_->schema(), keys_), outputs_,
                                       std::move(adjacent));
}

// Groups with DISTINCT know which values they have seen, so they are sent only at the end; so is the one group of a
// query without GROUP BY.
void Group::add_and_merge(Context& context) {
  const bool may_send = !keys_.empty() && std::none_of(outputs_.begin(), outputs_.end(),
                                                       [](const auto& output) { return output.aggregate.distinct; });
  std::unique_ptr<GroupStates> whole = std::exchange(groups_, no_groups(context));
  Table rows(context.arena, child_->schema().columns.size());
  bool more = true;
  std::size_t most = kFirstChunks;
  do {
    for (std::size_t chunks = 0; more && (!may_send || chunks < most); ++chunks) {
      more = child_->next(context, rows);
      if (more) add_rows(context, rows);
    }
    groups_->send_to(*whole, context.team);
    groups_->clear();
    most = std::min(2 * most, kMostChunks);
  } while (may_send && context.team.any(more));
  groups_ = std::move(whole);
}

void Group::make_groups_of(Context& context, Operator& tables) {
  const std::vector<std::size_t> columns = columns_of(tables.schema(), keys_);
  tables.open(context);
  for_each_chunk(context, tables, [&](const Table& rows) { groups_->keys().find(rows, columns); });
}

// COUNT(DISTINCT ...) where equal values are adjacent: only reads whether a value is bound; whole solutions are always
// counted.
void Group::count_values(const Table& rows, std::size_t place) {
  const auto& arguments = outputs_[place].arguments;
  std::span<const Huri> values;
  if (!arguments.empty()) {
    const auto column = child_->schema().column_of(arguments.front().variable);
    if (!column) return;  // unbound in all rows
    values = rows.column(*column);
  }
  for (const std::uint32_t row : value_runs_[place].finder->find(rows)) {
    if (!values.empty() && values[row].is_unbound()) continue;
    accumulator(row, place).add_solutions(1);
  }
}

// COUNT(*) of rows whose groups are known.
void Group::count_rows(Context& context, const Table& rows, std::size_t place) {
  const GroupKeys& keys = groups_->keys();
  if (!outputs_[place].aggregate.distinct) {
    if (keys.keys().width() == 0) {
      if (!rows.empty()) groups_->of(0, place).accumulator.add_solutions(rows.rows());
      return;
    }
    for (std::size_t row = 0; row < rows.rows();) {  // adjacent rows of one group together
      const std::uint32_t group = keys.group_of(row);
      std::size_t end = row + 1;
      while (end < rows.rows() && keys.group_of(end) == group) ++end;
      groups_->of(group, place).accumulator.add_solutions(end - row);
      row = end;
    }
    return;
  }
  if (value_runs_[place].finder) return count_values(rows, place);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    std::string bytes;
    for (const std::size_t column : solution_columns_) {
      append_word(bytes, rows.column(column)[row]);
    }
    context.arena.charge(bytes.size());
    GroupStates::State& state = groups_->of(keys.group_of(row), place);
    if (state.seen->add_row(std::move(bytes))) state.accumulator.add_solutions(1);
  }
}

void Group::add_rows(Context& context, const Table& rows) {
  if (runs_.finder) {
    groups_->keys().find_adjacent(rows, runs_.finder->find(rows));
  } else {
    groups_->keys().find(rows);
  }
  groups_->add_states();
  arguments_->begin(rows);
  for (std::size_t place = 0; place < outputs_.size(); ++place) {
    std::optional<KeyRuns>& runs = value_runs_[place].finder;
    if (!arguments_->has(place)) {
      count_rows(context, rows, place);
    } else if (runs && outputs_[place].aggregate.kind == parser::AggregateKind::count) {
      count_values(rows, place);
    } else if (const auto values = arguments_->values(place); runs) {
      for (const std::uint32_t row : runs->find(rows)) {
        accumulator(row, place).add(values[row]);
      }
    } else {
      for (std::size_t row = 0; row < rows.rows(); ++row) {
        GroupStates::State& state = groups_->of(groups_->keys().group_of(row), place);
        if (state.seen && values[row].is_bound() && !state.seen->add(values[row])) continue;
        state.accumulator.add(values[row]);
      }
    }
  }
  arguments_->end();
  context.check();
}

// Returns the groups that ended with a chunk of the child. A collective child is called once a call, by all images
// alike (O1).
bool Group::next_in_order(Context& context, Table& out) {
  if (ended_) return false;
  if (written_ > 0) groups_->drop(std::exchange(written_, 0));
  while (!child_ended_) {
    child_ended_ = !child_->next(context, *input_);
    if (!child_ended_) add_rows(context, *input_);
    const std::size_t open = child_ended_ || groups_->size() == 0 ? 0 : 1;
    written_ = groups_->size() - open;
    if (written_ > 0 || collective()) break;
  }
  ended_ = child_ended_;
  if (written_ > 0) write(context, 0, written_, out);
  return true;
}

bool Group::do_next(Context& context, Table& out) {
  if (runs_.finder) return next_in_order(context, out);
  const std::size_t rows = std::min(groups_->size() - written_, context.chunk_rows);
  if (collective() ? !context.team.any(rows > 0) : rows == 0) return false;
  if (rows > 0) write(context, written_, written_ + rows, out);
  written_ += rows;
  return true;
}

void Group::write(Context& context, std::size_t from, std::size_t to, Table& out) {
  Evaluation& evaluation = arguments_->evaluation();
  out.resize(to - from);
  std::size_t key_column = 0;
  for (std::size_t place = 0; place < keys_.size(); ++place) {
    const auto target = out.column(place);
    if (child_->schema().has(keys_[place])) {
      const auto keys = std::as_const(*groups_).keys().keys().column(key_column++).subspan(from, to - from);
      std::copy(keys.begin(), keys.end(), target.begin());
    } else {
      std::fill(target.begin(), target.end(), kUnbound);
    }
  }
  for (std::size_t place = 0; place < outputs_.size(); ++place) {
    std::vector<Value> values;
    values.reserve(to - from);
    for (std::size_t group = from; group < to; ++group) {
      values.push_back(groups_->of(group, place).accumulator.result(evaluation.context().arena));
    }
    Batch batch;
    batch.rows = values.size();
    context.dictionary.huris_of(values, batch, evaluation.context(), out.column(keys_.size() + place));
  }
  evaluation.release();
}

}  // namespace quadrille::query
