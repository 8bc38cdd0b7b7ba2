#include "quadstore/manifest.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.hpp"
#include "base/sort_different.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 16> kKindNames{
    "special", "blank",    "iri",      "string",     "language_string", "direction_string",
    "integer", "decimal",  "floating", "number",     "boolean",         "date_time",
    "date",    "temporal", "typed",    "triple_term"};

// Checksums are hexadecimal text: JSON numbers are doubles to many readers.
std::string as_hex(std::uint64_t value) {
  return fmt::format("{:016x}", value);
}

std::uint64_t from_hex(const std::string& text) {
  std::size_t used = 0;
  const std::uint64_t value = std::stoull(text, &used, 16);
  if (used != text.size()) throw std::invalid_argument("checksum");
  return value;
}

Json file_to_json(const ManifestFile& file) {
  return {{"path", file.path},
          {"role", file.role},
          {"part", file.part},
          {"bytes", file.seal.size_bytes},
          {"xxh3", as_hex(file.seal.checksum)}};
}

ManifestFile file_from_json(const Json& json) {
  return {json.at("path"), json.at("role"), json.at("part"), {json.at("bytes"), from_hex(json.at("xxh3"))}};
}

// A path that leads out of the folder is not followed.
void verify_path(const std::string& path, const std::string& source) {
  const std::filesystem::path relative(path);
  const bool leaves = std::find(relative.begin(), relative.end(), "..") != relative.end();
  if (path.empty() || relative.is_absolute() || leaves) {
    fail(ErrorKind::io, "{}: the file \"{}\" is not in the database folder", source, path);
  }
}

}  // namespace

std::vector<ManifestFile> Manifest::files_of(const std::string& role) const {
  std::vector<ManifestFile> found;
  std::copy_if(files.begin(), files.end(), std::back_inserter(found),
               [&](const ManifestFile& file) { return file.role == role; });
  std::stable_sort(found.begin(), found.end(),
                   [](const ManifestFile& a, const ManifestFile& b) { return a.part < b.part; });
  return found;
}

std::uint64_t Manifest::rows(QuadTable table) const {
  if (table == QuadTable::triple_terms) return triple_terms();
  return table == QuadTable::named_graphs ? named_quads : default_quads;
}

std::string Manifest::to_json() const {
  Json terms = Json::object();
  for (std::size_t kind = 0; kind < kKindNames.size(); ++kind) {
    if (terms_of_kind[kind] != 0) terms[std::string(kKindNames[kind])] = terms_of_kind[kind];
  }
  Json list = Json::array();
  for (const ManifestFile& file : files) list.push_back(file_to_json(file));
  const Json json{
      {"format", triple_terms() > 0 ? kFormat : kFormat - 1},
      {"program", "quadrille"},
      {"program_version", program_version},
      {"generation", generation},
      {"version", version},
      {"shards", shards},
      {"shard_grain_bits", shard_grain_bits},
      {"images_at_build", images_at_build},
      {"quads", {{"default_graph", default_quads}, {"named_graphs", named_quads}, {"inferred", inferred_quads}}},
      {"blank_nodes", blank_nodes},
      {"vocabulary_terms", terms},
      {"build_time", build_time},
      {"build_seconds", build_seconds},
      {"options", options},
      {"files", list}};
  return json.dump(2) + "\n";
}

Manifest Manifest::from_json(const std::string& text, const std::string& source) {
  try {
    const Json json = Json::parse(text);
    const int format = json.at("format");
    if (format > kFormat) {
      const std::string writer = fmt::format("{} {}", json.value("program", "?"), json.value("program_version", "?"));
      fail(ErrorKind::io,
           "{}: the database has format {} (written by {}), this program reads formats up to {}: install that version "
           "or "
           "a later one; or there, 'quadrille dump' the database, and here, 'quadrille build' it from the dump",
           source, format, writer, kFormat);
    }
    Manifest manifest;
    manifest.program_version = json.at("program_version");
    manifest.generation = json.at("generation");
    manifest.version = json.value("version", std::uint64_t{0});  // builds of before updates have none
    manifest.shards = json.at("shards");
    manifest.shard_grain_bits = json.at("shard_grain_bits");
    manifest.images_at_build = json.at("images_at_build");
    manifest.default_quads = json.at("quads").at("default_graph");
    manifest.named_quads = json.at("quads").at("named_graphs");
    manifest.inferred_quads = json.at("quads").at("inferred");
    manifest.blank_nodes = json.at("blank_nodes");
    for (std::size_t kind = 0; kind < kKindNames.size(); ++kind) {
      manifest.terms_of_kind[kind] = json.at("vocabulary_terms").value(std::string(kKindNames[kind]), std::uint64_t{0});
    }
    manifest.build_time = json.at("build_time");
    manifest.build_seconds = json.at("build_seconds");
    manifest.options = json.at("options");
    for (const Json& file : json.at("files")) manifest.files.push_back(file_from_json(file));
    for (const ManifestFile& file : manifest.files) verify_path(file.path, source);
    if (manifest.shards == 0 || manifest.shards > kMaxShards) {
      fail(ErrorKind::io, "{}: {} shards; between 1 and {} are possible", source, manifest.shards, kMaxShards);
    }
    return manifest;
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    fail(ErrorKind::io, "{}: damaged: {}; restore it from a copy, or build the database again", source, error.what());
  }
}

void Manifest::write(const std::filesystem::path& folder) const {
  std::vector<std::filesystem::path> folders;
  for (const ManifestFile& file : files) folders.push_back((folder / file.path).parent_path());
  sort_different(folders);
  for (const auto& with_files : folders) sync_folder(with_files);

  const std::string text = to_json();
  AsideFile file(manifest_path(folder));
  file.write(std::as_bytes(std::span(text.data(), text.size())));
  file.finish();
  sync_folder(folder);
}

Manifest Manifest::read(const std::filesystem::path& folder) {
  const std::filesystem::path path = manifest_path(folder);
  std::error_code hidden;
  if (!std::filesystem::exists(path, hidden) && !hidden) {
    fail(ErrorKind::user, "no database at {}: build one with \"quadrille build\"", folder.string());
  }
  if (hidden) fail(ErrorKind::user, "cannot read {}: {}", path.string(), hidden.message());
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) fail(ErrorKind::io, "cannot read {}", path.string());
  return from_json(text, path.string());
}

std::filesystem::path manifest_path(const std::filesystem::path& folder) {
  return folder / "manifest.json";
}

std::string generation_folder(std::uint64_t generation) {
  return fmt::format("generation-{}", generation);
}

std::string shard_file_path(std::uint64_t generation, std::uint32_t shard) {
  return fmt::format("{}/shard-{:04}.runs", generation_folder(generation), shard);
}

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts;
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace quadrille
