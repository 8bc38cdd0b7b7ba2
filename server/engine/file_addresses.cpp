#include "server/engine/file_addresses.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "pgas/address_space.hpp"

namespace quadrille::server {

namespace {

std::string packed(const std::map<std::uintptr_t, std::uint64_t>& used) {
  std::vector<FileAddresses::Used> all;
  for (const auto& [begin, bytes] : used) all.push_back({begin, bytes});
  return std::string(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(FileAddresses::Used));
}

void unpack(std::string_view bytes, std::vector<FileAddresses::Used>& to) {
  const std::size_t before = to.size(), count = bytes.size() / sizeof(FileAddresses::Used);
  to.resize(before + count);
  copy_bytes(to.data() + before, bytes.data(), count * sizeof(FileAddresses::Used));
}

}  // namespace

FileAddresses::FileAddresses() : FileAddresses(pgas::kFilesBase, pgas::kHeapsBase) {}

std::shared_ptr<const std::uintptr_t> FileAddresses::assign(pgas::Team& team, std::uint64_t bytes) {
  std::unique_lock one_at_a_time(assigning_, std::defer_lock);
  if (team.is_first()) one_at_a_time.lock();
  team.barrier();  // other lanes have recorded theirs
  std::string mine;
  {
    const std::lock_guard lock(state_->mutex);
    mine = packed(state_->used);
  }
  std::vector<Used> used;
  for (const std::string& of_image : team.all_gather_bytes(mine)) unpack(of_image, used);
  const std::uintptr_t begin = first_gap(used, begin_, end_, bytes);
  if (begin == 0) {
    fail(ErrorKind::memory, "there are no {} GiB of addresses in a row for the files of a database", (bytes >> 30) + 1);
  }
  {
    const std::lock_guard lock(state_->mutex);
    state_->used.emplace(begin, bytes);
  }
  std::shared_ptr<const std::uintptr_t> range(new std::uintptr_t(begin),
                                              [state = state_](const std::uintptr_t* const address) {
                                                {
                                                  const std::lock_guard lock(state->mutex);
                                                  state->used.erase(*address);
                                                }
                                                delete address;
                                              });
  team.barrier();
  return range;
}

std::uintptr_t FileAddresses::first_gap(std::span<const Used> used, std::uintptr_t begin, std::uintptr_t end,
                                        std::uint64_t bytes) {
  std::vector<Used> sorted(used.begin(), used.end());
  std::sort(sorted.begin(), sorted.end(), [](const Used& a, const Used& b) { return a.begin < b.begin; });
  std::uintptr_t at = begin;
  for (const Used& one : sorted) {
    if (one.begin >= at && one.begin - at >= bytes) return at;
    at = std::max(at, one.begin + one.bytes);
  }
  return end >= at && end - at >= bytes ? at : 0;
}

}  // namespace quadrille::server
