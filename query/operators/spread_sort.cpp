#include "query/operators/spread_sort.hpp"

#include <algorithm>
#include <numeric>

namespace quadrille::query {

namespace {

constexpr std::uint64_t kMostSamples = 8192;  // of all images, about

// Replaces `theirs` by the rows that a member has sent: its columns in the first blocks, their number in `count`.
void read_rows(const pgas::ExchangeView& view, int member, std::size_t count, Table& theirs) {
  theirs.clear();
  theirs.resize(view.from_as<std::uint64_t>(member, static_cast<int>(count))[0]);
  for (std::size_t column = 0; column < theirs.width(); ++column) {
    const auto from = view.from_as<Huri>(member, static_cast<int>(column));
    std::copy(from.begin(), from.end(), theirs.column(column).begin());
  }
}

}  // namespace

Schema SpreadSort::schema_of(const Schema& child) {
  Schema schema = Sort::schema_of(child);
  schema.distribution = Distribution::in_turn();
  schema.leave_texts();
  return schema;
}

SpreadSort::SpreadSort(OperatorPtr child, SortedRows::Keys keys)
    : UnaryOperator(schema_of(child->schema()), true, std::move(child)), keys_(std::move(keys)) {}

void SpreadSort::do_open(Context& context) {
  child_->open(context);
  rows_ = std::make_unique<SortedRows>(context, keys_, child_->schema(), context.arena);
  received_ = std::make_unique<SortedRows>(context, keys_, schema_, context.arena.own());
  for_each_chunk(context, *child_, [&](const Table& chunk) { rows_->add(chunk); });
  rows_->sort();
  order_.assign(rows_->order().begin(), rows_->order().end());
  const auto members = static_cast<std::size_t>(context.team.size());
  const std::uint64_t total = context.team.sum(std::uint64_t{order_.size()});
  rounds_ = (total + members * context.chunk_rows - 1) / (members * context.chunk_rows);
  const std::size_t width = schema_.columns.size() + keys_.size() + 1;
  blocks_ = context.arena.make_span<pgas::Block>(width * members);
  std::uninitialized_fill(blocks_.begin(), blocks_.end(), pgas::Block());
  counts_ = context.arena.make_span<std::uint64_t>(members);
  packed_ = std::make_unique<Table>(context.arena, schema_.columns.size());
  for (std::size_t key = 0; key < keys_.size(); ++key) packed_values_.emplace_back(&context.arena);
  if (rounds_ > 0)
    divide(context, samples(context, std::max<std::uint64_t>(1, total / kMostSamples)), rounds_ * members);
}

// Collective. Every so many rows of the order are samples. All images add the samples of all of them to their rows.
std::vector<SpreadSort::Sample> SpreadSort::samples(Context& context, std::uint64_t every) {
  std::vector<std::uint32_t> picked;
  for (std::uint64_t place = every / 2; place < order_.size(); place += every) picked.push_back(order_[place]);
  packed_->clear();
  packed_->append(rows_->rows(), picked);
  const std::size_t width = packed_->width();
  counts_[0] = picked.size();
  const auto members = static_cast<std::size_t>(context.team.size());
  for (std::size_t member = 0; member < members; ++member) {
    for (std::size_t column = 0; column < width; ++column) {
      blocks_[member * (width + 1) + column] = std::as_bytes(std::as_const(*packed_).column(column));
    }
    blocks_[member * (width + 1) + width] = std::as_bytes(counts_.first(1));
  }
  std::vector<Sample> all;
  Table theirs(context.arena, width);
  pgas::ExchangeView view(context.team, blocks_.first(members * (width + 1)), static_cast<int>(width + 1));
  for (int member = 0; member < view.size(); ++member) {
    read_rows(view, member, width, theirs);
    for (std::size_t sample = 0; sample < theirs.rows(); ++sample) {
      all.push_back({static_cast<std::uint32_t>(rows_->size() + sample), member, every / 2 + sample * every});
    }
    rows_->add(theirs);
  }
  view.finish();
  return all;
}

// Finds the ends of the ranges in this image's order, from samples that are the same on all images.
void SpreadSort::divide(Context& context, std::vector<Sample> samples, std::size_t ranges) {
  rows_->find_places();
  std::stable_sort(samples.begin(), samples.end(),
                   [&](const Sample& a, const Sample& b) { return rows_->compare(a.row, b.row) < 0; });
  const int me = context.team.rank();
  auto begin = order_.cbegin();
  for (std::size_t range = 1; range < ranges; ++range) {
    const std::size_t number = range * samples.size() / ranges;
    if (number < samples.size()) {
      const Sample& end = samples[number];
      begin = std::partition_point(begin, order_.cend(), [&](const std::uint32_t& row) {
        const std::weak_ordering order = rows_->compare(row, end.row);
        const auto place = static_cast<std::uint64_t>(&row - order_.data());
        return order != 0 ? order < 0 : std::pair(me, place) < std::pair(end.member, end.place);
      });
    }
    ends_.push_back(static_cast<std::size_t>(begin - order_.cbegin()));
  }
  ends_.push_back(order_.size());
}

bool SpreadSort::do_next(Context& context, Table& out) {
  if (round_ == rounds_) return false;
  pack(context);
  receive(context);
  out.append(received_->rows(), received_->order());
  ++round_;
  return true;
}

// This image's rows of the next range of each member.
void SpreadSort::pack(Context& context) {
  const auto members = static_cast<std::size_t>(context.team.size());
  const std::size_t width = schema_.columns.size(), first = round_ * members;
  const auto end_of = [&](std::size_t range) { return range == 0 ? 0 : ends_[range - 1]; };
  const std::size_t before = end_of(first);
  const auto rows = std::span(order_).subspan(before, end_of(first + members) - before);
  packed_->clear();
  packed_->append(rows_->rows(), rows);
  const bool with_values = context.team.is_one_group();
  for (std::size_t key = 0; key < keys_.size() && with_values; ++key) {
    packed_values_[key].clear();
    for (const std::uint32_t row : rows) packed_values_[key].push_back(rows_->values(key)[row]);
  }
  std::size_t block = 0;
  for (std::size_t member = 0; member < members; ++member) {
    const std::size_t begin = end_of(first + member) - before, count = end_of(first + member + 1) - before - begin;
    for (std::size_t column = 0; column < width; ++column) {
      blocks_[block++] = std::as_bytes(std::as_const(*packed_).column(column).subspan(begin, count));
    }
    for (const auto& values : packed_values_) {
      blocks_[block++] = with_values ? std::as_bytes(std::span(values).subspan(begin, count)) : pgas::Block();
    }
    counts_[member] = count;
    blocks_[block++] = std::as_bytes(counts_.subspan(member, 1));
  }
}

void SpreadSort::receive(Context& context) {
  const std::size_t width = schema_.columns.size(), keys = keys_.size();
  received_->clear();
  Table theirs(context.arena, width);
  std::vector<std::size_t> ends;
  pgas::ExchangeView view(context.team, blocks_, static_cast<int>(width + keys + 1));
  for (int member = 0; member < view.size(); ++member) {
    read_rows(view, member, width + keys, theirs);
    if (context.team.is_one_group()) {
      std::vector<std::span<const Value>> values;
      for (std::size_t key = 0; key < keys; ++key) {
        values.push_back(view.from_as<Value>(member, static_cast<int>(width + key)));
      }
      received_->add(theirs, values);
    } else {
      received_->add(theirs);
    }
    ends.push_back(received_->size());
  }
  view.finish();
  received_->merge(ends);
}

}  // namespace quadrille::query
