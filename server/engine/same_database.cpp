#include "server/engine/same_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <span>
#include <thread>

#include "base/clock.hpp"
#include "quadstore/checksum.hpp"
#include "quadstore/manifest.hpp"
#include "server/engine/random_seed.hpp"
#include "server/launch/host_name.hpp"

namespace quadrille::server {

namespace {

struct Fingerprint {
  std::uint64_t checksum = 0;
  bool is_there = false;

  bool operator==(const Fingerprint&) const = default;
};

std::string read_manifest(const std::filesystem::path& folder) {
  std::ifstream file(manifest_path(folder), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Fingerprint fingerprint(const std::string& manifest) {
  return {checksum(std::as_bytes(std::span(manifest))), !manifest.empty()};
}

// "n1 (image 0) has /data/lubm: generation 1, 5 quads, built 2024-05-17T08:30:00Z by quadrille 0.1.0, fingerprint 1f.."
std::string describe(const pgas::Team& team, const std::filesystem::path& folder, const std::string& manifest) {
  std::error_code ignored;
  const std::string place = std::filesystem::absolute(folder, ignored).lexically_normal().string();
  const std::string who = fmt::format("{} (image {})", host_name(), index(team.image(team.rank())));
  if (manifest.empty()) return fmt::format("{} has no database at {}", who, place);
  std::string what = "a manifest that cannot be read";
  const pgas::Outcome read = pgas::attempt([&] {
    const Manifest found = Manifest::from_json(manifest, place);
    what = fmt::format("generation {}, {} quads, built {} by quadrille {}", found.generation,
                       found.default_quads + found.named_quads, found.build_time, found.program_version);
  });
  return fmt::format("{} has {}: {}, fingerprint {:016x}", who, place, what, fingerprint(manifest).checksum);
}

}  // namespace

void require_same_database(pgas::Team& team, const std::filesystem::path& folder) {
  if (team.size() == 1) return;
  const std::string manifest = read_manifest(folder);
  const auto all = team.all_gather(fingerprint(manifest));
  const auto other = std::find_if(all.begin(), all.end(), [&](const Fingerprint& one) { return one != all[0]; });
  if (other == all.end()) return;
  const auto words = team.all_gather_bytes(describe(team, folder, manifest));
  fail(ErrorKind::user,
       "the hosts have different databases:\n  {}\n  {}\nput one copy on a shared file system, or the same copy on "
       "each host",
       words[0], words[static_cast<std::size_t>(other - all.begin())]);
}

namespace {

constexpr double kSecondsToAppear = 3;  // on a network file system

bool appears(const std::filesystem::path& file, const std::string& text) {
  const Stopwatch watch;
  do {
    std::ifstream in(file, std::ios::binary);
    if (std::string(std::istreambuf_iterator<char>(in), {}) == text) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  } while (watch.seconds() < kSecondsToAppear);
  return false;
}

}  // namespace

std::string why_not_shared(pgas::Team& team, const std::filesystem::path& folder) {
  if (team.is_one_group()) return {};
  std::string token;
  if (team.is_first()) {
    token = fmt::format("{:016x}", next_seed());
    std::ofstream file(folder / (".shared-" + token), std::ios::binary);
    if (!(file << token).flush()) token.clear();
  }
  token = team.broadcast(token);
  if (token.empty()) return {};
  const std::filesystem::path file = folder / (".shared-" + token);
  const bool is_first_of_group = team.rank() == team.group_begin(team.group());
  const bool is_there = !is_first_of_group || appears(file, token);
  const std::vector<std::string> missing = team.all_gather_bytes(is_there ? "" : host_name());
  std::error_code ignored;
  if (team.is_first()) std::filesystem::remove(file, ignored);
  const auto host = std::find_if(missing.begin(), missing.end(), [](const std::string& name) { return !name.empty(); });
  if (host == missing.end()) return {};
  return fmt::format(
      "{} has its own copy of {}: changes would be stored on each host in part; put the database on a shared file "
      "system",
      *host, folder.string());
}

void require_shared_folder(pgas::Team& team, const std::filesystem::path& folder) {
  const std::string why = why_not_shared(team, folder);
  if (!why.empty()) fail(ErrorKind::user, "{}", why);
}

std::unique_ptr<DatabaseLock> share_database(pgas::Team& team, const std::string& folder, const char* role) {
  require_same_database(team, folder);
  Manifest::read(folder);  // first: its errors name a remedy
  return team.is_first() ? std::make_unique<DatabaseLock>(folder, LockMode::shared, role) : nullptr;
}

}  // namespace quadrille::server
