#include "quadstore/run_builder.hpp"

#include <algorithm>
#include <cstring>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/row_mask.hpp"

namespace quadrille {

namespace {

detail::RunHeader empty_header(Permutation permutation) {
  detail::RunHeader header{};
  header.magic = detail::kRunMagic;
  header.version = detail::kRunVersion;
  header.permutation = static_cast<std::uint8_t>(permutation);
  header.columns = static_cast<std::uint8_t>(column_count(permutation));
  return header;
}

template <class T>
std::byte* append_table(std::byte* to, const std::vector<T>& table) {
  const std::size_t bytes = table.size() * sizeof(T);
  copy_bytes(to, table.data(), bytes);
  return to + bytes;
}

}  // namespace

RunBuilder::RunBuilder(Permutation permutation) : header_(empty_header(permutation)) {
  for (auto& marked : marked_) marked.push_back(0);
}

void RunBuilder::append(std::span<const Huri> columns, Marks marks) {
  QUADRILLE_ASSERT(columns.size() == header_.columns, "a row has a value for every column of the permutation");
  for (std::size_t column = 0; column < columns.size(); ++column) block_[column][filled_] = columns[column].bits();
  marks_[filled_] = marks;
  if (++filled_ == kBlockRows) write_block();
}

void RunBuilder::append_columns(std::span<const std::span<const Huri>> columns, std::span<const Marks> marks) {
  QUADRILLE_ASSERT(columns.size() == header_.columns, "there is a span for every column of the permutation");
  const std::size_t rows = columns.front().size();
  QUADRILLE_ASSERT(marks.empty() || marks.size() == rows, "each row of a batch has marks, or none has");
  for (std::size_t row = 0; row < rows;) {
    const std::size_t count = std::min(rows - row, kBlockRows - filled_);
    for (std::size_t column = 0; column < columns.size(); ++column) {
      QUADRILLE_ASSERT(columns[column].size() == rows, "the spans of a batch have the same length");
      const auto from = columns[column].begin() + static_cast<std::ptrdiff_t>(row);
      std::transform(from, from + static_cast<std::ptrdiff_t>(count), block_[column].begin() + filled_,
                     [](Huri huri) { return huri.bits(); });
    }
    if (marks.empty()) {
      std::fill_n(marks_.begin() + filled_, count, Marks::both);
    } else {
      std::copy_n(marks.begin() + row, count, marks_.begin() + filled_);
    }
    row += count;
    filled_ += count;
    if (filled_ == kBlockRows) write_block();
  }
}

void RunBuilder::write_block() {
  const std::size_t columns = header_.columns;
  bool any_before = header_.rows != 0;
  for (std::size_t row = 0; row < filled_; ++row) {
    int order = any_before ? 0 : -1;
    for (std::size_t column = 0; column < columns && order == 0; ++column) {
      const std::uint64_t value = block_[column][row];
      order = last_[column] < value ? -1 : last_[column] > value ? 1 : 0;
    }
    QUADRILLE_ASSERT(order < 0, "R1: the rows of a run ascend strictly");
    for (std::size_t column = 0; column < columns; ++column) last_[column] = block_[column][row];
    any_before = true;
  }
  detail::BlockEntry entry{};
  entry.offset = data_.size();
  write_marks();
  for (std::size_t column = 0; column < columns; ++column) {
    const auto values = std::span<const std::uint64_t>(block_[column]).first(filled_);
    const auto [min, max] = std::minmax_element(values.begin(), values.end());
    keys_.push_back(values.front());
    bounds_.push_back({*min, *max});
    entry.column_offset[column] = static_cast<std::uint16_t>(data_.size() - entry.offset);
    encode_column(values, data_);
  }
  entry.checksum = checksum(std::span<const std::byte>(data_).subspan(entry.offset));
  entries_.push_back(entry);
  header_.rows += filled_;
  ++header_.blocks;
  filled_ = 0;
}

// Counts the rows of the block that have each mark, and writes the bits of planes in which they differ.
void RunBuilder::write_marks() {
  for (int plane = 0; plane < detail::kMarkPlanes; ++plane) {
    std::array<std::uint64_t, RowMask::kBlockWords> words{};
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < filled_; ++row) {
      const std::uint64_t bit = static_cast<std::uint64_t>(marks_[row]) >> plane & 1;
      words[row / 64] |= bit << (row % 64);
      count += bit;
    }
    std::vector<std::uint64_t>& marked = marked_[static_cast<std::size_t>(plane)];
    marked.push_back(marked.back() + count);
    if (count == 0 || count == filled_) continue;
    const auto bytes = std::as_bytes(std::span(words).first((filled_ + 63) / 64));
    data_.insert(data_.end(), bytes.begin(), bytes.end());
  }
}

std::vector<std::byte> RunBuilder::finish() {
  if (filled_ != 0) write_block();
  std::uint64_t planes = 0;
  for (std::size_t plane = 0; plane < marked_.size(); ++plane) {
    if (marked_[plane].back() == header_.rows) continue;
    header_.planes |= std::uint64_t{1} << plane;
    ++planes;
  }
  const detail::RunTables tables(header_.blocks, header_.columns, planes);
  header_.data_offset = tables.end;
  header_.data_bytes = data_.size();
  std::vector<std::byte> run(tables.end + data_.size() + detail::kRunSlack);
  std::memcpy(run.data(), &header_, sizeof(header_));
  append_table(run.data() + tables.keys, keys_);
  append_table(run.data() + tables.bounds, bounds_);
  std::byte* to = append_table(run.data() + tables.entries, entries_);
  for (std::size_t plane = 0; plane < marked_.size(); ++plane) {
    if ((header_.planes >> plane & 1) != 0) to = append_table(to, marked_[plane]);
  }
  header_.tables_checksum = checksum(std::span<const std::byte>(run).first(tables.end));
  std::memcpy(run.data(), &header_, sizeof(header_));
  append_table(run.data() + tables.end, data_);
  *this = RunBuilder(static_cast<Permutation>(header_.permutation));
  return run;
}

}  // namespace quadrille
