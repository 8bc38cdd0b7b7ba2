#include "query/table/dense_id_map.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kRowsAtOnce = 1 << 16;  // between two calls of look()

template <class Use>
void for_each_stretch(std::size_t rows, const std::function<void()>& look, const Use& use) {
  for (std::size_t begin = 0; begin < rows; begin += kRowsAtOnce) {
    use(begin, std::min(begin + kRowsAtOnce, rows));
    look();
  }
}

bool is_worth_it(const DenseIdMap::Range& range) {
  return RankedBits::words_for(range.least, range.most) <= range.rows * DenseIdMap::kMostWordsARow;
}

}  // namespace

DenseIdMap::Range DenseIdMap::range_of(std::span<const Huri> values) {
  if (values.empty()) return {};
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (const Huri value : values) {
    least = std::min(least, value.bits());
    most = std::max(most, value.bits());
  }
  return {Huri(least), Huri(most), values.size()};
}

bool DenseIdMap::are_dense(std::span<const Range> parts) {
  Range all;  // with the row count of the largest part
  for (const Range& part : parts) {
    if (part.rows == 0) continue;
    all.least = all.rows == 0 ? part.least : std::min(all.least, part.least);
    all.most = std::max(all.most, part.most);
    all.rows = std::max(all.rows, part.rows);
  }
  return all.rows == 0 || is_worth_it(all);
}

DenseIdMap::DenseIdMap(pgas::QueryArena& arena, Huri least, Huri most, std::size_t key) : key_(key) {
  const std::span<RankedBits::Word> words = arena.make_span<RankedBits::Word>(RankedBits::words_for(least, most));
  std::fill(words.begin(), words.end(), RankedBits::Word{});
  bits_ = RankedBits(least, words);
}

void DenseIdMap::add(std::span<const Huri> values, const std::function<void()>& look) {
  for_each_stretch(values.size(), look, [&](std::size_t begin, std::size_t end) {
    for (const Huri value : values.subspan(begin, end - begin)) bits_.add(value);
  });
  size_ = bits_.number();
}

DenseIdMap DenseIdMap::of_nothing(pgas::QueryArena& arena, std::size_t key) {
  return DenseIdMap(arena, kUnbound, kUnbound, key);
}

DenseIdMap DenseIdMap::together(pgas::QueryArena& arena, std::span<const DenseIdMap> parts,
                                const std::function<void()>& look) {
  Huri least(~std::uint64_t{0}), most = kUnbound;
  for (const DenseIdMap& part : parts) {
    if (part.size_ == 0) continue;
    least = std::min(least, part.bits_.first());
    most = std::max(most, part.bits_.last());
  }
  DenseIdMap all(arena, std::min(least, most), most, parts.front().key_);
  for (std::uint32_t number = 0; number < parts.size(); ++number) {
    look();
    const RankedBits& part = parts[number].bits_;
    if (parts[number].size_ == 0) continue;
    RankedBits::Word* to = all.bits_.words().data() + (part.first().bits() - all.bits_.first().bits()) / 64;
    for (const RankedBits::Word& word : part.words()) {  // no two parts have ids in one word: without a branch
      const std::uint32_t mask = word.bits != 0 ? ~std::uint32_t{0} : 0;
      to->bits |= word.bits;
      to->before |= word.before & mask;
      to->part |= number & mask;
      ++to;
    }
  }
  return all;
}

std::optional<DenseIdMap> DenseIdMap::of(const Table& table, std::span<const std::size_t> keys,
                                         std::optional<std::size_t> only, const std::function<void()>& look) {
  pgas::QueryArena& arena = table.arena();
  const std::size_t rows = table.rows();
  if (rows >= kMostRows) return std::nullopt;
  std::optional<DenseIdMap> best;
  for (std::size_t key = 0; key < keys.size() && rows > 0; ++key) {
    const std::span<const Huri> values = table.column(keys[key]);
    const Range range = range_of(values);
    look();
    if (range.least.is_unbound()) {
      if (best) best->free(arena);
      return std::nullopt;
    }
    if ((only && key != *only) || (best && best->size_ == rows)) continue;
    if (!is_worth_it(range)) continue;
    DenseIdMap another(arena, range.least, range.most, key);
    another.add(values, look);
    if (!best || best->size_ < another.size_) {
      if (best) best->free(arena);
      best = another;
    } else {
      another.free(arena);
    }
  }
  if (!best || keys.size() == 1 || best->has_few_rows_a_key(arena, table.column(keys[best->key_]), look)) return best;
  best->free(arena);
  return std::nullopt;
}

namespace {

// Counts pairs of rows that share a value.
struct Chains {
  std::uint32_t most = 0;
  std::uint64_t together = 0;  // a value's n-th row meets n

  void take(std::uint32_t nth) {
    most = std::max(most, nth);
    together += 2 * std::uint64_t{nth} - 1;
  }
};

}  // namespace

bool DenseIdMap::has_few_rows_a_key(pgas::QueryArena& arena, std::span<const Huri> values,
                                    const std::function<void()>& look) const {
  const auto are_few = [&](const Chains& chains) {
    return chains.most <= kMostRowsOfOneKey && chains.together <= values.size() * kMostRowsAKey;
  };
  if (size_ == values.size()) return true;
  if (values.size() > size_ * kMostRowsAKey) return false;
  Chains in_order;
  std::uint32_t nth = 0, runs = 0;
  for_each_stretch(values.size(), look, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      nth = row > 0 && values[row] == values[row - 1] ? nth + 1 : 1;
      runs += nth == 1 ? 1 : 0;
      in_order.take(nth);
    }
  });
  if (runs == size_) return are_few(in_order);  // rows of one value are adjacent, as from a scan
  const std::span<std::uint32_t> rows = arena.make_span<std::uint32_t>(size_);
  std::fill(rows.begin(), rows.end(), 0);
  Chains chains;
  for_each_stretch(values.size(), look, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) chains.take(++rows[bits_.find(values[row]).number]);
  });
  arena.free_span(rows);
  return are_few(chains);
}

}  // namespace quadrille::query
