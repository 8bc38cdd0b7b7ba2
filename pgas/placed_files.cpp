#include "pgas/placed_files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <map>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "pgas/detail/tier_memory.hpp"
#include "pgas/placed_memory.hpp"

namespace quadrille::pgas {

namespace {

constexpr std::size_t kCopyBytes = 8 << 20;  // read at a time

struct KeptCopy {
  PlacedFiles::Copy copy;
  Heap* heap = nullptr;           // that counts it, if this process made it
  std::size_t counted_bytes = 0;  // there
};

// The copies of this process.
struct CopyTable {
  std::mutex mutex;
  std::atomic<int> users = 0;                        // objects that have copies
  std::map<std::string, KeptCopy> by_path;           // while an object has them
  std::unordered_map<const void*, KeptCopy> mapped;  // that count against --memory
  std::atomic<bool> counts = false;                  // `mapped` has been used
};

CopyTable& copy_table() {
  static CopyTable table;
  return table;
}

// With this another image opens a copy.
struct CopyAddress {
  std::int64_t pid = 0;
  std::int32_t descriptor = -1;
  std::uint64_t bytes = 0;
};

// Closes a descriptor, and unmaps a mapping, whatever happens.
struct CopyGuard {
  int source = -1, target = -1;
  void* mapping = MAP_FAILED;
  std::size_t bytes = 0;
  ~CopyGuard() {
    if (mapping != MAP_FAILED) munmap(mapping, bytes);
    if (source >= 0) close(source);
    if (target >= 0) close(target);
  }
};

// Reads the source into the mapping of the target. `drops`: pages that have been written leave the resident memory.
void copy_bytes_of(const CopyGuard& guard, std::size_t bytes, bool drops, const std::string& path) {
  auto* const to = static_cast<std::byte*>(guard.mapping);
  for (std::size_t at = 0; at < bytes;) {
    const ssize_t got = pread(guard.source, to + at, std::min(kCopyBytes, bytes - at), static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      fail(ErrorKind::io, "cannot read {}: {}", path, got == 0 ? "it became shorter" : std::strerror(errno));
    at += static_cast<std::size_t>(got);
    if (!drops) continue;
    sync_file_range(guard.target, 0, static_cast<off_t>(at), SYNC_FILE_RANGE_WRITE);
    madvise(to, at, MADV_DONTNEED);
  }
}

// A copy of the file in the tier.
PlacedFiles::Copy copy_file(const std::string& path, const Tier& tier, const std::string& structure) {
  CopyGuard guard;
  guard.source = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (guard.source < 0 || fstat(guard.source, &status) != 0) {
    fail(ErrorKind::io, "cannot open {}: {}", path, std::strerror(errno));
  }
  const auto bytes = static_cast<std::size_t>(status.st_size);
  guard.bytes = round_up(std::max<std::size_t>(bytes, 1), detail::kHugePage);
  detail::expect_room_on_node(tier, bytes, placement_host());
  guard.target = detail::make_descriptor(tier, guard.bytes);
  guard.mapping = mmap(nullptr, guard.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, guard.target, 0);
  if (guard.mapping == MAP_FAILED) fail(ErrorKind::memory, "cannot map {}: {}", path, std::strerror(errno));
  detail::bind_to_nodes(tier, guard.mapping, guard.bytes, placement_host());
  const std::size_t committed = tier.kind == TierKind::huge ? guard.bytes : std::max<std::size_t>(bytes, 1);
  if (fallocate(guard.target, 0, 0, static_cast<off_t>(committed)) != 0) detail::fail_full(tier, structure, bytes);
  copy_bytes_of(guard, bytes, tier.kind == TierKind::file, path);
  return {std::exchange(guard.target, -1), bytes};
}

bool is_counted(const Tier& tier) {
  return tier.kind != TierKind::huge && tier.kind != TierKind::file;
}

}  // namespace

PlacedFiles::PlacedFiles(Team& team, const std::vector<File>& files) {
  if (placement().is_empty()) return;
  std::vector<File> placed;
  for (const File& file : files) {
    if (placement().tier_of(file.structure) != nullptr) placed.push_back(file);
  }
  ++copy_table().users;
  try {
    team.agree(attempt([&] { copy_mine(team, placed); }));
    team.agree(attempt([&] { open_others(team, placed); }));
  } catch (...) {
    clear();
    throw;
  }
}

PlacedFiles::~PlacedFiles() {
  if (!placement().is_empty()) clear();
}

void PlacedFiles::clear() {
  CopyTable& table = copy_table();
  const std::lock_guard lock(table.mutex);
  for (const std::string& path : paths_) {
    const auto kept = table.by_path.find(path);
    if (kept->second.copy.descriptor >= 0) close(kept->second.copy.descriptor);
    if (kept->second.counted_bytes > 0) kept->second.heap->give_back(kept->second.counted_bytes);  // nobody mapped it
    table.by_path.erase(kept);
  }
  paths_.clear();
  --table.users;
}

void PlacedFiles::add(const std::filesystem::path& path, const Copy& copy, Heap* heap, std::size_t counted_bytes) {
  CopyTable& table = copy_table();
  const std::lock_guard lock(table.mutex);
  table.by_path[path.string()] = {copy, heap, counted_bytes};
  paths_.push_back(path.string());
}

// Local. Copies every n-th file; the others are those of the other images of the group.
void PlacedFiles::copy_mine(Team& team, const std::vector<File>& files) {
  const auto images = static_cast<std::size_t>(team.group_size());
  const auto place = static_cast<std::size_t>(team.rank() - team.group_begin(team.group()));
  for (std::size_t file = place; file < files.size(); file += images) {
    const Structure structure = files[file].structure;
    const Tier& tier = *placement().tier_of(structure);
    const std::filesystem::path& path = files[file].path;
    const std::size_t counted = is_counted(tier) ? std::filesystem::file_size(path) : 0;
    if (counted > 0) team.heap().set_aside(counted);
    try {
      add(path, copy_file(path.string(), tier, std::string(name_of(structure))), &team.heap(), counted);
    } catch (...) {
      if (counted > 0) team.heap().give_back(counted);
      throw;
    }
  }
}

// Collective.
void PlacedFiles::open_others(Team& team, const std::vector<File>& files) {
  std::vector<CopyAddress> mine;
  for (const std::string& path : paths_) {
    const Copy copy = *copy_of(path);
    mine.push_back({getpid(), copy.descriptor, copy.bytes});
  }
  const std::span<const CopyAddress> addresses(mine);
  const std::string_view bytes(reinterpret_cast<const char*>(addresses.data()), addresses.size_bytes());
  const std::vector<std::string> all = team.gather_in_group(bytes);
  const auto images = all.size();
  const auto place = static_cast<std::size_t>(team.rank() - team.group_begin(team.group()));
  for (std::size_t file = 0; file < files.size(); ++file) {
    if (file % images == place) continue;
    CopyAddress address;
    copy_bytes(&address, all[file % images].data() + file / images * sizeof address, sizeof address);
    const std::string theirs = fmt::format("/proc/{}/fd/{}", address.pid, address.descriptor);
    const int descriptor = open(theirs.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
      fail(ErrorKind::io, "cannot open the copy of {}: {}", files[file].path.string(), std::strerror(errno));
    add(files[file].path, {descriptor, address.bytes}, nullptr, 0);
  }
}

std::optional<PlacedFiles::Copy> PlacedFiles::copy_of(const std::filesystem::path& path) {
  CopyTable& table = copy_table();
  if (table.users == 0) return std::nullopt;
  const std::lock_guard lock(table.mutex);
  const auto kept = table.by_path.find(path.string());
  return kept == table.by_path.end() ? std::nullopt : std::optional(kept->second.copy);
}

void PlacedFiles::mapped(const std::filesystem::path& path, const void* address) {
  CopyTable& table = copy_table();
  const std::lock_guard lock(table.mutex);
  const auto kept = table.by_path.find(path.string());
  if (kept == table.by_path.end() || kept->second.counted_bytes == 0) return;
  table.counts = true;
  table.mapped[address] = kept->second;
  kept->second.counted_bytes = 0;
}

void PlacedFiles::unmapped(const void* address) {
  CopyTable& table = copy_table();
  if (!table.counts) return;
  const std::lock_guard lock(table.mutex);
  const auto kept = table.mapped.find(address);
  if (kept == table.mapped.end()) return;
  kept->second.heap->give_back(kept->second.counted_bytes);
  table.mapped.erase(kept);
}

}  // namespace quadrille::pgas
