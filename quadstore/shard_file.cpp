#include "quadstore/shard_file.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "quadstore/run_builder.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

using detail::SectionEntry;
using detail::ShardHeader;
using detail::ShardTrailer;

constexpr std::string_view kHeaderMagic = "QUADRUNS", kTrailerMagic = "RUNS.END";
constexpr std::uint32_t kShardVersion = 1;
constexpr std::size_t kSectionAlignment = 64;

template <class T>
std::span<const std::byte> as_bytes(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

bool equals(const char (&magic)[8], std::string_view wanted) {
  return std::string_view(magic, 8) == wanted;
}

std::uint64_t table_checksum(const ShardHeader& header, std::span<const std::byte> table, const ShardTrailer& trailer) {
  Checksum sum;
  sum.add(as_bytes(header));
  sum.add(table);
  sum.add(as_bytes(trailer).first(offsetof(ShardTrailer, checksum)));
  return sum.value();
}

[[noreturn]] void damaged(const std::filesystem::path& path, const std::string& what) {
  fail(ErrorKind::io, "{}: {}; restore the file from a copy, or build the database again", path.string(), what);
}

ShardHeader verified_header(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(ShardHeader) || std::memcmp(bytes.data(), kHeaderMagic.data(), 8) != 0) {
    damaged(path, "this is not a shard file: it does not begin with QUADRUNS");
  }
  const auto header = load<ShardHeader>(bytes.data());
  if (header.version > kShardVersion) {
    fail(ErrorKind::io,
         "{}: shard file of format {}, this program reads formats up to {}: use the version that wrote it",
         path.string(), header.version, kShardVersion);
  }
  if (bytes.size() < sizeof(ShardHeader) + sizeof(ShardTrailer)) damaged(path, "the file is cut short");
  return header;
}

ShardTrailer verified_trailer(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  const auto trailer = load<ShardTrailer>(bytes.last(sizeof(ShardTrailer)).data());
  if (!equals(trailer.magic, kTrailerMagic)) damaged(path, "the file is cut short: its last bytes are missing");
  if (trailer.file_bytes != bytes.size()) {
    damaged(path, fmt::format("{} bytes expected, {} found", trailer.file_bytes, bytes.size()));
  }
  const std::uint64_t table_bytes = trailer.sections * sizeof(SectionEntry);
  const bool is_number = trailer.sections == kGraphPermutations || trailer.sections == kPermutations;
  if (!is_number || trailer.table_offset > bytes.size() ||
      trailer.table_offset + table_bytes + sizeof(ShardTrailer) != bytes.size()) {
    damaged(path, "wrong offset of the table of runs");
  }
  return trailer;
}

}  // namespace

ShardFileWriter::ShardFileWriter(std::filesystem::path path, ShardId shard, std::uint32_t shards)
    : file_(std::move(path)), header_{} {
  std::copy(kHeaderMagic.begin(), kHeaderMagic.end(), header_.magic);
  header_.version = kShardVersion;
  header_.shard = index(shard);
  header_.shards = shards;
  header_.grain_bits = kShardGrainBits;
  file_.write(as_bytes(header_));
}

void ShardFileWriter::add(Permutation permutation, std::span<const std::byte> run) {
  const auto same = [=](const SectionEntry& section) {
    return section.permutation == static_cast<std::uint32_t>(permutation);
  };
  QUADRILLE_ASSERT(std::none_of(sections_.begin(), sections_.end(), same), "a shard has one run of a permutation");
  const std::uint64_t rows = load<detail::RunHeader>(run.data()).rows;
  if (table_of(permutation) == QuadTable::triple_terms && rows == 0 && !has_terms()) return;
  file_.pad_to_multiple_of(kSectionAlignment);
  sections_.push_back({static_cast<std::uint32_t>(permutation), static_cast<std::uint32_t>(column_count(permutation)),
                       file_.size(), run.size(), rows});
  file_.write(run);
}

bool ShardFileWriter::has_terms() const {
  return std::any_of(sections_.begin(), sections_.end(),
                     [](const SectionEntry& section) { return section.permutation >= kGraphPermutations; });
}

FileSeal ShardFileWriter::finish() {
  for (int number = 0; number < (has_terms() ? kPermutations : kGraphPermutations); ++number) {
    const auto same = [=](const SectionEntry& section) { return section.permutation == static_cast<unsigned>(number); };
    if (std::none_of(sections_.begin(), sections_.end(), same)) {
      add(permutation_at(number), RunBuilder(permutation_at(number)).finish());
    }
  }
  std::sort(sections_.begin(), sections_.end(),
            [](const SectionEntry& a, const SectionEntry& b) { return a.permutation < b.permutation; });
  file_.pad_to_multiple_of(kSectionAlignment);
  ShardTrailer trailer{};
  const auto table = std::as_bytes(std::span(sections_));
  trailer.table_offset = file_.size();
  trailer.file_bytes = file_.size() + table.size() + sizeof(trailer);
  trailer.sections = sections_.size();
  trailer.checksum = table_checksum(header_, table, trailer);
  std::copy(kTrailerMagic.begin(), kTrailerMagic.end(), trailer.magic);
  file_.write(table);
  file_.write(as_bytes(trailer));
  return file_.finish();
}

ShardFile::ShardFile(const std::filesystem::path& path, std::uintptr_t address) : file_(path, address), path_(path) {
  const auto bytes = file_.bytes();
  const ShardHeader header = verified_header(path, bytes);
  const ShardTrailer trailer = verified_trailer(path, bytes);
  const int sections = static_cast<int>(trailer.sections);
  const auto table = bytes.subspan(trailer.table_offset, trailer.sections * sizeof(SectionEntry));
  if (table_checksum(header, table, trailer) != trailer.checksum) damaged(path, "the checksum of its tables differs");
  if (header.grain_bits != kShardGrainBits) {
    damaged(path, fmt::format("sharded by groups of 2^{} ids, expected 2^{}", header.grain_bits, kShardGrainBits));
  }
  shard_ = ShardId(header.shard);
  shards_ = header.shards;
  for (int number = 0; number < sections; ++number) {
    const auto section = load<SectionEntry>(table.data() + number * sizeof(SectionEntry));
    if (section.permutation != static_cast<std::uint32_t>(number) || section.offset > bytes.size() ||
        section.bytes > bytes.size() - section.offset || section.offset % kSectionAlignment != 0) {
      damaged(path, fmt::format("the entry of run {} is wrong", name(permutation_at(number))));
    }
    runs_.emplace_back(bytes.subspan(section.offset, section.bytes), permutation_at(number), path.string());
  }
  for (int number = sections; number < kPermutations; ++number) runs_.emplace_back(permutation_at(number));
}

void ShardFile::check() const {
  for (const RunView& run : runs_) run.check();
  // The sides are sharded differently, so only permutations of one side have the same rows.
  const auto expect_equal = [&](Permutation a, Permutation b) {
    if (run(a).rows() != run(b).rows()) {
      damaged(path_, fmt::format("{} has {} rows, {} has {}", name(a), run(a).rows(), name(b), run(b).rows()));
    }
  };
  expect_equal(Permutation::spo, Permutation::pso);
  expect_equal(Permutation::ops, Permutation::pos);
  expect_equal(Permutation::spog, Permutation::psog);
  expect_equal(Permutation::spog, Permutation::gspo);
  expect_equal(Permutation::opsg, Permutation::posg);
  expect_equal(Permutation::opsg, Permutation::gpos);
  expect_equal(Permutation::spot, Permutation::tspo);
  expect_equal(Permutation::post, Permutation::ospt);
}

}  // namespace quadrille
