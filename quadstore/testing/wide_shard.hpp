#pragma once

// widen_shard() gives a shard's file one run with more than 2^32 rows (WideRun), for tests of queries over so many
// rows. The file is sparse; opening it reads 400 MB of zeros. The other runs stay as they are, and so do the
// statistics, so only queries that read this run see the rows.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/manifest.hpp"
#include "quadstore/mapped_file.hpp"
#include "quadstore/shard_file.hpp"
#include "quadstore/testing/wide_run.hpp"

namespace quadrille::detail {

// A file of which pages of zeros are not written.
class SparseFile {
 public:
  explicit SparseFile(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600)) {
    QUADRILLE_ASSERT(descriptor_ >= 0, "the test's folder can be written");
  }
  ~SparseFile() { ::close(descriptor_); }
  SparseFile(const SparseFile&) = delete;
  SparseFile& operator=(const SparseFile&) = delete;

  std::uint64_t size() const { return size_; }
  void write(std::span<const std::byte> bytes) {
    static constexpr std::array<std::byte, 4096> kZeros{};
    for (std::size_t at = 0; at < bytes.size(); at += kZeros.size()) {
      const auto page = bytes.subspan(at, std::min(kZeros.size(), bytes.size() - at));
      if (std::memcmp(page.data(), kZeros.data(), page.size()) == 0) continue;
      const auto written = ::pwrite(descriptor_, page.data(), page.size(), static_cast<off_t>(size_ + at));
      QUADRILLE_ASSERT(written == static_cast<ssize_t>(page.size()), "the test's folder has room");
    }
    size_ += bytes.size();
    QUADRILLE_ASSERT(::ftruncate(descriptor_, static_cast<off_t>(size_)) == 0, "the file grows");
  }

 private:
  const int descriptor_;
  std::uint64_t size_ = 0;
};

// Changes the file of this shard in the database `folder`, and its size in the manifest. The run must have rows.
// Returns the number of rows before them.
inline std::uint64_t widen_shard(const std::filesystem::path& folder, std::uint32_t shard, Permutation permutation) {
  Manifest manifest = Manifest::read(folder);
  const auto file = std::find_if(manifest.files.begin(), manifest.files.end(), [&](const ManifestFile& each) {
    return each.role == file_role::kShard && each.part == shard;
  });
  QUADRILLE_ASSERT(file != manifest.files.end(), "the shard has a file");
  const std::filesystem::path path = folder / file->path, aside = path.string() + ".wide";
  std::uint64_t filler_rows = 0;
  {
    const MappedFile old(path);
    const auto bytes = old.bytes();
    auto trailer = load<ShardTrailer>(bytes.last(sizeof(ShardTrailer)).data());
    std::vector<SectionEntry> sections(kGraphPermutations);
    copy_bytes(sections.data(), bytes.data() + trailer.table_offset, kGraphPermutations * sizeof(SectionEntry));
    SparseFile to(aside);
    to.write(bytes.first(sizeof(ShardHeader)));
    for (SectionEntry& section : sections) {
      auto run = bytes.subspan(section.offset, section.bytes);
      std::unique_ptr<WideRun> wide;
      if (section.permutation == static_cast<std::uint32_t>(permutation)) {
        wide = std::make_unique<WideRun>(permutation, run);
        run = wide->bytes();
        filler_rows = wide->filler_rows();
        section.rows += filler_rows;
      }
      to.write(std::vector<std::byte>(round_up(to.size(), 64) - to.size()));
      section.offset = to.size();
      section.bytes = run.size();
      to.write(run);
    }
    to.write(std::vector<std::byte>(round_up(to.size(), 64) - to.size()));
    const auto table = std::as_bytes(std::span(sections));
    trailer.table_offset = to.size();
    trailer.file_bytes = to.size() + table.size() + sizeof trailer;
    Checksum sum;
    sum.add(bytes.first(sizeof(ShardHeader)));
    sum.add(table);
    sum.add(std::as_bytes(std::span(&trailer, 1)).first(offsetof(ShardTrailer, checksum)));
    trailer.checksum = sum.value();
    to.write(table);
    to.write(std::as_bytes(std::span(&trailer, 1)));
    file->seal.size_bytes = to.size();
  }
  std::filesystem::rename(aside, path);
  manifest.write(folder);
  return filler_rows;
}

}  // namespace quadrille::detail
