#include "pgas/detail/world.hpp"

#include <poll.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "pgas/detail/launched.hpp"
#include "pgas/detail/mpi_settings.hpp"

namespace quadrille::pgas::detail {

namespace {

constexpr std::chrono::seconds kLastPatience{10};
constexpr int kGroupTag = 1;

// Images on fewer cores must not block inside MPI: a blocking call spins (design page 3, "Waiting").
void finish(MPI_Request request) {
  int done = 0;
  while (MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done) sched_yield();
}

void finish(std::vector<MPI_Request>& requests) {
  int done = 0;
  while (MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE), !done)
    sched_yield();
}

// Two processes with equal keys run on one host.
using HostKey = std::array<char, 128>;

// The name, and the id of the boot: two hosts can have the same name.
HostKey this_host() {
  std::array<char, 64> name{};
  gethostname(name.data(), name.size() - 1);
  std::string boot;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id") >> std::ws, boot);
  const std::string text = std::string(name.data()) + " " + boot;
  HostKey key{};
  std::copy_n(text.data(), std::min(text.size(), key.size() - 1), key.data());
  return key;
}

// The sizes in QUADRILLE_GROUP_SIZE; the last one applies to all further groups. Empty: not set.
std::vector<int> wanted_sizes() {
  std::vector<int> sizes;
  const char* const text = std::getenv("QUADRILLE_GROUP_SIZE");
  if (!text || !*text) return sizes;
  std::string_view rest = text;
  while (true) {
    int size = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
    const auto used = static_cast<std::size_t>(end - rest.data());
    if (error != std::errc() || size < 1 || (used < rest.size() && rest[used] != ',')) {
      fail(ErrorKind::user, "QUADRILLE_GROUP_SIZE is '{}'; it must be a number of images, or several like 3,1", text);
    }
    sizes.push_back(size);
    if (used == rest.size()) return sizes;
    rest.remove_prefix(used + 1);
  }
}

// The first of the host's processes that is in the group of its `place`-th one.
int first_of_group(int place) {
  const std::vector<int> sizes = wanted_sizes();
  if (sizes.empty()) return 0;
  int first = 0;
  for (std::size_t group = 0;; ++group) {
    const int size = sizes[std::min(group, sizes.size() - 1)];
    if (place < first + size) return first;
    first += size;
  }
}

#if defined(MPICH_VERSION)

// The descriptor to Hydra, or to a manager with its protocol; -1 if there is none.
int process_manager() {
  const char* const text = std::getenv("PMI_FD");
  return text ? std::atoi(text) : -1;
}

// True if it was killed: MPI_Finalize would print an error about it.
bool process_manager_is_gone() {
  pollfd manager{process_manager(), 0, 0};
  return poll(&manager, 1, 0) > 0 && (manager.revents & (POLLHUP | POLLERR)) != 0;
}

// Informs the process manager (PMI 1, Hydra's protocol) that this process ends normally. Otherwise it treats the end as
// a failure, and kills the processes that have not ended yet.
void take_leave_of_process_manager() {
  const int manager = process_manager();
  if (manager < 0 || process_manager_is_gone()) return;
  const std::string_view leave = "cmd=finalize\n";
  if (write(manager, leave.data(), leave.size()) != static_cast<ssize_t>(leave.size())) return;
  char byte = 0;
  while (byte != '\n' && read(manager, &byte, 1) == 1) continue;  // the answer is one line
}

#endif

// In MPICH 4 over TCP one image may still wait in MPI_Finalize for a message of another, which already waits for the
// process manager and no longer makes progress (measured: every second job of two hosts never ended). All images have
// met by then and all work is done, so across groups they end without MPI_Finalize, and MPI cleans up nothing at exit.
void end_mpi(bool one_group) {
#if defined(MPICH_VERSION)
  if (!one_group || process_manager_is_gone()) {
    take_leave_of_process_manager();
    on_exit(
        [](int status, void*) {
          std::fflush(nullptr);
          _exit(status);
        },
        nullptr);
    return;
  }
#endif
  static_cast<void>(one_group);
  MPI_Finalize();
}

}  // namespace

World::World() : launcher_(wanted_sizes().empty() ? LauncherSocket::find() : std::nullopt) {
  if (launcher_) {
    rank_ = launcher_->rank();
    images_count_ = launcher_->images();
  } else if (is_launched()) {
    start_mpi();
  }
  const std::vector<int> ranks = ranks_of_host();
  images_of_host_ = static_cast<int>(ranks.size());
  const auto place = std::find(ranks.begin(), ranks.end(), rank_) - ranks.begin();
  number_images(ranks[static_cast<std::size_t>(first_of_group(static_cast<int>(place)))]);
}

