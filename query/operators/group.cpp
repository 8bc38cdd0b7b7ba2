#include "query/operators/group.hpp"

#include <fmt/format.h>

#include "query/operators/to_first.hpp"

namespace quadrille::query {

namespace {

Schema grouped(const Operator& child, const std::vector<VariableId>& keys,
               const std::vector<parser::Group::Output>& outputs, bool merge) {
  Schema schema;
  for (const VariableId key : keys) {
    const auto column = child.schema().column_of(key);
    schema.columns.push_back(column ? child.schema().columns[*column] : ColumnInfo{key, true, false});
  }
  schema.outlive_chunks();
  for (const auto& output : outputs) schema.columns.push_back({output.variable, true, true});
  if (merge || child.schema().distribution == Distribution::first()) {
    schema.distribution = Distribution::first();
  } else if (child.schema().distribution.kind == Distribution::Kind::by &&
             schema.has(child.schema().distribution.variable)) {
    schema.distribution = child.schema().distribution;
  } else if (child.schema().distribution == Distribution::replicated()) {
    schema.distribution = Distribution::replicated();
  }
  return schema;
}

}  // namespace

Group::Group(OperatorPtr child, std::vector<VariableId> keys, std::vector<VariableId> solution,
             std::vector<parser::Group::Output> outputs, Always always, bool merge, Grouping grouping)
    : Operator(grouped(*child, keys, outputs, merge), child->collective() || merge),
      child_(std::move(child)),
      keys_(std::move(keys)),
      solution_(std::move(solution)),
      outputs_(std::move(outputs)),
      always_(std::move(always)),
      merge_(merge),
      value_columns_(outputs_.size()) {
  if (grouping == Grouping::by_hash) return;
  if (!merge_ && !always_.one && !always_.of) run_columns_ = run_columns(child_->schema(), keys_);
  for (std::size_t place = 0; place < outputs_.size(); ++place) {
    if (outputs_[place].aggregate.distinct) value_columns_[place] = run_columns(child_->schema(), compared(place));
  }
}

// The keys and the variables that DISTINCT compares in one output.
std::vector<VariableId> Group::compared(std::size_t place) const {
  std::vector<VariableId> variables = keys_;
  for (const auto& argument : outputs_[place].arguments) variables.push_back(argument.variable);
  if (outputs_[place].arguments.empty()) variables.insert(variables.end(), solution_.begin(), solution_.end());
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
      std::any_of(value_columns_.begin(), value_columns_.end(), [](const auto& one) { return one; });
  if (run_columns_ || has_values) {
    details.emplace_back(
        "rows", has_values ? run_columns_ ? "sorted by group and value" : "sorted by value" : "sorted by group");
  }
  return details;
}

std::vector<const Operator*> Group::children() const {
  if (always_.of) return {child_.get(), always_.of.get()};
  return {child_.get()};
}

void Group::do_open(Context& context) {
  child_->open(context);
  for (const VariableId key : keys_) {
    if (const auto column = child_->schema().column_of(key)) key_columns_.push_back(*column);
  }
  for (const VariableId variable : solution_) {
    if (const auto column = child_->schema().column_of(variable)) solution_columns_.push_back(*column);
  }
  if (run_columns_) runs_ = std::make_unique<KeyRuns>(*run_columns_, context.snapshot.shards());
  for (const auto& columns : value_columns_) {
    value_runs_.push_back(columns ? std::make_unique<KeyRuns>(*columns, context.snapshot.shards()) : nullptr);
  }
  groups_ = std::make_unique<Table>(context.arena, key_columns_.size());
  slots_.assign(256, kNoRow);
  evaluation_ = std::make_unique<Evaluation>(context);
  const VariableColumns columns = variable_columns(child_->schema().columns);
  for (const auto& output : outputs_) {
    arguments_.push_back(output.arguments.empty()
                             ? nullptr
                             : std::make_unique<Evaluator>(output.arguments.front(), columns, evaluation_->context()));
  }
  // The group of a query without GROUP BY exists even without solutions: on every member whose states are merged, else
  // on the image of the rows.
  if (always_.one && (merge_ || context.team.is_first())) new_group(context, {});
  if (always_.of) make_groups_of(context, *always_.of);
  if (runs_) {
    input_ = std::make_unique<Table>(context.arena, child_->schema().columns.size());
    return;
  }
  for_each_chunk(context, *child_, [&](const Table& rows) { add_rows(context, rows); });
  if (merge_) merge_members(context);
}

void Group::make_groups_of(Context& context, Operator& tables) {
  std::vector<std::size_t> columns;
  for (const VariableId key : keys_) columns.push_back(*tables.schema().column_of(key));
  tables.open(context);
  for_each_chunk(context, tables, [&](const Table& rows) { find_groups(context, rows, columns); });
}

void Group::new_group(Context& context, std::span<const Huri> key) {
  const std::size_t group = groups_->rows();
  groups_->resize(group + 1);
  for (std::size_t column = 0; column < key.size(); ++column) groups_->column(column)[group] = key[column];
  for (std::size_t place = 0; place < outputs_.size(); ++place) {
    if (states_.size() == states_.capacity()) {
      const std::size_t room = std::max<std::size_t>(16, states_.size());
      context.arena.charge(room * sizeof(State));
      states_.reserve(states_.size() + room);
    }
    const parser::Aggregate& aggregate = outputs_[place].aggregate;
    std::pmr::memory_resource& memory = context.arena.own();
    const bool remembers = aggregate.distinct && !value_runs_[place];
    states_.push_back({Accumulator(aggregate, memory), remembers ? std::make_unique<DistinctValues>(memory) : nullptr});
  }
}

// find_groups() where the rows of a group are adjacent: the last group continues, or another begins.
void Group::begin_groups(Context& context, const Table& rows) {
  group_of_row_.resize(rows.rows());
  std::vector<Huri> key(key_columns_.size());
  std::size_t filled = 0;
  const auto fill_to = [&](std::size_t end) {
    if (end > filled) std::fill(group_of_row_.begin() + filled, group_of_row_.begin() + end, groups_->rows() - 1);
    filled = end;
  };
  for (const std::uint32_t row : runs_->find(rows)) {
    fill_to(row);
    for (std::size_t place = 0; place < key.size(); ++place) key[place] = rows.column(key_columns_[place])[row];
    new_group(context, key);
  }
  fill_to(rows.rows());
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
  for (const std::uint32_t row : value_runs_[place]->find(rows)) {
    if (!values.empty() && values[row].is_unbound()) continue;
    states_[group_of_row_[row] * outputs_.size() + place].accumulator.add_solutions(1);
  }
}

// Fills group_of_row_; creates groups that do not exist yet.
void Group::find_groups(Context& context, const Table& rows, std::span<const std::size_t> columns) {
  group_of_row_.assign(rows.rows(), 0);
  if (columns.empty()) {
    if (groups_->empty() && !rows.empty()) new_group(context, {});
    return;
  }
  std::vector<const Huri*> keys;
  hashes_.assign(rows.rows(), 0);
  for (const std::size_t column : columns) {
    const std::span<const Huri> values = rows.column(column);
    keys.push_back(values.data());
    for (std::size_t row = 0; row < values.size(); ++row) hashes_[row] = mix_hash(hashes_[row], values[row]);
  }
  const auto as_before = [&](std::size_t row) {
    return std::all_of(keys.begin(), keys.end(), [row](const Huri* key) { return key[row] == key[row - 1]; });
  };
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const bool repeated = row > 0 && hashes_[row] == hashes_[row - 1] && as_before(row);
    group_of_row_[row] = repeated ? group_of_row_[row - 1] : group_of(context, keys, row);
  }
}

