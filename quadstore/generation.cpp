#include "quadstore/generation.hpp"

#include <algorithm>
#include <array>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"
#include "quadstore/sealed_file.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

constexpr std::string_view kStatisticsMark = "QUADSTAT", kHeavyMark = "QUADHEAV";
constexpr std::uint32_t kTableFormat = 1;

// The files of a role, by view; that of the view `all` is there.
std::array<std::optional<ManifestFile>, kViews> files_by_view(const Manifest& manifest, const char* role,
                                                              const std::filesystem::path& folder) {
  std::array<std::optional<ManifestFile>, kViews> files;
  for (const ManifestFile& file : manifest.files_of(role)) {
    if (file.part >= kViews || files[file.part]) {
      fail(ErrorKind::io, "{}: the manifest names a second file of the role {}, or one of view {}", folder.string(),
           role, file.part);
    }
    files[file.part] = file;
  }
  if (!files[index(View::all)]) {
    fail(ErrorKind::io, "{}: the manifest names no file of the role {}", folder.string(), role);
  }
  return files;
}

std::string table_name(std::string_view table, View view) {
  constexpr std::array<std::string_view, kViews> kSuffixes{"", "-closure", "-stated", "-inferred"};
  return fmt::format("{}{}.table", table, kSuffixes[index(view)]);
}

std::vector<ManifestFile> shard_files(const Manifest& manifest, const std::filesystem::path& folder) {
  auto files = manifest.files_of(file_role::kShard);
  for (std::size_t shard = 0; shard < files.size(); ++shard) {
    if (files[shard].part != shard) files.clear();
  }
  if (files.size() != manifest.shards) {
    fail(ErrorKind::io, "{}: the manifest has {} shards, but does not name one file for each", folder.string(),
         manifest.shards);
  }
  return files;
}

void verify_size(const std::filesystem::path& path, const ManifestFile& file) {
  std::error_code error;
  const std::uint64_t found = std::filesystem::file_size(path, error);
  if (error) fail(ErrorKind::io, "cannot open {}: {}", path.string(), error.message());
  if (found != file.seal.size_bytes) {
    fail(ErrorKind::io, "{}: {} bytes expected, {} found: restore the file from a copy, or build the database again",
         path.string(), file.seal.size_bytes, found);
  }
}

ManifestFile write_table(const std::filesystem::path& folder, std::uint64_t generation, View view, const char* role,
                         std::string_view mark, const std::string& table) {
  const std::string path = generation_folder(generation) + "/" + table_name(role, view);
  return {path, role, static_cast<std::uint32_t>(index(view)), write_sealed(folder / path, mark, kTableFormat, table)};
}

std::uint64_t mapped_size(const ManifestFile& file) {
  return round_up(file.seal.size_bytes, kMappingAlignment);
}

}  // namespace

Generation Generation::open(const std::filesystem::path& folder, const GenerationOptions& options) {
  QUADRILLE_ASSERT(options.base_address % kMappingAlignment == 0, "the base address is a multiple of 2 MiB");
  Generation generation;
  generation.folder_ = folder;
  generation.manifest_ = Manifest::read(folder);
  const Manifest& manifest = generation.manifest_;
  if (manifest.shard_grain_bits != kShardGrainBits) {
    fail(ErrorKind::io, "{}: sharded by groups of 2^{} ids, this program expects 2^{}: build the database again",
         folder.string(), manifest.shard_grain_bits, kShardGrainBits);
  }
  generation.read_tables();

  const auto wanted = [&](ShardId shard) {
    return !options.shards || std::find(options.shards->begin(), options.shards->end(), shard) != options.shards->end();
  };
  generation.files_.resize(manifest.shards);
  std::uintptr_t address = options.base_address;
  for (const ManifestFile& file : shard_files(manifest, folder)) {
    const std::filesystem::path path = folder / file.path;
    if (wanted(ShardId(file.part))) {
      verify_size(path, file);
      const ShardFile& opened = generation.files_[file.part].emplace(path, address);
      if (opened.shard() != ShardId(file.part) || opened.shards() != manifest.shards) {
        fail(ErrorKind::io, "{}: contains shard {} of {}, expected {} of {}: restore the file from a copy",
             path.string(), index(opened.shard()), opened.shards(), file.part, manifest.shards);
      }
    }
    if (address != 0) address += mapped_size(file);
  }
  const auto views = static_cast<std::size_t>(
      std::count_if(kAllViews.begin(), kAllViews.end(), [&](View view) { return generation.tables_.has(view); }));
  generation.class_bitmaps_ =
      std::make_unique<ClassBitmaps>(options.caches, ClassBitmaps::wanted_bytes_for(manifest, views));
  generation.adjacency_index_ =
      std::make_unique<AdjacencyCache>(options.caches, AdjacencyCache::wanted_bytes_for(manifest, views));
  generation.is_whole_ = std::all_of(generation.files_.begin(), generation.files_.end(),
                                     [](const std::optional<ShardFile>& file) { return file.has_value(); });
  return generation;
}

