#include "quadstore/run.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/read_counts.hpp"

namespace quadrille {

namespace {

// Kernels write 64-bit words; a Huri is one.
std::uint64_t* words(Huri* huris) {
  static_assert(sizeof(Huri) == sizeof(std::uint64_t));
  return reinterpret_cast<std::uint64_t*>(huris);
}

// -1, 0, 1: how the first prefix.size() values at `key` compare with `prefix`.
int compare(const std::uint64_t* key, const QuadPrefix& prefix) {
  for (int column = 0; column < prefix.size(); ++column) {
    const std::uint64_t wanted = prefix[column].bits();
    if (key[column] != wanted) return key[column] < wanted ? -1 : 1;
  }
  return 0;
}

// Runs of this version are read as fast as those that are written now.
constexpr std::uint16_t kFirstWithRestartPoints = 2;

std::uint64_t planes_of(const detail::RunHeader& header) {
  return static_cast<std::uint64_t>(std::popcount(header.planes));
}

}  // namespace

RunView::RunView(std::span<const std::byte> bytes, Permutation permutation, std::string source)
    : permutation_(permutation), source_(std::move(source)) {
  verify_tables(bytes);
  const auto header = load<detail::RunHeader>(bytes.data());
  const detail::RunTables tables(header.blocks, header.columns, planes_of(header));
  is_current_format_ = header.version >= kFirstWithRestartPoints;
  rows_ = header.rows;
  blocks_ = header.blocks;
  data_bytes_ = header.data_bytes;
  keys_ = reinterpret_cast<const std::uint64_t*>(bytes.data() + tables.keys);
  bounds_ = reinterpret_cast<const detail::Bounds*>(bytes.data() + tables.bounds);
  entries_ = reinterpret_cast<const detail::BlockEntry*>(bytes.data() + tables.entries);
  const auto* next = reinterpret_cast<const std::uint64_t*>(bytes.data() + tables.marked);
  for (std::size_t plane = 0; plane < marked_.size(); ++plane) {
    if ((header.planes >> plane & 1) == 0) continue;
    marked_[plane] = next;
    next += blocks_ + 1;
  }
  data_ = bytes.data() + header.data_offset;
  touched_ = std::make_unique<std::atomic<std::uint64_t>[]>((blocks_ + 63) / 64);
}

void RunView::damaged(const std::string& what) const {
  fail(ErrorKind::io, "{}: run {}: {}; the file is damaged: restore it from a copy, or build the database again",
       source_, name(permutation_), what);
}

void RunView::verify_tables(std::span<const std::byte> bytes) const {
  QUADRILLE_ASSERT(reinterpret_cast<std::uintptr_t>(bytes.data()) % 8 == 0, "a run lies at a multiple of 8 bytes");
  if (bytes.size() < sizeof(detail::RunHeader)) damaged("it is shorter than its header");
  auto header = load<detail::RunHeader>(bytes.data());
  if (header.magic != detail::kRunMagic) damaged("the mark at its start is missing");
  if (header.version == 0 || header.version > detail::kRunVersion) {
    fail(ErrorKind::io,
         "{}: run {} has format {}, this program reads formats up to {}: use the version that wrote it, or build again",
         source_, name(permutation_), header.version, detail::kRunVersion);
  }
  if (header.permutation != static_cast<std::uint8_t>(permutation_) || header.columns != columns()) {
    damaged(fmt::format("it has permutation {} with {} columns", header.permutation, header.columns));
  }
  // Every block takes some bytes of tables, so this bound keeps the sums below from overflowing.
  if (header.planes >> detail::kMarkPlanes != 0 || header.blocks > bytes.size() || header.data_bytes > bytes.size() ||
      header.blocks != (header.rows + kBlockRows - 1) / kBlockRows) {
    damaged(fmt::format("{} blocks, {} rows and planes {} do not fit into {} bytes", header.blocks, header.rows,
                        header.planes, bytes.size()));
  }
  const detail::RunTables tables(header.blocks, header.columns, planes_of(header));
  if (header.data_offset != tables.end || tables.end + header.data_bytes + detail::kRunSlack != bytes.size()) {
    damaged(
        fmt::format("{} bytes expected, {} found", tables.end + header.data_bytes + detail::kRunSlack, bytes.size()));
  }
  const std::uint64_t expected = header.tables_checksum;
  header.tables_checksum = 0;
  Checksum found;
  found.add(std::as_bytes(std::span(&header, 1)));
  found.add(bytes.subspan(sizeof(header), tables.end - sizeof(header)));
  if (found.value() != expected) damaged("the checksum of its headers differs");
}

void RunView::verify_block(std::uint64_t block) const {
  const detail::BlockEntry& entry = entries_[block];
  if (checksum({data_ + entry.offset, data_ + block_end(block)}) != entry.checksum) {
    damaged(fmt::format("the checksum of block {} of {} differs", block, blocks_));
  }
}

void RunView::touch(std::uint64_t block) const {
  std::atomic<std::uint64_t>& word = touched_[block / 64];
  const std::uint64_t bit = std::uint64_t{1} << (block % 64);
  if ((word.load(std::memory_order_relaxed) & bit) != 0) [[likely]]
    return;
  verify_block(block);
  word.fetch_or(bit, std::memory_order_relaxed);
}

RunView::PackedColumn RunView::packed_column(std::uint64_t block, ColumnIndex column) const {
  touch(block);
  return {column_bytes(block, column), block_rows(block).size(), bounds(block, column).min};
}

bool RunView::has_bits(std::uint64_t block, int plane) const {
  const std::uint64_t* const before = marked_before(plane);
  if (before == nullptr) return false;
  const std::uint64_t marked = before[block + 1] - before[block];
  return marked != 0 && marked != block_rows(block).size();
}

const std::byte* RunView::mark_bits(std::uint64_t block, int plane) const {
  touch(block);
  std::uint64_t words_before = 0;
  for (int other = 0; other < plane; ++other) {
    if (has_bits(block, other)) words_before += (block_rows(block).size() + 63) / 64;
  }
  return data_ + entries_[block].offset + words_before * sizeof(std::uint64_t);
}

RowMask RunView::mask(View view) const {
  const int plane = view == View::closure ? 1 : 0;
  if (view == View::all || marked_before(plane) == nullptr) {
    // If all rows are stated, none is inferred.
    return view == View::inferred ? RowMask::none() : RowMask();
  }
  return RowMask(*this, plane, marked_before(plane), view != View::inferred);
}

void RunView::read_marks(RowRange rows, std::span<Marks> out) const {
  QUADRILLE_ASSERT(rows.begin <= rows.end && rows.end <= rows_ && out.size() == rows.size(),
                   "rows to read lie in the run and fit the output");
  const RowMask stated = mask(View::stated), closure = mask(View::closure);
  std::fill(out.begin(), out.end(), Marks::both);
  for (std::uint64_t row = stated.next_hidden(rows.begin, rows.end); row < rows.end;
       row = stated.next_hidden(row + 1, rows.end)) {
    out[row - rows.begin] = Marks::closure;
  }
  for (std::uint64_t row = closure.next_hidden(rows.begin, rows.end); row < rows.end;
       row = closure.next_hidden(row + 1, rows.end)) {
    out[row - rows.begin] = Marks::stated;
  }
}

RowRange RunView::block_rows(std::uint64_t block) const {
  return {block * kBlockRows, std::min((block + 1) * kBlockRows, rows_)};
}

void RunView::read_block(std::uint64_t block, ColumnIndex column, std::size_t from, std::size_t to, Huri* out) const {
  const detail::Bounds& bound = bounds(block, column);
  if (bound.min == bound.max) {
    std::fill_n(out, to - from, Huri(bound.min));
    return;
  }
  const PackedColumn packed = packed_column(block, column);
  read_counts.values += to - from;
  decode_column(packed.bytes, packed.rows, packed.min, from, to, words(out));
}

void RunView::read(ColumnIndex column, RowRange rows, std::span<Huri> out) const {
  QUADRILLE_ASSERT(rows.begin <= rows.end && rows.end <= rows_ && out.size() == rows.size(),
                   "rows to read lie in the run and fit the output");
  Huri* to = out.data();
  for (std::uint64_t row = rows.begin; row < rows.end;) {
    const std::uint64_t block = row / kBlockRows;
    const RowRange in = block_rows(block);
    const std::uint64_t end = std::min(in.end, rows.end);
    read_block(block, column, row - in.begin, end - in.begin, to);
    to += end - row;
    row = end;
  }
}

std::uint64_t RunView::first_block_at(const QuadPrefix& prefix, bool after, std::uint64_t from,
                                      std::uint64_t to) const {
  ++read_counts.searches;
  const std::size_t width = static_cast<std::size_t>(columns());
  const int least = after ? 1 : 0;
  std::uint64_t low = from, high = to;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (compare(keys_ + middle * width, prefix) >= least) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

FoundRows RunView::find_in_block(std::uint64_t block, ColumnIndex column, std::size_t from, std::size_t to,
                                 Huri wanted) const {
  const detail::Bounds& bound = bounds(block, column);
  if (wanted.bits() < bound.min) return {from, from};
  if (wanted.bits() > bound.max) return {to, to};
  if (bound.min == bound.max) return {from, to};
  const PackedColumn packed = packed_column(block, column);
  ++read_counts.searches;
  return find_in_column(packed.bytes, packed.rows, packed.min, from, to, wanted.bits());
}

FoundRows RunView::find_in_block(std::uint64_t block, const QuadPrefix& prefix) const {
  FoundRows found{0, block_rows(block).size()};
  for (int column = 0; column < prefix.size() && found.begin < found.end; ++column) {
    found = find_in_block(block, static_cast<ColumnIndex>(column), found.begin, found.end, prefix[column]);
  }
  return found;
}

std::uint64_t RunView::lower_bound(const QuadPrefix& prefix) const {
  const std::uint64_t block = first_block_at(prefix, false, 0, blocks_);
  return block == 0 ? 0 : (block - 1) * kBlockRows + find_in_block(block - 1, prefix).begin;
}

std::uint64_t RunView::upper_bound(const QuadPrefix& prefix, std::uint64_t from_block) const {
  const std::uint64_t block = first_block_at(prefix, true, from_block, blocks_);
  if (block == from_block) return std::min(block * kBlockRows, rows_);
  return (block - 1) * kBlockRows + find_in_block(block - 1, prefix).end;
}

RowRange RunView::find(const QuadPrefix& prefix) const {
  QUADRILLE_ASSERT(prefix.size() <= columns(), "a prefix has no more columns than the run");
  if (prefix.size() == 0) return {0, rows_};
  const std::uint64_t block = first_block_at(prefix, false, 0, blocks_);
  if (block == 0) return {0, upper_bound(prefix)};
  const std::uint64_t base = (block - 1) * kBlockRows;
  const FoundRows found = find_in_block(block - 1, prefix);
  const RowRange rows{base + found.begin, base + found.end};
  // Only when they reach the end of the block may more of them follow.
  return rows.end < block_rows(block - 1).end ? rows : RowRange{rows.begin, upper_bound(prefix, block)};
}

RowRange RunView::find_range(QuadPrefix prefix, Huri low, Huri high) const {
  QUADRILLE_ASSERT(prefix.size() < columns(), "there is a column after the prefix");
  QuadPrefix last = prefix;
  prefix.push_back(low);
  last.push_back(high);
  const std::uint64_t begin = lower_bound(prefix);
  return {begin, high < low ? begin : upper_bound(last)};
}

void RunView::check() const {
  std::array<std::array<Huri, kBlockRows>, kMaxColumns> values;
  std::array<Huri, kMaxColumns> last{}, row{};
  const auto width = static_cast<std::size_t>(columns());
  std::uint64_t offset = 0;
  for (std::uint64_t block = 0; block < blocks_; ++block) {
    if (entries_[block].offset < offset || block_end(block) > data_bytes_)
      damaged(fmt::format("wrong offset of block {}", block));
    offset = entries_[block].offset;
    verify_block(block);
    const std::size_t count = block_rows(block).size();
    for (std::size_t column = 0; column < width; ++column) {
      const auto at = static_cast<ColumnIndex>(column);
      read_block(block, at, 0, count, values[column].data());
      const auto [least, most] = std::minmax_element(values[column].begin(), values[column].begin() + count);
      if (*least != min(block, at) || *most != max(block, at) || values[column].front() != first_key(block, at)) {
        damaged(fmt::format("the header of block {} does not describe column {}", block, column));
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t column = 0; column < width; ++column) row[column] = values[column][i];
      if (block + i != 0 && !(last < row)) damaged(fmt::format("row {} of block {} does not ascend", i, block));
      last = row;
    }
    check_marks(block);
  }
}

// Each row has a mark, and the numbers in the header are those of the bits.
void RunView::check_marks(std::uint64_t block) const {
  const std::size_t rows = block_rows(block).size();
  std::array<std::uint64_t, RowMask::kBlockWords> any{};
  for (int plane = 0; plane < detail::kMarkPlanes; ++plane) {
    const std::uint64_t* const before = marked_before(plane);
    const std::uint64_t expected = before == nullptr ? rows : before[block + 1] - before[block];
    std::uint64_t found = has_bits(block, plane) ? 0 : expected;
    for (std::size_t word = 0; word < (rows + 63) / 64; ++word) {
      const std::uint64_t all = ~std::uint64_t{0} >> (word == rows / 64 ? 64 - rows % 64 : 0);
      const std::uint64_t bits = has_bits(block, plane) ? load<std::uint64_t>(mark_bits(block, plane) + 8 * word)
                                 : expected != 0        ? all
                                                        : 0;
      if (has_bits(block, plane)) found += static_cast<std::uint64_t>(std::popcount(bits));
      any[word] |= bits;
      if (plane + 1 == detail::kMarkPlanes && any[word] != all) {
        damaged(fmt::format("a row of block {} has no mark, or bits behind the last row", block));
      }
    }
    if (found != expected) damaged(fmt::format("the header of block {} does not describe its marks", block));
  }
}

namespace {

template <std::size_t... kNumbers>
std::array<RunView, sizeof...(kNumbers)> make_empty_runs(std::index_sequence<kNumbers...>) {
  return {RunView(permutation_at(static_cast<int>(kNumbers)))...};
}

}  // namespace

const RunView& empty_run(Permutation permutation) {
  static const auto runs = make_empty_runs(std::make_index_sequence<kPermutations>());
  return runs[static_cast<std::size_t>(index(permutation))];
}

}  // namespace quadrille
