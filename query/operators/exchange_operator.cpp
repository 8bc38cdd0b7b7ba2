#include "query/operators/exchange_operator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "quadstore/sharding.hpp"
#include "query/table/row_index.hpp"

namespace quadrille::query {

namespace {

constexpr std::int32_t kEveryMember = -1;

}  // namespace

Schema Exchange::schema_of(const Schema& child, Distribution to) {
  Schema schema = child;
  schema.distribution = to;
  schema.leave_texts();
  schema.sorted_by.clear();  // chunks of several images are concatenated
  return schema;
}

Exchange::Exchange(OperatorPtr child, Distribution to) : Exchange(std::move(child), to, false) {}

Exchange::Exchange(OperatorPtr child, Distribution to, bool heavy_everywhere)
    : UnaryOperator(schema_of(child->schema(), heavy_everywhere ? Distribution::anyhow() : to), true, std::move(child)),
      to_(to),
      heavy_everywhere_(heavy_everywhere) {}

OperatorPtr Exchange::with_heavy_everywhere(OperatorPtr child, VariableId variable) {
  return OperatorPtr(new Exchange(std::move(child), Distribution::by(variable), true));
}

Exchange::Exchange(OperatorPtr child, std::vector<VariableId> keys)
    : UnaryOperator(schema_of(child->schema(), Distribution::anyhow()), true, std::move(child)) {
  for (const VariableId key : keys) keys_.push_back(*schema_.column_of(key));
}

std::vector<VariableId> Exchange::keys() const {
  std::vector<VariableId> keys;
  for (const std::size_t key : keys_) keys.push_back(schema_.columns[key].variable);
  return keys;
}

Details Exchange::details(const PlanWords& words) const {
  if (!keys_.empty()) return {{"to", fmt::format("the image chosen by the hash of {}", words.variables(keys()))}};
  switch (to_.kind) {
    case Distribution::Kind::by:
      return {{"to", fmt::format("the owner of {}{}", words.variable(to_.variable),
                                 heavy_everywhere_ ? ", heavy objects to every image" : "")}};
    case Distribution::Kind::replicated:
      return {{"to", "every image"}};
    default:
      return {{"to", "the first image"}};
  }
}

void Exchange::do_open(Context& context) {
  child_->open(context);
  const std::size_t width = schema_.columns.size();
  input_ = std::make_unique<Table>(context.arena, width);
  packed_ = std::make_unique<Table>(context.arena, width);
  outgoing_ = context.arena.make_span<pgas::Block>(blocks_a_member() * static_cast<std::size_t>(context.team.size()));
  counts_ = context.arena.make_span<std::uint64_t>(static_cast<std::size_t>(context.team.size()));
}

bool Exchange::do_next(Context& context, Table& out) {
  const bool more = child_->next(context, *input_);
  // A child that is not collective ends on each image by itself.
  if (!(child_->collective() ? more : context.team.any(more))) return false;
  pack(context, *input_);
  receive(context, out);
  return true;
}

void Exchange::choose_targets(Context& context, const Table& rows) {
  targets_.assign(rows.rows(), 0);
  const auto members = static_cast<std::size_t>(context.team.size());
  if (!keys_.empty()) {
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      std::uint64_t hash = 0;
      for (const std::size_t key : keys_) hash = mix_hash(hash, rows.column(key)[row]);
      targets_[row] = static_cast<std::int32_t>(member_of(hash, members));
    }
  } else if (to_.kind == Distribution::Kind::by) {
    const auto values = rows.column(*schema_.column_of(to_.variable));
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      if (values[row].is_unbound()) continue;
      const bool everywhere = heavy_everywhere_ && context.snapshot.heavy_objects().contains(values[row]);
      targets_[row] = everywhere ? kEveryMember : context.owner(shard_of(values[row], context.snapshot.shards()));
    }
  }
}

// Sorts the rows by target, those for every member last.
void Exchange::sort_rows(Context& context, const Table& rows) {
  const auto members = static_cast<std::size_t>(context.team.size());
  choose_targets(context, rows);
  const auto part = [&](std::int32_t target) {
    return target == kEveryMember ? members : static_cast<std::size_t>(target);
  };
  starts_.assign(members + 2, 0);
  for (const std::int32_t target : targets_) ++starts_[part(target) + 1];
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  std::vector<std::size_t> next(starts_);
  std::vector<std::uint32_t> order(rows.rows());
  for (std::uint32_t row = 0; row < rows.rows(); ++row) order[next[part(targets_[row])]++] = row;
  packed_->clear();
  packed_->append(rows, order);
}

// Sets for each member its part of each column. Rows for every member are one block for all.
void Exchange::pack(Context& context, const Table& rows) {
  const auto members = static_cast<std::size_t>(context.team.size());
  const std::size_t width = schema_.columns.size();
  const bool to_all = keys_.empty() && to_.kind == Distribution::Kind::replicated;
  if (!to_all) sort_rows(context, rows);
  const Table& source = to_all ? rows : *packed_;
  const auto set_blocks = [&](std::size_t first, std::size_t begin, std::size_t end) {
    for (std::size_t column = 0; column < width; ++column) {
      outgoing_[first + column] = std::as_bytes(source.column(column).subspan(begin, end - begin));
    }
  };
  for (std::size_t member = 0; member < members; ++member) {
    const std::size_t begin = to_all ? 0 : starts_[member], end = to_all ? rows.rows() : starts_[member + 1];
    const std::size_t first = member * blocks_a_member(), count = to_all ? 0 : member;
    set_blocks(first, begin, end);
    counts_[count] = end - begin;
    if (heavy_everywhere_) {
      set_blocks(first + width + 1, starts_[members], rows.rows());
      counts_[count] += rows.rows() - starts_[members];
    }
    outgoing_[first + width] = std::as_bytes(counts_.subspan(count, 1));
  }
}

void Exchange::receive(Context& context, Table& out) {
  const std::size_t width = schema_.columns.size();
  pgas::ExchangeView view(context.team, outgoing_, static_cast<int>(blocks_a_member()));
  std::size_t rows = 0;
  for (int member = 0; member < view.size(); ++member) {
    rows += view.from_as<std::uint64_t>(member, static_cast<int>(width))[0];
  }
  out.resize(rows);
  for (std::size_t column = 0; column < width; ++column) {
    Huri* to = out.column(column).data();
    for (int member = 0; member < view.size(); ++member) {
      for (std::size_t block = column; block < blocks_a_member(); block += width + 1) {
        const auto from = view.from_as<Huri>(member, static_cast<int>(block));
        to = std::copy(from.begin(), from.end(), to);
      }
    }
  }
  view.finish();
}

}  // namespace quadrille::query
