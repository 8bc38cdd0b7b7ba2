#include "loader/build/left_generations.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

#include "quadstore/manifest.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kGeneration = "generation-";

// A file of a generation, or the temporary file of one.
bool is_known_file(const fs::directory_entry& entry) {
  if (entry.is_symlink() || !entry.is_regular_file()) return false;
  fs::path name = entry.path().filename();
  if (name.extension() == ".tmp") name = name.stem();
  constexpr std::array<std::string_view, 3> kExtensions{".runs", ".terms", ".table"};
  return std::find(kExtensions.begin(), kExtensions.end(), name.extension().string()) != kExtensions.end();
}

bool is_generation(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  if (entry.is_symlink() || !entry.is_directory() || !name.starts_with(kGeneration)) return false;
  const std::string number = name.substr(kGeneration.size());
  if (number.empty() || number[0] == '0' || number.find_first_not_of("0123456789") != number.npos) return false;
  const fs::directory_iterator files(entry.path());
  return std::all_of(begin(files), end(files), is_known_file);
}

bool is_named(const Manifest& manifest, const std::string& name) {
  return name == generation_folder(manifest.generation) ||
         std::any_of(manifest.files.begin(), manifest.files.end(),
                     [&](const ManifestFile& file) { return *fs::path(file.path).begin() == name; });
}

}  // namespace

std::vector<fs::path> left_generations(const fs::path& folder) {
  const Manifest manifest = Manifest::read(folder);
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool is_aside = name == manifest_path(folder).filename().string() + ".tmp" && entry.is_regular_file();
    if (is_aside || (is_generation(entry) && !is_named(manifest, name))) left.push_back(entry.path());
  }
  std::sort(left.begin(), left.end());
  return left;
}

std::vector<fs::path> remove_left_generations(const fs::path& folder) {
  std::vector<fs::path> removed;
  for (const fs::path& path : left_generations(folder)) {
    std::error_code error;
    fs::remove_all(path, error);
    if (!error) removed.push_back(path);
  }
  return removed;
}

}  // namespace quadrille
