#include "query/operators/index_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "query/table/shard_order.hpp"

namespace quadrille::query {

namespace {

// True if all rows of the prefix are in one shard, whatever their other columns.
bool in_one_shard(const GraphView& data, const AccessPath& path) {
  const ShardSpan shards = shards_of(data, path.permutation, constant_prefix(path).values());
  return shards.end - shards.begin == 1;
}

// The variables of the outputs that directly follow the prefix: the sort order of the rows.
std::vector<VariableId> output_order(const AccessPath& path) {
  std::vector<VariableId> order;
  order.reserve(path.outputs.size());
  for (int place = static_cast<int>(path.prefix.size()); place < column_count(path.permutation); ++place) {
    const auto output = std::find_if(path.outputs.begin(), path.outputs.end(),
                                     [&](const auto& entry) { return index(entry.first) == place; });
    if (output == path.outputs.end()) break;
    order.push_back(output->second);
  }
  return order;
}

// The position that determines the shard of a row of this scan.
Position sharding_position(const GraphView& data, const AccessPath& path) {
  if (sharding_side(path.permutation) == ShardingSide::subject) return Position::subject;
  const auto column = static_cast<std::size_t>(index(*column_of(path.permutation, Position::object)));
  const bool heavy = column < path.prefix.size() && data.is_heavy(path.prefix[column].term);
  return heavy ? Position::subject : Position::object;
}

// True if rows may be outside the shard of their object: rows of heavy objects.
bool strays(const GraphView& data, const AccessPath& path) {
  if (sharding_side(path.permutation) == ShardingSide::subject || !data.has_heavy_objects()) return false;
  const auto object = static_cast<std::size_t>(index(*column_of(path.permutation, Position::object)));
  if (object < path.prefix.size()) return false;
  const auto predicate = static_cast<std::size_t>(index(*column_of(path.permutation, Position::predicate)));
  return predicate >= path.prefix.size() || data.has_heavy_object(path.prefix[predicate].term);
}

}  // namespace

Schema IndexScan::schema_of(const GraphView& data, const AccessPath& path) {
  Schema schema;
  schema.columns.reserve(path.outputs.size());
  for (const auto& [column, variable] : path.outputs) schema.columns.push_back({variable});
  std::vector<VariableId> order = output_order(path);
  if (in_one_shard(data, path)) {
    schema.sorted_by = std::move(order);  // rows are reordered
    return schema;                        // each image has some rows, or one image has all: anyhow
  }
  if (strays(data, path)) return schema;
  const Position position = sharding_position(data, path);
  const quadrille::ColumnIndex column = *column_of(path.permutation, position);
  const auto output =
      std::find_if(path.outputs.begin(), path.outputs.end(), [&](const auto& entry) { return entry.first == column; });
  if (output == path.outputs.end()) return schema;
  schema.distribution = Distribution::by(output->second);
  if (!order.empty() && order.front() == output->second) schema.sorted_by = std::move(order);
  return schema;
}

IndexScan::IndexScan(const GraphView& data, AccessPath path)
    : Operator(schema_of(data, path), false),
      path_(std::move(path)),
      reader_(path_),
      prefix_(constant_prefix(path_)),
      reorder_(in_one_shard(data, path_) && !schema_.sorted_by.empty()) {}

Details IndexScan::details(const PlanWords& words) const {
  Details details{{"pattern", words.pattern(path_)}, {"index", words.index(path_)}};
  if (path_.ranges) details.emplace_back("ranges", fmt::format("{}", path_.ranges->size()));
  return details;
}

void IndexScan::do_open(Context& context) {
  const ShardSpan all = shards_of(context.data, path_.permutation, prefix_.values());
  // Rows of one triple in several graphs count once, so they stay together.
  shared_ = in_one_shard(context.data, path_) && context.data.is_whole() && !path_.merge_graphs;
  const ShardSpan mine = shared_ ? all : all.within(context.own_shards());
  shard_ = mine.begin;
  end_shard_ = mine.end;
}

bool IndexScan::next_shard(Context& context) {
  while (shard_ < end_shard_) {
    const MergedRun run = run_to_filter(context.data, path_, ShardId{shard_});
    if (range_ == 0) reader_.restart();
    if (path_.ranges && range_ < path_.ranges->size()) {
      const HuriRange& range = (*path_.ranges)[range_++];
      rest_ = run.find_range(prefix_, range.first, range.last);
      keys_ = range.keys.get();
    } else if (path_.ranges) {
      rest_.clear();
    } else {
      rest_ = run.find(prefix_);
    }
    if (!path_.ranges || range_ == path_.ranges->size()) {
      ++shard_;
      range_ = 0;
    }
    rest_rows_ = rest_.size();
    if (shared_) take_share(context);
    if (rest_rows_ > 0) return true;
  }
  return false;
}

void IndexScan::take_share(Context& context) {
  const int members = context.team.size(), rank = context.team.rank();
  const std::uint64_t begin = share_begin(rank, rest_.size(), members),
                      end = share_begin(rank + 1, rest_.size(), members);
  rest_rows_ = end - begin;
  if (reader_.only_counts()) return;
  MergedBatch before;
  before.take(rest_, begin);
}

// Reads `rows` rows of rest_, which has them.
void IndexScan::read_some(Context& context, std::uint64_t rows, Table& out) {
  const std::size_t before = out.rows();
  reader_.read(rest_, rows, {}, out);
  rest_rows_ -= rows;
  if (keys_ != nullptr) drop_other_keys(context, before, out);
}

// Delta terms have no order, so their range has terms of all keys.
void IndexScan::drop_other_keys(const Context& context, std::size_t first_row, Table& out) const {
  const auto ranged = std::find_if(path_.outputs.begin(), path_.outputs.end(), [&](const auto& output) {
    return static_cast<std::size_t>(index(output.first)) == path_.prefix.size();
  });
  if (ranged == path_.outputs.end()) return;
  const std::span<const Huri> terms = out.column(static_cast<std::size_t>(ranged - path_.outputs.begin()));
  std::vector<std::uint32_t> kept;
  for (std::size_t row = first_row; row < out.rows(); ++row) {
    if (context.dictionary.may_have_key(terms[row], *keys_)) kept.push_back(static_cast<std::uint32_t>(row));
  }
  for (std::size_t column = 0; column < out.width(); ++column) {
    const std::span<Huri> values = out.column(column).subspan(0);
    for (std::size_t place = 0; place < kept.size(); ++place) values[first_row + place] = values[kept[place]];
  }
  out.resize(first_row + kept.size());
}

bool IndexScan::do_next(Context& context, Table& out) {
  if (reorder_) return next_reordered(context, out);
  if (rest_rows_ == 0 && !next_shard(context)) return false;
  // Reads one shard at a time: rows of two shards may share a chunk, which keeps shard order.
  while (out.rows() < context.chunk_rows) {
    context.check();  // checks may drop all rows that are read
    read_some(context, std::min<std::uint64_t>(rest_rows_, context.chunk_rows - out.rows()), out);
    if (rest_rows_ == 0 && !next_shard(context)) break;
  }
  return true;
}

bool IndexScan::next_reordered(Context& context, Table& out) {
  if (!reordered_) {
    reordered_ = std::make_unique<Table>(context.arena, path_.outputs.size());
    while (next_shard(context)) read_some(context, rest_rows_, *reordered_);
    sort_by_shard(*reordered_, *schema_.column_of(schema_.sorted_by.front()), context.data.shards());
  }
  const std::size_t rows = std::min(reordered_->rows() - handed_on_, context.chunk_rows);
  if (rows == 0) return false;
  out.append_slice(*reordered_, handed_on_, rows);
  handed_on_ += rows;
  return true;
}

}  // namespace quadrille::query
