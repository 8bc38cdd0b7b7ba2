#include "loader/backup/backup_manifest.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

#include "base/error.hpp"
#include "loader/backup/backup_changes.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/io_error.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

namespace {

using Json = nlohmann::ordered_json;

std::string seal_of(const Json& json) {
  const std::string text = json.dump();
  return fmt::format("{:016x}", checksum(std::as_bytes(std::span(text.data(), text.size()))));
}

// For who names the folder of a schedule: each of its backups has a folder in it.
std::string advice_about(const std::filesystem::path& folder) {
  std::error_code none;
  std::filesystem::path last;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
    if (entry.path() > last && std::filesystem::exists(entry.path() / kBackupManifest, none)) last = entry.path();
  }
  return last.empty() ? "" : fmt::format("; it holds backups, such as {}", last.string());
}

}  // namespace

std::string BackupManifest::to_json() const {
  Json json{{"format", kFormat},
            {"program", "quadrille"},
            {"made", made},
            {"version", version},
            {"next_blank", next_blank},
            {"first_version", first_version},
            {"changes", {{"bytes", changes.size_bytes}, {"xxh3", fmt::format("{:016x}", changes.checksum)}}},
            {"database", Json::parse(database.to_json())}};
  json["xxh3"] = seal_of(json);
  return json.dump(2) + "\n";
}

BackupManifest BackupManifest::from_json(const std::string& text, const std::string& source) {
  try {
    Json json = Json::parse(text);
    const int format = json.at("format");
    if (format > kFormat) {
      fail(ErrorKind::io,
           "{}: the backup has format {}, this program reads formats up to {}; use the version that "
           "wrote it",
           source, format, kFormat);
    }
    const std::string seal = json.at("xxh3");
    json.erase("xxh3");
    if (seal != seal_of(json)) fail(ErrorKind::io, "{}: damaged: wrong checksum; take another backup", source);
    BackupManifest backup;
    backup.made = json.at("made");
    backup.version = json.at("version");
    backup.next_blank = json.at("next_blank");
    backup.first_version = json.at("first_version");
    backup.changes.size_bytes = json.at("changes").at("bytes");
    backup.changes.checksum = std::stoull(json.at("changes").at("xxh3").get<std::string>(), nullptr, 16);
    backup.database = Manifest::from_json(json.at("database").dump(), source);
    return backup;
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    fail(ErrorKind::io, "{}: damaged: {}; take another backup", source, error.what());
  }
}

void BackupManifest::write(const std::filesystem::path& folder) const {
  const std::string text = to_json();
  AsideFile file(folder / kBackupManifest);
  file.write(std::as_bytes(std::span(text.data(), text.size())));
  file.finish();
  sync_folder(folder);
}

BackupManifest BackupManifest::read(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / kBackupManifest;
  if (!std::filesystem::exists(path)) fail(ErrorKind::user, "no backup at {}{}", folder.string(), advice_about(folder));
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) fail(ErrorKind::io, "cannot read {}", path.string());
  return from_json(text, path.string());
}

void verify_changes(const std::filesystem::path& folder, const BackupManifest& backup) {
  const std::filesystem::path path = folder / kBackupChanges;
  {
    const MappedFile file(path);
    if (file.bytes().size() != backup.changes.size_bytes || checksum(file.bytes()) != backup.changes.checksum) {
      fail(ErrorKind::io, "{}: the checksum differs from the one in {}; take another backup", path.string(),
           kBackupManifest);
    }
  }
  std::uint64_t first = backup.version + 1, last = 0;
  read_changes(path, {[&](std::uint64_t version, std::uint64_t) { first = std::min(first, last = version); },
                      [](std::string_view) {}, [] {}});
  if (first != backup.first_version || (last != 0 && last != backup.version)) {
    fail(ErrorKind::io, "{}: it has the versions {} to {}, but {} has {} to {}; take another backup", path.string(),
         first, last, kBackupManifest, backup.first_version, backup.version);
  }
}

void verify_backup(const std::filesystem::path& folder) {
  const BackupManifest backup = BackupManifest::read(folder);
  for (const ManifestFile& file : backup.database.files) {
    const std::filesystem::path path = folder / file.path;
    const MappedFile mapped(path);
    if (mapped.bytes().size() != file.seal.size_bytes || checksum(mapped.bytes()) != file.seal.checksum) {
      fail(ErrorKind::io, "{}: the checksum differs from the one in {}; take another backup", path.string(),
           kBackupManifest);
    }
  }
  verify_changes(folder, backup);
}

void publish_backup(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  std::filesystem::rename(from, to, error);
  if (error) fail_io("rename", from, error.value());
  sync_folder(to.parent_path());
}

void remove_backup(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::remove(folder / kBackupManifest, error);
  if (error) fail_io("remove", folder / kBackupManifest, error.value());
  sync_folder(folder);
  std::filesystem::remove_all(folder, error);
  if (error) fail_io("remove", folder, error.value());
}

}  // namespace quadrille
