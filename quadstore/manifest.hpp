#pragma once

// A Manifest lists the contents of a database folder, as JSON for people and programs: DIR/manifest.json. It is
// written last, so a folder with a manifest is whole; it names every file with size and checksum.
//
//   DIR/manifest.json
//   DIR/generation-1/shard-0000.runs ...      shard_file.hpp
//   DIR/generation-1/statistics.table         statistics.hpp
//   DIR/generation-1/heavy-objects.table      heavy_objects.hpp
//   DIR/generation-1/statistics-stated.table  ... of a view that hides rows; the number of the view is the file's part
//   DIR/generation-1/rules.table              rules_file.hpp
//   DIR/generation-1/...                      the vocabulary's files, by role; the dictionary maps them
//
// A rebuild writes generation-2 beside generation-1 and then the manifest: its rename switches to the new generation.

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dictionary/huri.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/permutation.hpp"

namespace quadrille {

// The reader of a file. Roles that are not in this list are kept and written again.
namespace file_role {
inline constexpr const char* kShard = "shard";
inline constexpr const char* kStatistics = "statistics";
inline constexpr const char* kHeavyObjects = "heavy-objects";
inline constexpr const char* kRules = "rules";
inline constexpr const char* kVocabulary = "vocabulary";
inline constexpr const char* kDeltaVocabulary = "delta-vocabulary";  // terms of updates that a merge has kept
}  // namespace file_role

struct ManifestFile {
  std::string path;  // relative to the database folder
  std::string role;
  std::uint32_t part = 0;  // number of the file among those of its role: the shard, the vocabulary's range, or the view
  FileSeal seal;

  bool operator==(const ManifestFile&) const = default;
};

struct Manifest {
  // 2: rows may have marks, and views tables of their own. 3: there are triple terms; without them the format is 2.
  static constexpr int kFormat = 3;

  std::string program_version;
  std::uint64_t generation = 1;
  std::uint64_t version = 0;  // of the updates that it contains: later ones are in the log
  std::uint32_t shards = 8;   // V
  int shard_grain_bits = 6;   // sharding.hpp
  std::uint32_t images_at_build = 1;
  std::uint64_t default_quads = 0;                // in the default graph, duplicates removed
  std::uint64_t named_quads = 0;                  // in named graphs
  std::uint64_t inferred_quads = 0;               // in both: those that follow by rules and were not stated
  std::uint64_t blank_nodes = 0;                  // counters below this one have been allocated
  std::array<std::uint64_t, 16> terms_of_kind{};  // in the vocabulary, by HuriKind; triple terms: rows of their table
  std::string build_time;                         // when the build ended, UTC: 2024-05-17T08:30:00Z
  double build_seconds = 0;
  std::map<std::string, std::string> options;  // options of the build, by name
  std::vector<ManifestFile> files;

  std::uint64_t triple_terms() const { return terms_of_kind[static_cast<std::size_t>(HuriKind::triple_term)]; }
  std::uint64_t rows(QuadTable table) const;

  // The files of a role, ascending by part.
  std::vector<ManifestFile> files_of(const std::string& role) const;

  std::string to_json() const;
  static Manifest from_json(const std::string& text, const std::string& source);

  // Writes aside, renames, syncs the folder. All files that it names must be synced already (AsideFile::finish); their
  // own folder is synced here.
  void write(const std::filesystem::path& folder) const;

  // Fails with ErrorKind::user if there is no database, with ErrorKind::io if it cannot be used.
  static Manifest read(const std::filesystem::path& folder);

  bool operator==(const Manifest&) const = default;
};

std::filesystem::path manifest_path(const std::filesystem::path& folder);

// Relative to the database folder.
std::string generation_folder(std::uint64_t generation);                     // generation-1
std::string shard_file_path(std::uint64_t generation, std::uint32_t shard);  // generation-1/shard-0003.runs

// The present time in the form of manifests.
std::string utc_now();

}  // namespace quadrille
