#include "query/operators/skip_scan.hpp"

#include "dictionary/inline_term.hpp"
#include "query/operators/index_scan.hpp"

namespace quadrille::query {

Schema SkipScan::schema_of(const GraphView& data, const AccessPath& path, std::optional<VariableId> count) {
  Schema schema = IndexScan::schema_of(data, path);
  schema.sorted_by.clear();
  if (count) schema.columns.push_back({*count, false, false});
  return schema;
}

SkipScan::SkipScan(const GraphView& data, AccessPath path, std::optional<VariableId> count)
    : Operator(schema_of(data, path, count), false), path_(std::move(path)), counts_(count.has_value()) {}

Details SkipScan::details(const PlanWords& words) const {
  Details details{{"pattern", words.pattern(path_)}, {"index", words.index(path_)}};
  if (counts_) details.emplace_back("rows", words.variable(schema_.columns.back().variable));
  return details;
}

bool SkipScan::reads_keys(const AccessPath& path) {
  const bool checks = !path.residual.empty() || !path.equal.empty() || path.ranges || path.allowed_graphs;
  return !checks && !path.merge_graphs && path.outputs.size() == 1 &&
         static_cast<std::size_t>(index(path.outputs.front().first)) == path.prefix.size();
}

void SkipScan::do_open(Context& context) {
  const ShardSpan mine =
      shards_of(context.data, path_.permutation, constant_prefix(path_).values()).within(context.own_shards());
  shard_ = mine.begin;
  end_shard_ = mine.end;
}

bool SkipScan::do_next(Context& context, Table& out) {
  if (shard_ >= end_shard_) return false;
  while (shard_ < end_shard_ && out.rows() < context.chunk_rows) read_shard(context, out);
  return true;
}

void SkipScan::read_shard(Context& context, Table& out) {
  if (!keys_) keys_.emplace(run_of(context.data, path_, ShardId{shard_}), constant_prefix(path_));
  while (keys_->next()) {
    context.check();
    out.resize(out.rows() + 1);
    out.column(0).back() = keys_->key();
    if (counts_) out.column(1).back() = *inline_integer(static_cast<std::int64_t>(keys_->rows()));
    if (out.rows() >= context.chunk_rows) return;
  }
  keys_.reset();
  ++shard_;
}

}  // namespace quadrille::query