void Generation::read_tables() {
  const auto statistics = files_by_view(manifest_, file_role::kStatistics, folder_);
  const auto heavy = files_by_view(manifest_, file_role::kHeavyObjects, folder_);
  for (std::size_t view = 0; view < kViews; ++view) {
    if (statistics[view].has_value() != heavy[view].has_value()) {
      fail(ErrorKind::io, "{}: the manifest names one table of view {} and not the other", folder_.string(), view);
    }
    if (!statistics[view]) continue;
    const std::filesystem::path of_predicates = folder_ / statistics[view]->path,
                                of_objects = folder_ / heavy[view]->path;
    tables_.set(static_cast<View>(view),
                {Statistics::parse(read_sealed(of_predicates, kStatisticsMark, kTableFormat), of_predicates.string()),
                 HeavyObjects::parse(read_sealed(of_objects, kHeavyMark, kTableFormat), of_objects.string())});
  }
}

const RunView& Generation::run(Permutation permutation, ShardId shard) const {
  QUADRILLE_ASSERT(is_open(shard), "the shard has been opened");
  return files_[index(shard)]->run(permutation);
}

std::optional<ShardId> Generation::only_shard(Permutation permutation, const QuadPrefix& prefix) const {
  const auto value = [&](Position position) -> std::optional<Huri> {
    const auto column = column_of(permutation, position);
    if (!column || index(*column) >= prefix.size()) return std::nullopt;
    return prefix[index(*column)];
  };
  std::optional<Huri> sharded_by;
  if (sharding_side(permutation) == ShardingSide::subject) {
    sharded_by = value(Position::subject);
  } else {
    sharded_by = value(Position::object);
    if (sharded_by && heavy_objects().contains(*sharded_by)) sharded_by = value(Position::subject);
  }
  if (!sharded_by) return std::nullopt;
  return shard_of(*sharded_by, shards());
}

ShardId Generation::shard_of_row(Permutation permutation, const Quad& quad) const {
  return sharding_side(permutation) == ShardingSide::subject
             ? shard_of(quad.subject, shards())
             : heavy_objects().object_shard(quad.subject, quad.object, shards());
}

std::uint64_t Generation::mapped_bytes(const Manifest& manifest) {
  std::uint64_t bytes = 0;
  for (const ManifestFile& file : manifest.files_of(file_role::kShard)) bytes += mapped_size(file);
  return bytes;
}

void Generation::check(ShardId shard) const {
  QUADRILLE_ASSERT(is_open(shard), "the shard has been opened");
  files_[index(shard)]->check();
  // The other permutations of a side have the same rows.
  std::array<Huri, kBlockRows> subjects, objects;
  for (const Permutation permutation : {Permutation::spo, Permutation::ops, Permutation::spog, Permutation::opsg,
                                        Permutation::spot, Permutation::post}) {
    const RunView& rows = run(permutation, shard);
    for (std::uint64_t block = 0; block < rows.blocks(); ++block) {
      const std::size_t count = rows.block_rows(block).size();
      rows.read_block(block, *column_of(permutation, Position::subject), 0, count, subjects.data());
      rows.read_block(block, *column_of(permutation, Position::object), 0, count, objects.data());
      for (std::size_t i = 0; i < count; ++i) {
        if (shard_of_row(permutation, {subjects[i], Huri(), objects[i]}) != shard) {
          fail(ErrorKind::io,
               "{}: shard {}: a row of block {} of {} belongs to another shard: build the database again",
               folder_.string(), index(shard), block, name(permutation));
        }
      }
    }
  }
}

void Generation::check() const {
  for (const ManifestFile& file : manifest_.files) {
    const std::filesystem::path path = folder_ / file.path;
    verify_size(path, file);
    if (checksum(MappedFile(path).bytes()) != file.seal.checksum) {
      fail(ErrorKind::io, "{}: the checksum differs from the manifest's: restore the file from a copy", path.string());
    }
  }
  std::array<std::uint64_t, kPermutations> rows{};
  for (std::uint32_t shard = 0; shard < files_.size(); ++shard) {
    if (!files_[shard]) continue;
    check(ShardId(shard));
    for (int number = 0; number < kPermutations; ++number) {
      rows[number] += files_[shard]->run(permutation_at(number)).rows();
    }
  }
  if (!is_whole_) return;
  for (int number = 0; number < kPermutations; ++number) {
    const Permutation permutation = permutation_at(number);
    const std::uint64_t expected = manifest_.rows(table_of(permutation));
    if (rows[number] != expected) {
      fail(ErrorKind::io, "{}: {} has {} rows, but the manifest has {}: build the database again", folder_.string(),
           name(permutation), rows[number], expected);
    }
  }
}

std::uint64_t rows_of_permutations(const Manifest& manifest) {
  std::uint64_t rows = 0;
  for (int number = 0; number < kPermutations; ++number) rows += manifest.rows(table_of(permutation_at(number)));
  return rows;
}

std::array<ManifestFile, 2> write_tables(const std::filesystem::path& folder, std::uint64_t generation, View view,
                                         const RowTables& tables) {
  return {write_table(folder, generation, view, file_role::kStatistics, kStatisticsMark, tables.statistics.serialise()),
          write_table(folder, generation, view, file_role::kHeavyObjects, kHeavyMark, tables.heavy.serialise())};
}

}  // namespace quadrille
