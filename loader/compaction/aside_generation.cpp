#include "loader/compaction/aside_generation.hpp"

#include <system_error>

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "loader/shared_files.hpp"
#include "quadstore/aside_file.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {

namespace {

Failpoint folder_made("rebuild.folder.made"), before_remove("rebuild.folder.remove");

}  // namespace

AsideGeneration::AsideGeneration(std::filesystem::path database, std::uint64_t generation)
    : path_(std::move(database) / generation_folder(generation)) {}

void AsideGeneration::make(pgas::Team& team) const {
  if (team.is_first()) {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
    if (!error) std::filesystem::create_directory(path_, error);
    if (error) fail(ErrorKind::io, "cannot make {}: {}", path_.string(), error.message());
    folder_made.pass();
  }
  team.barrier();
  await_path(path_, "the first image");
}

void AsideGeneration::sync() const {
  sync_folder(path_);
  sync_folder(path_.parent_path());
}

void AsideGeneration::remove(pgas::Team& team) const {
  team.barrier();
  if (team.is_first()) {
    before_remove.pass();
    std::error_code ignored;  // the next one tries again
    std::filesystem::remove_all(path_, ignored);
  }
  team.barrier();
}

}  // namespace quadrille
