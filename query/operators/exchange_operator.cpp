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

Exchange::Chunk::Chunk(Context& context, std::size_t width, std::size_t blocks_a_member)
    : rows(context.arena, width),
      packed(context.arena, width),
      outgoing(context.arena.make_span<pgas::Block>(blocks_a_member * static_cast<std::size_t>(context.team.size()))),
      counts(context.arena.make_span<Counts>(static_cast<std::size_t>(context.team.size()))) {}

void Exchange::do_open(Context& context) {
  child_->open(context);
  const auto make_chunk = [&] { return std::make_unique<Chunk>(context, schema_.columns.size(), blocks_a_member()); };
  now_ = make_chunk();
  more_ = std::make_unique<Table>(context.arena, schema_.columns.size());
  if (!context.team.is_one_group()) next_ = make_chunk();
}

// The first chunk is received before the child is asked for the second one, so that the first rows are not delayed.
bool Exchange::do_next(Context& context, Table& out) {
  if (!now_->view && !send(context, *now_)) return false;
  if (next_ && has_received_) send(context, *next_);
  receive(context, *now_, out);
  has_received_ = true;
  if (next_) std::swap(now_, next_);
  return true;
}

// Returns false at the end of the child.
bool Exchange::send(Context& context, Chunk& chunk) {
  if (child_ended_ || !read_child(context, chunk.rows)) return false;
  pack(context, chunk);
  const auto begin = has_received_ ? pgas::ExchangeView::Begin::ahead : pgas::ExchangeView::Begin::now;
  chunk.view.emplace(context.team, chunk.outgoing, static_cast<int>(blocks_a_member()), begin);
  return true;
}

bool Exchange::read_child(Context& context, Table& rows) {
  const bool is_collective = child_->collective();
  bool more = child_->next(context, rows);
  const bool has_rows = is_collective ? more : context.team.any(more);
  const auto is_enough = [&](std::size_t chunks) {
    return is_collective ? chunks >= together_ : rows.rows() >= wanted_rows_;
  };
  for (std::size_t chunks = 1; more && !is_enough(chunks); ++chunks) {
    more = child_->next(context, *more_);
    rows.append(*more_);
  }
  wanted_rows_ = std::min(2 * wanted_rows_, context.chunk_rows / 4);
  // A child that is not collective ends on each image by itself.
  child_ended_ = is_collective ? !more : !has_rows;
  return has_rows;
}

// Combines as many chunks as will have some chunk_rows on the member that sends most. A collective child is called
// equally often by all members, so they decide by the same number.
void Exchange::expect(Context& context, std::uint64_t sent) {
  constexpr std::size_t kMostTogether = 16;
  const std::size_t fitting = together_ * context.chunk_rows / 4 / std::max<std::uint64_t>(sent, 1);
  together_ = std::clamp<std::size_t>(fitting, 1, std::min(2 * together_, kMostTogether));
}

namespace {

bool is_volatile_triple(Huri huri) {
  return huri.kind() == HuriKind::triple_term && huri.is_volatile();
}

}  // namespace

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
      const bool everywhere =
          heavy_everywhere_ && (is_volatile_triple(values[row]) || context.data.is_heavy(values[row]));
      targets_[row] = everywhere ? kEveryMember : context.owner(shard_of(values[row], context.data.shards()));
    }
  }
}

// Sorts the rows by target, those for every member last.
void Exchange::sort_rows(Context& context, Chunk& chunk) {
  const Table& rows = chunk.rows;
  const auto members = static_cast<std::size_t>(context.team.size());
  choose_targets(context, rows);
  const auto part = [&](std::int32_t target) {
    return target == kEveryMember ? members : static_cast<std::size_t>(target);
  };
  std::vector<std::size_t>& starts = chunk.starts;
  starts.assign(members + 2, 0);
  for (const std::int32_t target : targets_) ++starts[part(target) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<std::size_t> next(starts);
  std::vector<std::uint32_t> order(rows.rows());
  for (std::uint32_t row = 0; row < rows.rows(); ++row) order[next[part(targets_[row])]++] = row;
  chunk.packed.clear();
  chunk.packed.append(rows, order);
}

// Sets for each member its part of each column. Rows for every member are one block for all.
void Exchange::pack(Context& context, Chunk& chunk) {
  const auto members = static_cast<std::size_t>(context.team.size());
  const std::size_t width = schema_.columns.size(), rows = chunk.rows.rows();
  const bool to_all = keys_.empty() && to_.kind == Distribution::Kind::replicated;
  if (!to_all) sort_rows(context, chunk);
  const Table& source = to_all ? chunk.rows : chunk.packed;
  const auto set_blocks = [&](std::size_t first, std::size_t begin, std::size_t end) {
    for (std::size_t column = 0; column < width; ++column) {
      chunk.outgoing[first + column] = std::as_bytes(source.column(column).subspan(begin, end - begin));
    }
  };
  for (std::size_t member = 0; member < members; ++member) {
    const std::size_t begin = to_all ? 0 : chunk.starts[member], end = to_all ? rows : chunk.starts[member + 1];
    const std::size_t first = member * blocks_a_member(), count = to_all ? 0 : member;
    set_blocks(first, begin, end);
    chunk.counts[count] = {end - begin, rows};
    if (heavy_everywhere_) {
      set_blocks(first + width + 1, chunk.starts[members], rows);
      chunk.counts[count].rows += rows - chunk.starts[members];
    }
    chunk.outgoing[first + width] = std::as_bytes(chunk.counts.subspan(count, 1));
  }
}

void Exchange::receive(Context& context, Chunk& chunk, Table& out) {
  const std::size_t width = schema_.columns.size();
  pgas::ExchangeView& view = *chunk.view;
  view.receive();
  Counts all;
  for (int member = 0; member < view.size(); ++member) {
    const Counts theirs = view.from_as<Counts>(member, static_cast<int>(width))[0];
    all.rows += theirs.rows;
    all.sent = std::max(all.sent, theirs.sent);
  }
  expect(context, all.sent);
  out.resize(all.rows);
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
  chunk.view.reset();
}

}  // namespace quadrille::query
