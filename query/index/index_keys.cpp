#include "query/index/index_keys.hpp"

#include <algorithm>

#include "base/sort_stretches.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::query {

IndexKeys::IndexKeys(const AccessPath& path, const Schema& left) : path_(path) {
  const auto source = [&](const Slot& slot) {
    return slot.variable ? Source{left.column_of(*slot.variable), kUnbound} : Source{std::nullopt, slot.term};
  };
  prefix_.reserve(path.prefix.size());
  residual_.reserve(path.residual.size());
  for (const Slot& slot : path.prefix) prefix_.push_back(source(slot));
  for (const auto& [column, slot] : path.residual) residual_.push_back(source(slot));
  key_.resize(prefix_.size());
  bound_.resize(residual_.size());
}

bool IndexKeys::is_one_key() const {
  if (prefix_.empty() || !prefix_.back().column) return false;
  return std::none_of(prefix_.begin(), prefix_.end() - 1, [](const Source& source) { return source.column; });
}

QuadPrefix IndexKeys::constants() const {
  QuadPrefix prefix;
  for (const Source& source : std::span(prefix_).first(prefix_.size() - 1)) prefix.push_back(source.term);
  return prefix;
}

std::vector<std::span<const Huri>> IndexKeys::columns(const Table& rows) const {
  std::vector<std::span<const Huri>> columns;
  for (const Source& source : prefix_) {
    if (source.column) columns.push_back(rows.column(*source.column));
  }
  return columns;
}

std::span<const Huri> IndexKeys::prefix(const Table& rows, std::uint32_t row) {
  for (std::size_t place = 0; place < prefix_.size(); ++place) key_[place] = prefix_[place].value(rows, row);
  return key_;
}

std::span<const Huri> IndexKeys::residual(const Table& rows, std::uint32_t row) {
  for (std::size_t place = 0; place < residual_.size(); ++place) bound_[place] = residual_[place].value(rows, row);
  return bound_;
}

ShardSpan IndexKeys::shards_for(const Context& context, const Table& rows, std::uint32_t row) {
  return shards_of(context.data, path_.permutation, prefix(rows, row)).within(context.readable_shards());
}

const IndexKeys::Source* IndexKeys::source_of(Position position) const {
  const auto place = static_cast<std::size_t>(index(*column_of(path_.permutation, position)));
  return place < prefix_.size() ? &prefix_[place] : nullptr;
}

// The subject of a key fixes the shard, or else an object that is not heavy.
void IndexKeys::find_shards(const Context& context, const Table& rows, std::vector<std::uint32_t>& shard_of_row) {
  shard_of_row.resize(rows.rows());
  const auto only = [](ShardSpan span) { return span.end - span.begin == 1 ? span.begin : KeyOrder::kNowhere; };
  bool by_subject = sharding_side(path_.permutation) == ShardingSide::subject;
  const Source* decides = source_of(by_subject ? Position::subject : Position::object);
  // A stored triple term fixes the shard, too.
  if (path_.permutation == Permutation::tspo && !prefix_.empty() && prefix_.front().column) decides = &prefix_.front();
  if (!by_subject && decides != nullptr && !decides->column && context.data.is_heavy(decides->term)) {
    by_subject = true;
    decides = source_of(Position::subject);
  }
  if (decides == nullptr || !decides->column) {
    std::fill(shard_of_row.begin(), shard_of_row.end(), only(shards_for(context, rows, 0)));
  } else if (path_.permutation != Permutation::tspo && (by_subject || !context.data.has_heavy_objects()) &&
             context.data.is_whole()) {
    const std::uint32_t shards = context.data.shards();
    const auto keys = rows.column(*decides->column);
    for (std::size_t row = 0; row < keys.size(); ++row) shard_of_row[row] = index(shard_of(keys[row], shards));
  } else {
    for (std::uint32_t row = 0; row < shard_of_row.size(); ++row) {
      shard_of_row[row] = only(shards_for(context, rows, row));
    }
  }
}

void IndexKeys::order_by_shard(const Context& context, const Table& rows, std::vector<std::uint32_t>& some) {
  if (some.empty()) return;
  const std::vector<std::span<const Huri>> keys = columns(rows);
  struct Place {
    std::uint32_t shard, row;
  };
  std::vector<Place> places;
  places.reserve(some.size());
  for (const std::uint32_t row : some) places.push_back({shards_for(context, rows, row).begin, row});
  sort_stretches(places.begin(), places.end(), [&](const Place& a, const Place& b) {
    if (a.shard != b.shard) return a.shard < b.shard;
    for (const auto& key : keys) {
      if (key[a.row] != key[b.row]) return key[a.row] < key[b.row];
    }
    return a.row < b.row;
  });
  std::transform(places.begin(), places.end(), some.begin(), [](const Place& place) { return place.row; });
}

}  // namespace quadrille::query
