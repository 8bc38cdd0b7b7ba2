#pragma once

// A ShardFile is one shard of a base in one file: its ten runs, and the four of triple terms if the shard has some.
//
//   | ShardHeader 64 B  mark, format, shard, V             |
//   | run of spo | run of pso | ... | run of gpos | ...    |  each at a multiple of 64 B (detail/run_layout.hpp)
//   | 10 or 14 x SectionEntry 32 B  permutation, place, rows  |
//   | ShardTrailer 64 B  size of the file, checksum, mark  |
//
// The file is written from front to back with its table last, so a truncated file has no trailer. Opening reads
// header, table and the runs' headers (every run's tables are verified); blocks are verified when they are first
// touched; check() reads everything. Errors are ErrorKind::io and name the file.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "base/ids.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/mapped_file.hpp"
#include "quadstore/permutation.hpp"
#include "quadstore/run.hpp"

namespace quadrille {

namespace detail {

struct ShardHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t shard;
  std::uint32_t shards;
  std::uint32_t grain_bits;
  std::uint64_t reserved[5];
};
static_assert(sizeof(ShardHeader) == 64);

struct SectionEntry {
  std::uint32_t permutation;
  std::uint32_t columns;
  std::uint64_t offset;  // from the beginning of the file
  std::uint64_t bytes;
  std::uint64_t rows;
};
static_assert(sizeof(SectionEntry) == 32);

struct ShardTrailer {
  std::uint64_t file_bytes;
  std::uint64_t table_offset;
  std::uint64_t sections;
  std::uint64_t checksum;  // of header, table and the fields above
  std::uint64_t reserved[3];
  char magic[8];
};
static_assert(sizeof(ShardTrailer) == 64);

}  // namespace detail

// Accepts the runs in any order; permutations that are not added become empty runs, those of triple terms only if one
// of them has rows.
class ShardFileWriter {
 public:
  ShardFileWriter(std::filesystem::path path, ShardId shard, std::uint32_t shards);

  // `run` is the result of RunBuilder::finish().
  void add(Permutation permutation, std::span<const std::byte> run);

  // Writes the table, syncs and renames.
  FileSeal finish();

 private:
  bool has_terms() const;

  AsideFile file_;
  detail::ShardHeader header_;
  std::vector<detail::SectionEntry> sections_;
};

class ShardFile {
 public:
  // `address`: where to map the file, 0 for anywhere (mapped_file.hpp).
  explicit ShardFile(const std::filesystem::path& path, std::uintptr_t address = 0);

  ShardId shard() const { return shard_; }
  std::uint32_t shards() const { return shards_; }
  std::uint64_t size_bytes() const { return file_.bytes().size(); }
  const RunView& run(Permutation permutation) const { return runs_[index(permutation)]; }

  // Reads and verifies everything, including that the permutations agree on the number of rows where they must.
  void check() const;

 private:
  MappedFile file_;
  std::filesystem::path path_;
  ShardId shard_{};
  std::uint32_t shards_ = 0;
  std::vector<RunView> runs_;  // ordered by permutation
};

}  // namespace quadrille
