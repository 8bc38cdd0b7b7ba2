#include "pgas/detail/tier_memory.hpp"

#include <fcntl.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/error.hpp"

#ifndef MFD_HUGE_2MB
#define MFD_HUGE_2MB (21U << 26)
#endif

namespace quadrille::pgas::detail {

namespace {

constexpr std::size_t kLeastBytes = 8 << 20;  // of a tier, for each image
constexpr const char* kHugeFolder = "/sys/kernel/mm/hugepages/hugepages-2048kB/";

std::size_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::size_t number = 0;
  return file >> number ? number : 0;
}

// An unnamed file of the folder; -1 with errno.
int make_unnamed_file(const std::string& folder) {
  const int fd = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return fd;
  std::string path = folder + "/quadrille-XXXXXX";  // a file system without O_TMPFILE
  const int named = mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) unlink(path.c_str());
  return named;
}

void check_folder(const Tier& tier, const std::string& structures, std::size_t wanted) {
  const std::string what = fmt::format("{} cannot be placed in {}: ", structures, text_of(tier));
  struct stat status;
  if (stat(tier.folder.c_str(), &status) != 0) {
    fail(ErrorKind::user, "{}there is no folder {} ({}); make it, or mount the device there", what, tier.folder,
         std::strerror(errno));
  }
  if (!S_ISDIR(status.st_mode)) fail(ErrorKind::user, "{}it is not a folder; name the folder of the tier", what);
  const int fd = make_unnamed_file(tier.folder);
  if (fd < 0) {
    fail(ErrorKind::user, "{}no file can be made there ({}); the user of this process needs the right to write", what,
         std::strerror(errno));
  }
  const int result = fallocate(fd, 0, 0, static_cast<off_t>(kHugePage));
  const int error = errno;
  close(fd);
  if (result != 0 && error == EOPNOTSUPP) {
    fail(ErrorKind::user, "{}its file system cannot allocate space in advance (fallocate); use ext4, XFS or tmpfs",
         what);
  }
  if (result != 0 || free_bytes(tier) < wanted) {
    fail(ErrorKind::storage_full, "{}its file system has {} MB left, and {} MB are needed at least; free space there",
         what, free_bytes(tier) >> 20, wanted >> 20);
  }
}

void check_huge_pages(const Tier& tier, const std::string& structures, std::size_t wanted) {
  if (free_bytes(tier) >= wanted) return;
  fail(ErrorKind::user,
       "{} cannot be placed in {}: {} pages of 2 MB are free, and {} are needed at least; reserve more with "
       "'sysctl vm.nr_hugepages=N'",
       structures, text_of(tier), free_bytes(tier) / kHugePage, wanted / kHugePage);
}

void check_nodes(const Tier& tier, const std::string& structures, const NumaHost& numa) {
  const std::string what = fmt::format("{} cannot be placed in {}: ", structures, text_of(tier));
  if (!numa.has_library()) {
    fail(ErrorKind::user, "{}the library libnuma.so.1 is missing; install it (Debian: libnuma1)", what);
  }
  const std::vector<int> nodes = numa.nodes();
  if (tier.kind == TierKind::interleave || std::find(nodes.begin(), nodes.end(), tier.node) != nodes.end()) return;
  fail(ErrorKind::user, "{}this host has no node {} with memory; its nodes are: {}", what, tier.node,
       fmt::join(nodes, ", "));
}

}  // namespace

void check_tier(const Tier& tier, const std::string& structures, int images, const NumaHost& numa) {
  const std::size_t wanted = kLeastBytes * static_cast<std::size_t>(images);
  switch (tier.kind) {
    case TierKind::dram:
      return;
    case TierKind::huge:
      return check_huge_pages(tier, structures, wanted);
    case TierKind::node:
    case TierKind::interleave:
      return check_nodes(tier, structures, numa);
    case TierKind::file:
      return check_folder(tier, structures, wanted);
  }
}

std::size_t free_bytes(const Tier& tier) {
  if (tier.kind == TierKind::huge) {
    const std::string folder = kHugeFolder;
    const std::size_t spare = number_in(folder + "nr_overcommit_hugepages");
    return (number_in(folder + "free_hugepages") + spare - std::min(spare, number_in(folder + "surplus_hugepages"))) *
           kHugePage;
  }
  struct statvfs status;
  if (statvfs(tier.folder.c_str(), &status) != 0) return 0;
  return static_cast<std::size_t>(status.f_bavail) * status.f_frsize;
}

int make_descriptor(const Tier& tier, std::size_t bytes) {
  int fd = -1;
  if (tier.kind == TierKind::file) {
    fd = make_unnamed_file(tier.folder);
  } else {
    const unsigned pages = tier.kind == TierKind::huge ? MFD_HUGETLB | MFD_HUGE_2MB : 0;
    fd = memfd_create("quadrille-tier", MFD_CLOEXEC | pages);
  }
  if (fd < 0) fail(ErrorKind::io, "cannot make memory in the tier {}: {}", text_of(tier), std::strerror(errno));
  if (ftruncate(fd, static_cast<off_t>(bytes)) != 0) {
    const int error = errno;
    close(fd);
    fail(ErrorKind::io, "cannot make {} MB of memory in the tier {}: {}", bytes >> 20, text_of(tier),
         std::strerror(error));
  }
  return fd;
}

void bind_to_nodes(const Tier& tier, void* begin, std::size_t bytes, const NumaHost& numa) {
  const bool is_node = tier.kind == TierKind::node;
  if ((!is_node && tier.kind != TierKind::interleave) || numa.nodes().size() < 2) return;
  if (numa.bind(begin, bytes, is_node ? std::optional(tier.node) : std::nullopt)) return;
  fail(ErrorKind::io, "cannot bind {} MB of memory to {}: {}", bytes >> 20, text_of(tier), std::strerror(errno));
}

void expect_room_on_node(const Tier& tier, std::size_t bytes, const NumaHost& numa) {
  if (tier.kind != TierKind::node || numa.nodes().size() < 2 || numa.free_bytes(tier.node) >= bytes) return;
  fail(ErrorKind::memory, "node {} has {} MB left, and {} MB are needed", tier.node, numa.free_bytes(tier.node) >> 20,
       bytes >> 20);
}

void fail_full(const Tier& tier, const std::string& structures, std::size_t bytes) {
  const char* const advice = tier.kind == TierKind::file   ? "free space there"
                             : tier.kind == TierKind::huge ? "reserve more pages (vm.nr_hugepages)"
                                                           : "free memory on its nodes, or raise --memory";
  fail(ErrorKind::memory, "the tier {} of {} is full: {} MB more are needed; {}, or name another tier", text_of(tier),
       structures, (bytes + 0xfffff) >> 20, advice);
}

}  // namespace quadrille::pgas::detail
