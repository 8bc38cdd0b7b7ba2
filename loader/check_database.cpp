#include "loader/check_database.hpp"

#include "loader/check_tables.hpp"
#include "loader/check_vocabulary.hpp"
#include "loader/dump.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

constexpr const char* kAdvice = "restore the file from a backup, or build the database again";

void check_file(const fs::path& path, const FileSeal& seal) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  if (error) fail(ErrorKind::io, "{}: {}; {}", path.string(), error.message(), kAdvice);
  if (size != seal.size_bytes) {
    fail(ErrorKind::io, "{}: {} bytes, the manifest says {}; {}", path.string(), size, seal.size_bytes, kAdvice);
  }
  if (checksum(MappedFile(path).bytes()) != seal.checksum) {
    fail(ErrorKind::io, "{}: the checksum is not the manifest's; {}", path.string(), kAdvice);
  }
}

void check_runs(DatabaseCheck& check, const Generation& generation) {
  pgas::Team& team = check.team();
  check.step("runs: blocks, order, places", "runs", [&](CheckFinds& finds) {
    for (const ShardId shard : shards_of_member(team.rank(), team.size(), generation.shards())) {
      if (finds.attempt([&] { generation.check(shard); })) finds.looked_at(kPermutations);
    }
  });
}

void check_numbers(CheckFinds& finds, const Generation& generation) {
  const Manifest& manifest = generation.manifest();
  const Statistics& statistics = generation.statistics();
  const auto compare = [&](const char* graphs, std::uint64_t told, std::uint64_t counted) {
    if (told == counted) return;
    finds.damage(fmt::format("{}: {} quads in {}, the statistics have {}; {}",
                             manifest_path(generation.folder()).string(), told, graphs, counted, kAdvice));
  };
  compare("the default graph", manifest.default_quads, statistics.default_graph.rows());
  compare("named graphs", manifest.named_quads, statistics.named_graphs.rows());
}

}  // namespace

void check_files(DatabaseCheck& check, const fs::path& folder, const Manifest& manifest) {
  pgas::Team& team = check.team();
  check.step("files: sizes and checksums", "bytes", [&](CheckFinds& finds) {
    for (std::size_t file = 0; file < manifest.files.size(); ++file) {
      if (file % static_cast<std::size_t>(team.size()) != static_cast<std::size_t>(team.rank())) continue;
      const ManifestFile& its = manifest.files[file];
      if (finds.attempt([&] { check_file(folder / its.path, its.seal); })) finds.looked_at(its.seal.size_bytes);
    }
  });
}

void check_database(DatabaseCheck& check, const Database& database) {
  const Generation& generation = database.generation();
  check_runs(check, generation);
  check_vocabulary(check, database);
  const Snapshot base(generation, generation.manifest().version, nullptr);
  check_quads(check, "the base", base, known_terms(generation.manifest()));
  check_tables(check, "the base", base);
  check.step("manifest", "numbers", [&](CheckFinds& finds) {
    if (!check.team().is_first()) return;
    check_numbers(finds, generation);
    finds.looked_at(2);
  });
}

KnownTerms known_terms(const Manifest& manifest) {
  KnownTerms terms;
  terms.of_kind = manifest.terms_of_kind;
  terms.blank_nodes = manifest.blank_nodes;
  return terms;
}

}  // namespace quadrille