void World::start_mpi() {
  set_mpi_defaults();
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  mpi_runs_ = true;
  // Hydra's signal that a process has died. MPICH has set a handler, after which its next call asks mpiexec which
  // process it was and waits for the answer; mpiexec answers everybody or aborts, and its proxies then kill the images
  // that were about to report (MPICH 4.0.2). Images detect deaths themselves.
  ::signal(SIGUSR1, SIG_IGN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &images_count_);
  if (provided < MPI_THREAD_MULTIPLE) fail(ErrorKind::user, "the MPI library does not support MPI_THREAD_MULTIPLE");
}

// Avoids MPI_Comm_split_type, in which processes spin while they wait for others: with 4 images on 2 cores that takes
// half of the time of a command without work.
std::vector<int> World::ranks_of_host() {
  const std::vector<HostKey> hosts = all_gather(this_host());
  std::vector<int> ranks;
  for (int rank = 0; rank < images_count_; ++rank) {
    if (hosts[static_cast<std::size_t>(rank)] == hosts[static_cast<std::size_t>(rank_)]) ranks.push_back(rank);
  }
  return ranks;
}

World::~World() {
  if (!mpi_runs_) return;
  last_barrier();
  free_communicator();
  end_mpi(group_begins_.size() <= 2);
}

void World::number_images(int leader) {
  free_communicator();
  leader_ = leader;
  std::vector<std::pair<int, int>> places;  // leader, rank
  for (const int theirs : all_gather(leader)) places.emplace_back(theirs, static_cast<int>(places.size()));
  std::sort(places.begin(), places.end());
  group_begins_.clear();
  for (int place = 0; place < images_count_; ++place) {
    const auto [theirs, rank] = places[static_cast<std::size_t>(place)];
    if (place == 0 || theirs != places[static_cast<std::size_t>(place) - 1].first) group_begins_.push_back(place);
    if (rank == rank_) {
      image_ = place;
      group_ = static_cast<int>(group_begins_.size()) - 1;
    }
  }
  group_begins_.push_back(images_count_);
  const bool in_order =
      std::is_sorted(places.begin(), places.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (mpi_runs_) make_communicator(in_order);
}

// `in_order`: images have the numbers of the launcher's processes, as in nearly all cases. A process can wait outside
// MPI for the copy of a communicator, but not for a split one.
void World::make_communicator(bool in_order) {
  if (!in_order) {
    MPI_Comm_split(MPI_COMM_WORLD, 0, image_, &all_);
    return;
  }
  MPI_Request request;
  MPI_Comm_idup(MPI_COMM_WORLD, &all_, &request);
  finish(request);
}

void World::split_groups(bool split_mine) {
  if (images_count_ == 1) return;
  if (!mpi_runs_) start_mpi();
  number_images(split_mine ? rank_ : leader_);
}

void World::free_communicator() {
  if (all_ != MPI_COMM_NULL) MPI_Comm_free(&all_);
}

void World::gather(const void* mine, void* all, std::size_t bytes) {
  if (mpi_runs_) {
    MPI_Request request;
    const int count = static_cast<int>(bytes);
    MPI_Iallgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, communicator(), &request);
    finish(request);
  } else if (launcher_) {
    launcher_->gather(mine, all, bytes);
  } else {
    copy_bytes(all, mine, bytes);
  }
}

void World::gather_group(const void* mine, void* all, std::size_t bytes) {
  if (!mpi_runs_) return gather(mine, all, bytes);  // the group has all images
  const int count = static_cast<int>(bytes);
  std::vector<MPI_Request> requests;
  for (int place = 0; place < group_size(); ++place) {
    const int image = group_begin() + place;
    MPI_Irecv(static_cast<char*>(all) + static_cast<std::size_t>(place) * bytes, count, MPI_BYTE, image, kGroupTag,
              all_, &requests.emplace_back());
    MPI_Isend(mine, count, MPI_BYTE, image, kGroupTag, all_, &requests.emplace_back());
  }
  finish(requests);
}

bool World::group_agrees(bool mine) {
  const auto votes = gather_group(static_cast<char>(mine));
  return std::all_of(votes.begin(), votes.end(), [](char vote) { return vote != 0; });
}

bool World::all_true(bool mine) {
  const auto votes = all_gather(static_cast<char>(mine));
  return std::all_of(votes.begin(), votes.end(), [](char vote) { return vote != 0; });
}

void World::last_barrier() {
  if (!mpi_runs_) {
    if (launcher_) launcher_->meet(kLastPatience);
    return;
  }
  MPI_Request request;
  MPI_Ibarrier(all_, &request);
  const auto end = std::chrono::steady_clock::now() + kLastPatience;
  int done = 0;
  while (MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done && std::chrono::steady_clock::now() < end) sched_yield();
}

void World::barrier() {
  all_true(true);
}

}  // namespace quadrille::pgas::detail
