#include "loader/compaction/generation_files.hpp"

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "loader/build/checkpoint.hpp"
#include "loader/build/shared_files.hpp"
#include "quadstore/io_error.hpp"
#include "quadstore/link_file.hpp"

namespace quadrille {

namespace fs = std::filesystem;

namespace {

Failpoint after_begin("generation.begin.after");
Failpoint before_end("generation.end.before");
Failpoint after_end("generation.end.after");
Failpoint before_give_up("generation.give_up.before");

// True if the manifest names the folder: the switch has been written, even if its server has not completed it.
bool is_named(const fs::path& folder, std::uint64_t generation) {
  return fs::exists(manifest_path(folder)) && Manifest::read(folder).generation == generation;
}

}  // namespace

void begin_generation(pgas::Team& team, const fs::path& folder, std::uint64_t generation) {
  const fs::path place = folder / generation_folder(generation);
  if (team.is_first()) {
    if (is_named(folder, generation)) {
      fail(ErrorKind::io, "{} already has the database; restart the server", place.string());
    }
    std::error_code error;
    fs::remove_all(place, error);
    if (error) fail_io("remove", place, error.value());
    fs::create_directory(place, error);
    if (error) fail_io("make the folder", place, error.value());
    after_begin.pass();
  }
  team.barrier();
  await_path(place, "the first image");
}

void give_up_generation(const fs::path& folder, std::uint64_t generation) noexcept {
  before_give_up.pass();
  try {
    if (!is_named(folder, generation)) fs::remove_all(folder / generation_folder(generation));
  } catch (const std::exception&) {
  }
}

ManifestFile take_over(const fs::path& folder, const ManifestFile& file, std::uint64_t generation) {
  ManifestFile taken = file;
  taken.path = generation_folder(generation) + "/" + fs::path(file.path).filename().string();
  link_or_copy(folder / file.path, folder / taken.path, file.seal);
  return taken;
}

std::vector<ManifestFile> end_generation(pgas::Team& team, const fs::path& folder, std::uint64_t generation,
                                         const std::vector<ManifestFile>& mine) {
  before_end.pass();
  if (!mine.empty()) sync_folder(folder / generation_folder(generation));
  std::vector<ManifestFile> all = gather_files(team, mine);
  if (team.is_first()) sync_folder(folder);
  team.barrier();
  after_end.pass();
  return all;
}

}  // namespace quadrille