std::uint32_t Group::group_of(Context& context, std::span<const Huri* const> keys, std::size_t row) {
  const std::uint64_t hash = hashes_[row] ^ (hashes_[row] >> 32);
  const auto equal = [&](std::uint32_t group) {
    if (group_hashes_[group] != hash) return false;
    for (std::size_t column = 0; column < keys.size(); ++column) {
      if (std::as_const(*groups_).column(column)[group] != keys[column][row]) return false;
    }
    return true;
  };
  std::uint64_t slot = hash & (slots_.size() - 1);
  while (slots_[slot] != kNoRow && !equal(slots_[slot])) slot = (slot + 1) & (slots_.size() - 1);
  if (slots_[slot] != kNoRow) return slots_[slot];
  std::vector<Huri> key;
  for (const Huri* column : keys) key.push_back(column[row]);
  const auto group = static_cast<std::uint32_t>(groups_->rows());
  new_group(context, key);
  group_hashes_.push_back(hash);
  slots_[slot] = group;
  if (groups_->rows() * 2 > slots_.size()) double_slots(context);
  return group;
}

void Group::double_slots(Context& context) {
  context.arena.charge(slots_.size() * (sizeof(std::uint32_t) + sizeof(std::uint64_t) / 2));
  slots_.assign(slots_.size() * 2, kNoRow);
  for (std::uint32_t group = 0; group < group_hashes_.size(); ++group) {
    std::uint64_t slot = group_hashes_[group] & (slots_.size() - 1);
    while (slots_[slot] != kNoRow) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = group;
  }
}

// COUNT(*) of rows whose groups are known.
void Group::count_rows(Context& context, const Table& rows, std::size_t place) {
  const auto state_of = [&](std::uint32_t group) -> State& { return states_[group * outputs_.size() + place]; };
  if (!outputs_[place].aggregate.distinct) {
    if (key_columns_.empty()) {
      if (!rows.empty()) state_of(0).accumulator.add_solutions(rows.rows());
      return;
    }
    for (std::size_t row = 0; row < rows.rows();) {  // adjacent rows of one group together
      const std::uint32_t group = group_of_row_[row];
      std::size_t end = row + 1;
      while (end < rows.rows() && group_of_row_[end] == group) ++end;
      state_of(group).accumulator.add_solutions(end - row);
      row = end;
    }
    return;
  }
  if (value_runs_[place]) return count_values(rows, place);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    std::string bytes;
    for (const std::size_t column : solution_columns_) {
      const std::uint64_t bits = rows.column(column)[row].bits();
      bytes.append(reinterpret_cast<const char*>(&bits), sizeof bits);
    }
    context.arena.charge(bytes.size());
    State& state = state_of(group_of_row_[row]);
    if (state.seen->add_row(std::move(bytes))) state.accumulator.add_solutions(1);
  }
}

