#pragma once

// A WideRun is a run with more than 2^32 rows that takes hardly any memory, for tests of row numbers that do not fit
// into 32 bits. The rows of a small run follow a filler of rows whose values are all unbound:
//
//   row   0 ... 2^32 - 2049   filler: its keys, bounds and block entries are zeros, in pages that are never written
//         2^32 - 2048 ...     the rows of the small run
//
// The filler does not ascend strictly, so RunView::check() refuses it; searches, counts and reads work as in any other
// run. To make one and to open it reads the headers twice: 100 bytes a block, some 0.1 s.

#include <sys/mman.h>

#include <cstddef>
#include <cstring>
#include <span>
#include <string>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/detail/run_layout.hpp"
#include "quadstore/run.hpp"

namespace quadrille::detail {

class WideRun {
 public:
  // So that the first two blocks of the small run come before row 2^32.
  static constexpr std::uint64_t kFillerBlocks = (std::uint64_t{1} << 22) - 2;

  // `small`: the result of RunBuilder::finish(). No value of its rows is unbound.
  WideRun(Permutation permutation, std::span<const std::byte> small, std::uint64_t filler_blocks = kFillerBlocks)
      : filler_blocks_(filler_blocks), memory_(make(small)), view_(memory_, permutation, "wide") {}
  ~WideRun() { ::munmap(memory_.data(), memory_.size()); }
  WideRun(const WideRun&) = delete;
  WideRun& operator=(const WideRun&) = delete;

  const RunView& view() const { return view_; }
  std::span<const std::byte> bytes() const { return memory_; }
  std::uint64_t filler_rows() const { return filler_blocks_ * kBlockRows; }

 private:
  std::span<std::byte> make(std::span<const std::byte> small) const {
    auto header = load<RunHeader>(small.data());
    const std::uint64_t blocks = header.blocks, columns = header.columns;
    header.rows += filler_rows();
    header.blocks += filler_blocks_;
    const RunTables from(blocks, columns, 0), to(header.blocks, columns, 0);
    header.data_offset = to.end;
    const std::size_t size = to.end + header.data_bytes + kRunSlack;
    void* const place =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    QUADRILLE_ASSERT(place != MAP_FAILED, "the system has some address space");
    const std::span<std::byte> all(static_cast<std::byte*>(place), size);
    // The small run's tables come at the ends of the large ones.
    const auto copy_table = [&](std::uint64_t end, std::uint64_t from_begin, std::uint64_t from_end) {
      copy_bytes(all.data() + end - (from_end - from_begin), small.data() + from_begin, from_end - from_begin);
    };
    copy_table(to.bounds, from.keys, from.bounds);
    copy_table(to.entries, from.bounds, from.entries);
    copy_table(to.end, from.entries, from.end);
    copy_table(size, from.end, small.size());
    header.tables_checksum = 0;
    std::memcpy(all.data(), &header, sizeof header);
    header.tables_checksum = checksum(all.first(to.end));
    std::memcpy(all.data(), &header, sizeof header);
    return all;
  }

  const std::uint64_t filler_blocks_;
  const std::span<std::byte> memory_;
  const RunView view_;
};

}  // namespace quadrille::detail
