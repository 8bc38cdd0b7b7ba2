#include "query/dense_keys.hpp"

#include <utility>

namespace quadrille::query {

namespace {

constexpr std::size_t kRowsAtOnce = 1 << 16;  // between two looks

template <class Use>
void for_each_stretch(std::size_t rows, const std::function<void()>& look, const Use& use) {
  for (std::size_t begin = 0; begin < rows; begin += kRowsAtOnce) {
    use(begin, std::min(begin + kRowsAtOnce, rows));
    look();
  }
}

std::pair<Huri, Huri> least_and_most(std::span<const Huri> values) {
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (const Huri value : values) {
    least = std::min(least, value.bits());
    most = std::max(most, value.bits());
  }
  return {Huri(least), Huri(most)};
}

}  // namespace

DenseKeys::DenseKeys(pgas::QueryArena& arena, Huri least, Huri most, std::size_t key)
    : first_(least.bits() / 64 * 64), words_(arena.make_span<Word>((most.bits() - first_) / 64 + 1)), key_(key) {
  std::fill(words_.begin(), words_.end(), Word{});
}

void DenseKeys::add(std::span<const Huri> values, const std::function<void()>& look) {
  for_each_stretch(values.size(), look, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint64_t place = values[row].bits() - first_;
      words_[place / 64].bits |= std::uint64_t{1} << (place % 64);
    }
  });
  for (Word& word : words_) {
    word.before = size_;
    size_ += static_cast<std::uint32_t>(std::popcount(word.bits));
  }
}

DenseKeys DenseKeys::of_nothing(pgas::QueryArena& arena, std::size_t key) {
  return DenseKeys(arena, Huri(64), Huri(64), key);
}

DenseKeys DenseKeys::together(pgas::QueryArena& arena, std::span<const DenseKeys> parts) {
  std::uint64_t least = ~std::uint64_t{0}, most = 64;
  for (const DenseKeys& part : parts) {
    if (part.size_ == 0) continue;
    least = std::min(least, part.first_);
    most = std::max(most, part.first_ + part.words_.size() * 64 - 1);
  }
  DenseKeys all(arena, Huri(std::min(least, most)), Huri(most), parts.front().key_);
  for (std::uint32_t number = 0; number < parts.size(); ++number) {
    const DenseKeys& part = parts[number];
    if (part.size_ == 0) continue;
    Word* const to = all.words_.data() + (part.first_ - all.first_) / 64;
    for (std::size_t word = 0; word < part.words_.size(); ++word) {
      if (part.words_[word].bits != 0) to[word] = {part.words_[word].bits, part.words_[word].before, number};
    }
  }
  return all;
}

std::optional<DenseKeys> DenseKeys::of(const Table& table, std::span<const std::size_t> keys,
                                       std::optional<std::size_t> only, const std::function<void()>& look) {
  pgas::QueryArena& arena = table.arena();
  const std::size_t rows = table.rows();
  if (rows >= kMostRows) return std::nullopt;
  std::optional<DenseKeys> best;
  for (std::size_t key = 0; key < keys.size() && rows > 0; ++key) {
    const std::span<const Huri> values = table.column(keys[key]);
    const auto [least, most] = least_and_most(values);
    look();
    if (least.is_unbound()) {
      if (best) best->free(arena);
      return std::nullopt;
    }
    if ((only && key != *only) || (best && best->size_ == rows)) continue;
    if ((most.bits() - least.bits()) / 64 >= rows * kMostWordsARow) continue;
    DenseKeys another(arena, least, most, key);
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

bool DenseKeys::has_few_rows_a_key(pgas::QueryArena& arena, std::span<const Huri> values,
                                   const std::function<void()>& look) const {
  if (size_ == values.size()) return true;
  if (values.size() > size_ * kMostRowsAKey) return false;
  const std::span<std::uint32_t> rows = arena.make_span<std::uint32_t>(size_);
  std::fill(rows.begin(), rows.end(), 0);
  std::uint32_t most = 0;
  std::uint64_t together = 0;  // a value's n-th row meets n
  for_each_stretch(values.size(), look, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      const std::uint32_t here = ++rows[find(values[row]).number];
      most = std::max(most, here);
      together += 2 * here - 1;
    }
  });
  arena.free_span(rows);
  return most <= kMostRowsOfOneKey && together <= values.size() * kMostRowsAKey;
}

}  // namespace quadrille::query
