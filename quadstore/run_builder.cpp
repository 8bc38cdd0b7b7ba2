#include "quadstore/run_builder.hpp"

#include <algorithm>
#include <cstring>

#include "base/assert.hpp"
#include "base/copy_bytes.hpp"
#include "quadstore/checksum.hpp"

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

RunBuilder::RunBuilder(Permutation permutation) : header_(empty_header(permutation)) {}

void RunBuilder::append(std::span<const Huri> columns) {
  QUADRILLE_ASSERT(columns.size() == header_.columns, "a row has a value for every column of the permutation");
  for (std::size_t column = 0; column < columns.size(); ++column) block_[column][filled_] = columns[column].bits();
  if (++filled_ == kBlockRows) write_block();
}

void RunBuilder::append_columns(std::span<const std::span<const Huri>> columns) {
  QUADRILLE_ASSERT(columns.size() == header_.columns, "there is a span for every column of the permutation");
  const std::size_t rows = columns.front().size();
  for (std::size_t row = 0; row < rows;) {
    const std::size_t count = std::min(rows - row, kBlockRows - filled_);
    for (std::size_t column = 0; column < columns.size(); ++column) {
      QUADRILLE_ASSERT(columns[column].size() == rows, "the spans of a batch have the same length");
      const auto from = columns[column].begin() + static_cast<std::ptrdiff_t>(row);
      std::transform(from, from + static_cast<std::ptrdiff_t>(count), block_[column].begin() + filled_,
                     [](Huri huri) { return huri.bits(); });
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

std::vector<std::byte> RunBuilder::finish() {
  if (filled_ != 0) write_block();
  const detail::RunTables tables(header_.blocks, header_.columns);
  header_.data_offset = tables.end;
  header_.data_bytes = data_.size();
  std::vector<std::byte> run(tables.end + data_.size() + detail::kRunSlack);
  std::memcpy(run.data(), &header_, sizeof(header_));
  append_table(run.data() + tables.keys, keys_);
  append_table(run.data() + tables.bounds, bounds_);
  append_table(run.data() + tables.entries, entries_);
  header_.tables_checksum = checksum(std::span<const std::byte>(run).first(tables.end));
  std::memcpy(run.data(), &header_, sizeof(header_));
  append_table(run.data() + tables.end, data_);
  *this = RunBuilder(static_cast<Permutation>(header_.permutation));
  return run;
}

}  // namespace quadrille
