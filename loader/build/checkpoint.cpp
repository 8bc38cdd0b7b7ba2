#include "loader/build/checkpoint.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "base/bytes.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille {

namespace {

void append_text(std::string& out, const std::string& text) {
  append_varint(out, text.size());
  out += text;
}

std::string take_text(const unsigned char*& at) {
  const std::uint64_t size = get_varint(at);
  at += size;
  return {reinterpret_cast<const char*>(at - size), size};
}

std::string serialise(const std::vector<ManifestFile>& files) {
  std::string bytes;
  for (const ManifestFile& file : files) {
    append_text(bytes, file.path);
    append_text(bytes, file.role);
    append_varint(bytes, file.part);
    append_varint(bytes, file.seal.size_bytes);
    append_varint(bytes, file.seal.checksum);
  }
  return bytes;
}

void parse(const std::string& bytes, std::vector<ManifestFile>& files) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  for (const unsigned char* const end = at + bytes.size(); at != end;) {
    ManifestFile& file = files.emplace_back();
    file.path = take_text(at);
    file.role = take_text(at);
    file.part = static_cast<std::uint32_t>(get_varint(at));
    file.seal.size_bytes = get_varint(at);
    file.seal.checksum = get_varint(at);
  }
}

}  // namespace

std::vector<ManifestFile> gather_files(pgas::Team& team, const std::vector<ManifestFile>& mine) {
  std::vector<ManifestFile> files;
  for (const std::string& bytes : team.all_gather_bytes(serialise(mine))) parse(bytes, files);
  std::sort(files.begin(), files.end(), [](const ManifestFile& a, const ManifestFile& b) {
    return std::tie(a.role, a.part) < std::tie(b.role, b.part);
  });
  return files;
}

Manifest describe(const BuildReport& report, const BuildOptions& options, std::uint64_t generation,
                  const KindCounts& counts) {
  Manifest manifest;
  manifest.program_version = QUADRILLE_VERSION;
  manifest.generation = generation;
  manifest.shards = report.shards;
  manifest.shard_grain_bits = kShardGrainBits;
  manifest.images_at_build = report.images;
  manifest.default_quads = report.default_quads;
  manifest.named_quads = report.named_quads;
  manifest.blank_nodes = report.blank_nodes;
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    if (is_interned(static_cast<HuriKind>(kind))) manifest.terms_of_kind[kind] = counts[kind];
  }
  manifest.build_time = utc_now();
  manifest.options = recorded_options(options);
  return manifest;
}

}  // namespace quadrille