void Group::add_rows(Context& context, const Table& rows) {
  runs_ ? begin_groups(context, rows) : find_groups(context, rows, key_columns_);
  const BatchView view(rows, solutions_);
  for (std::size_t place = 0; place < outputs_.size(); ++place) {
    const auto state_of = [&](std::size_t row) -> State& {
      return states_[group_of_row_[row] * outputs_.size() + place];
    };
    if (!arguments_[place]) {
      count_rows(context, rows, place);
      continue;
    }
    if (value_runs_[place] && outputs_[place].aggregate.kind == parser::AggregateKind::count) {
      count_values(rows, place);
      continue;
    }
    values_.assign(rows.rows(), Value());
    arguments_[place]->evaluate(view.batch(), values_);
    const KindSet read = read_kinds(outputs_[place].aggregate.kind);
    if (!read.empty()) read_values(evaluation_->context(), view.batch(), values_, read);
    if (value_runs_[place]) {
      for (const std::uint32_t row : value_runs_[place]->find(rows)) state_of(row).accumulator.add(values_[row]);
      continue;
    }
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      State& state = state_of(row);
      if (state.seen && values_[row].is_bound() && !state.seen->add(values_[row])) continue;
      state.accumulator.add(values_[row]);
    }
  }
  solutions_ += rows.rows();
  evaluation_->release();
  context.check();
}

// Merges all members' states of the one group on the first member.
void Group::merge_members(Context& context) {
  std::string mine;
  for (const State& state : states_) state.accumulator.save(mine);
  bool is_own = true;  // the first states are its own
  ToFirst(context.team, context.arena).gather(mine, [&](std::string_view bytes) {
    if (std::exchange(is_own, false)) return;
    const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
    for (std::size_t place = 0; place < outputs_.size(); ++place) {
      Accumulator theirs(outputs_[place].aggregate);
      theirs.load(from);
      states_[place].accumulator.merge(theirs);
    }
  });
  if (!context.team.is_first()) groups_->clear();
}

// Returns the groups that ended with a chunk of the child. A collective child is called once a call, by all images
// alike (O1).
bool Group::next_in_order(Context& context, Table& out) {
  if (ended_) return false;
  drop_written();
  while (!child_ended_) {
    child_ended_ = !child_->next(context, *input_);
    if (!child_ended_) add_rows(context, *input_);
    const std::size_t open = child_ended_ || groups_->empty() ? 0 : 1;
    written_ = groups_->rows() - open;
    if (written_ > 0 || collective()) break;
  }
  ended_ = child_ended_;
  if (written_ > 0) write(context, 0, written_, out);
  return true;
}

// Drops all groups but the one that continues.
void Group::drop_written() {
  if (written_ == 0) return;
  const std::size_t left = groups_->rows() - written_;
  for (std::size_t column = 0; column < groups_->width(); ++column) {
    const std::span<Huri> keys = groups_->column(column);
    std::copy(keys.begin() + static_cast<std::ptrdiff_t>(written_), keys.end(), keys.begin());
  }
  groups_->resize(left);
  std::vector<State> open;
  open.reserve(states_.capacity());
  for (std::size_t place = written_ * outputs_.size(); place < states_.size(); ++place) {
    open.push_back(std::move(states_[place]));
  }
  states_.swap(open);
  written_ = 0;
}

bool Group::do_next(Context& context, Table& out) {
  if (runs_) return next_in_order(context, out);
  const std::size_t rows = std::min(groups_->rows() - written_, context.chunk_rows);
  if (collective() ? !context.team.any(rows > 0) : rows == 0) return false;
  if (rows > 0) write(context, written_, written_ + rows, out);
  written_ += rows;
  return true;
}

void Group::write(Context& context, std::size_t from, std::size_t to, Table& out) {
  out.resize(to - from);
  std::size_t key_column = 0;
  for (std::size_t place = 0; place < keys_.size(); ++place) {
    const auto target = out.column(place);
    if (child_->schema().has(keys_[place])) {
      const auto keys = std::as_const(*groups_).column(key_column++).subspan(from, to - from);
      std::copy(keys.begin(), keys.end(), target.begin());
    } else {
      std::fill(target.begin(), target.end(), kUnbound);
    }
  }
  for (std::size_t place = 0; place < outputs_.size(); ++place) {
    values_.clear();
    for (std::size_t group = from; group < to; ++group) {
      values_.push_back(states_[group * outputs_.size() + place].accumulator.result(evaluation_->context().arena));
    }
    Batch batch;
    batch.rows = values_.size();
    context.dictionary.huris_of(values_, batch, evaluation_->context(), out.column(keys_.size() + place));
  }
  evaluation_->release();
}

}  // namespace quadrille::query
