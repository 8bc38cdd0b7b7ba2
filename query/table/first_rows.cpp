#include "query/table/first_rows.hpp"

#include <algorithm>
#include <numeric>

namespace quadrille::query {

namespace {

constexpr std::size_t kPrefetchDistance = 16;

}  // namespace

void FirstRows::hash_rows() {
  hashes_.assign(count_, 0);
  for (const Huri* const values : values_) {
    for (std::size_t row = 0; row < count_; ++row) hashes_[row] = mix_hash(hashes_[row], values[row]);
  }
}

void FirstRows::keep(std::size_t found) {
  rows_.resize(found);
  slots_.resize(found);
  partners_.resize(found);
}

// Keeps the rows whose mark is set.
template <class IndexOf>
void FirstRows::find_marked(const IndexOf& index_of) {
  hash_rows();
  std::size_t found = 0;
  for (std::size_t row = 0; row < count_; ++row) {
    const std::size_t ahead = std::min(row + kPrefetchDistance, count_ - 1);
    const RowIndex &next = index_of(ahead), &index = index_of(row);
    __builtin_prefetch(next.parts_.marks.data() + next.slot_of(hashes_[ahead]));
    const std::uint64_t slot = index.slot_of(hashes_[row]);
    rows_[found] = static_cast<std::uint32_t>(row);
    slots_[found] = static_cast<std::uint32_t>(slot);
    found += (index.parts_.marks.data()[slot] & RowIndex::mark_of(hashes_[row])) != 0 ? 1 : 0;
  }
  keep(found);
}

template <class IndexOf>
void FirstRows::read_heads(const IndexOf& index_of) {
  for (std::size_t place = 0; place < rows_.size(); ++place) {
    const std::size_t ahead = std::min(place + kPrefetchDistance, rows_.size() - 1);
    __builtin_prefetch(index_of(rows_[ahead]).parts_.heads.data() + slots_[ahead]);
    partners_[place] = index_of(rows_[place]).parts_.heads[slots_[place]];
  }
}

// Follows the chains to the first row with the same keys.
template <class IndexOf>
void FirstRows::compare(const IndexOf& index_of) {
  std::size_t found = 0;
  for (std::size_t place = 0; place < rows_.size(); ++place) {
    const std::size_t ahead = std::min(place + kPrefetchDistance, rows_.size() - 1);
    const RowIndex& next = index_of(rows_[ahead]);
    const std::uint32_t row = rows_[place];
    const RowIndex& index = index_of(row);
    std::uint32_t partner = partners_[place];
    for (; partner != kNoRow; partner = index.parts_.nexts.empty() ? kNoRow : index.parts_.nexts[partner]) {
      std::size_t key = 0;
      while (key < values_.size() && index.table_->column(index.keys_[key])[partner] == values_[key][row]) ++key;
      if (key == values_.size()) break;
    }
    rows_[found] = row;
    partners_[found] = partner;
    found += partner != kNoRow ? 1 : 0;
    if (partners_[ahead] == kNoRow) continue;
    for (const std::size_t key : next.keys_) __builtin_prefetch(next.table_->column(key).data() + partners_[ahead]);
  }
  keep(found);
}

template <class IndexOf>
void FirstRows::find_hashed(const IndexOf& index_of) {
  find_marked(index_of);
  read_heads(index_of);
  compare(index_of);
}

// The arrays of one part, by number: the first row; and by row the value of the other key.
struct FirstRows::NumberedRows {
  const std::uint32_t* heads;
  const Huri* others;
};

// Keeps rows whose value is present and whose other value, if there is one, equals that of the chain's first row or
// may equal a later one. Returns their number.
template <bool kInParts, bool kHasOther>
std::size_t FirstRows::find_numbers(const DenseIdMap& dense_ids, std::span<const NumberedRows> right,
                                    std::span<const Huri> values, const Huri* others) {
  std::uint32_t* const rows = rows_.data();
  std::uint32_t* const partners = partners_.data();
  std::uint16_t* const parts = parts_.data();
  std::size_t found = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    const auto [is_there, number, part] = dense_ids.bits().find(values[row]);
    const NumberedRows& in = right[kInParts ? part : 0];
    const std::uint32_t head = in.heads[number], partner = head & ~RowIndex::kHasMore;
    rows[found] = static_cast<std::uint32_t>(row);
    partners[found] = partner;
    if constexpr (kInParts) parts[row] = static_cast<std::uint16_t>(part);
    bool may_be_one = is_there;
    if constexpr (kHasOther) may_be_one &= (in.others[partner] == others[row]) | (head != partner);
    found += may_be_one ? 1 : 0;
  }
  return found;
}

void FirstRows::find_numbered(const BuildSide& right) {
  static constexpr std::uint32_t kNoHead = 0;  // of a part without rows: read, but not used
  static constexpr Huri kNoOther{};
  const DenseIdMap& dense_ids = *right.dense_ids();
  const std::size_t key = dense_ids.key(), other = key == 0 ? 1 : 0;
  const bool in_parts = right.parts() > 1, has_other = values_.size() > 1;
  std::vector<NumberedRows> all;
  bool may_have_more = false;
  for (const RowIndex& index : right.indexes()) {
    may_have_more = may_have_more || index.may_have_more();
    all.push_back({&kNoHead, &kNoOther});
    if (index.table_->empty()) continue;
    all.back().heads = index.parts_.heads.data();
    if (has_other) all.back().others = index.table_->column(index.keys_[other]).data();
  }
  if (in_parts) parts_.resize(count_);
  const auto find = in_parts ? has_other ? &FirstRows::find_numbers<true, true> : &FirstRows::find_numbers<true, false>
                    : has_other ? &FirstRows::find_numbers<false, true>
                                : &FirstRows::find_numbers<false, false>;
  keep((this->*find)(dense_ids, all, {values_[key], count_}, has_other ? values_[other] : nullptr));
  if (!has_other || (values_.size() == 2 && !may_have_more)) return;
  if (!in_parts) return compare([&](std::size_t) -> const RowIndex& { return right.index(0); });
  compare([&](std::size_t row) -> const RowIndex& { return right.index(parts_[row]); });
}

void FirstRows::find(const BuildSide& right, const Table& from, std::span<const std::size_t> columns, std::size_t by) {
  count_ = from.rows();
  parts_.clear();
  keep(columns.empty() && right.table(0).empty() ? 0 : count_);
  if (rows_.empty()) return;
  if (columns.empty()) {
    std::iota(rows_.begin(), rows_.end(), 0);
    std::fill(partners_.begin(), partners_.end(), 0);
    return;
  }
  values_.clear();
  for (const std::size_t column : columns) values_.push_back(from.column(column).data());
  if (right.dense_ids()) return find_numbered(right);
  const RowIndex* const all = right.indexes().data();
  if (right.parts() == 1) return find_hashed([all](std::size_t) -> const RowIndex& { return *all; });
  right.find_parts(from.column(columns[by]), parts_);
  const std::uint16_t* const part_of_row = parts_.data();
  find_hashed([all, part_of_row](std::size_t row) -> const RowIndex& { return all[part_of_row[row]]; });
}

}  // namespace quadrille::query
