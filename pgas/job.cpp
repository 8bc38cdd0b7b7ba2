#include "pgas/job.hpp"

#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "pgas/address_space.hpp"
#include "pgas/detail/image_control.hpp"
#include "pgas/memory_limit.hpp"
#include "pgas/peer_watch.hpp"

namespace quadrille::pgas {

namespace {

// Images on fewer cores must not block inside MPI: a blocking call spins (design page 3, "Waiting").
void finish(MPI_Request request) {
  int done = 0;
  while (MPI_Test(&request, &done, MPI_STATUS_IGNORE), !done) sched_yield();
}

template <class T>
std::vector<T> all_gather(const T& mine, int size) {
  std::vector<T> all(static_cast<std::size_t>(size));
  MPI_Request request;
  MPI_Iallgather(&mine, sizeof(T), MPI_BYTE, all.data(), sizeof(T), MPI_BYTE, MPI_COMM_WORLD, &request);
  finish(request);
  return all;
}

bool all_true(bool mine, int size) {
  const auto votes = all_gather(static_cast<char>(mine), size);
  return std::all_of(votes.begin(), votes.end(), [](char vote) { return vote != 0; });
}

struct Introduction {
  SharedObjectAddress address;
  std::uint64_t token = 0;
  std::size_t heap_bytes = 0;
};

detail::ImageControl& control_at(std::byte* heap) {
  return *reinterpret_cast<detail::ImageControl*>(heap);
}

// Cores that this process may run on.
int usable_cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

}  // namespace

class Job::PeerWatchHolder {
 public:
  PeerWatchHolder(const std::vector<PeerWatch::Peer>& peers, std::function<void(PeerWatch::Peer)> on_death)
      : watch_(peers, std::move(on_death)) {}

 private:
  PeerWatch watch_;
};

Job::Job(const JobOptions& options) {
  start_mpi();
  share_heaps(options);
  make_lanes(options);
  watch_peers();
  lanes_[0].team->barrier();
}

Job::~Job() {
  Team& team = *lanes_[0].team;
  team.barrier();
  control_at(heap_of(this_image_)).leaving = 1;
  team.barrier();
  watch_.reset();
  set_abort_word(nullptr);
  lanes_.clear();
  heap_.reset();
  objects_.clear();
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  finish(request);
  MPI_Finalize();
}

void Job::start_mpi() {
  int provided = 0, rank = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &num_images_);
  this_image_ = static_cast<ImageId>(rank);
  set_assertion_image(rank);
  if (provided < MPI_THREAD_MULTIPLE) fail(ErrorKind::user, "the MPI library does not support MPI_THREAD_MULTIPLE");
  MPI_Comm host;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  int on_this_host = 0;
  MPI_Comm_size(host, &on_this_host);
  MPI_Comm_free(&host);
  const char* wanted = std::getenv("QUADRILLE_GROUP_SIZE");
  if (on_this_host != num_images_ || (wanted && std::atoi(wanted) > 0 && std::atoi(wanted) < num_images_)) {
    fail(ErrorKind::unsupported, "images in several groups (hosts, or QUADRILLE_GROUP_SIZE) are not supported yet");
  }
  set_spinning(usable_cores() >= num_images_);
}

void Job::share_heaps(const JobOptions& options) {
  const std::size_t wanted = options.memory_bytes ? options.memory_bytes : memory_limit_bytes() / 2;
  const std::size_t granule = options.huge_pages ? std::size_t{2} << 20 : Heap::kGranule;
  heap_bytes_ = round_up(wanted / static_cast<std::size_t>(num_images_), granule);
  const auto sizes = all_gather(heap_bytes_, num_images_);
  heap_bytes_ = *std::min_element(sizes.begin(), sizes.end());
  const std::size_t least = detail::kControlBytes +
                            options.symmetric_bytes_per_lane * static_cast<std::size_t>(options.lanes) +
                            (std::size_t{8} << 20);
  if (heap_bytes_ < least) {
    fail(ErrorKind::user, "--memory leaves {} MB to each of {} images; at least {} MB are needed", heap_bytes_ >> 20,
         num_images_, (least >> 20) + 1);
  }
  stride_ = std::bit_ceil(heap_bytes_);
  if (kHeapsBase + stride_ * static_cast<std::uintptr_t>(num_images_) > kHeapsEnd) {
    fail(ErrorKind::user, "{} heaps of {} MB do not fit into the address space: set --memory lower", num_images_,
         heap_bytes_ >> 20);
  }
  std::string reason;
  if (!options.posix_shm && map_all(SharedObjectKind::memfd, options, reason)) return;
  if (map_all(SharedObjectKind::posix_shm, options, reason)) return;
  fail(ErrorKind::memory, "the images of this host cannot share memory: {}", reason);
}

// Collective. True if every image has mapped the heaps of all and seen their tokens.
bool Job::map_all(SharedObjectKind kind, const JobOptions& options, std::string& reason) {
  objects_.clear();
  objects_.resize(static_cast<std::size_t>(num_images_));
  pids_.clear();
  Introduction mine;
  mine.token = std::random_device{}() * std::uint64_t{0x100000001} + static_cast<std::uint64_t>(getpid());
  const auto me = static_cast<std::size_t>(index(this_image_));
  const Outcome made = attempt([&] {
    SharedObject& object = objects_[me] =
        SharedObject::create(kind, heap_bytes_, options.huge_pages, "quadrille-" + std::to_string(getuid()));
    object.map(kHeapsBase + stride_ * me);
    object.commit(0,
                  detail::kControlBytes + options.symmetric_bytes_per_lane * static_cast<std::size_t>(options.lanes));
    auto* control = new (object.data()) detail::ImageControl;
    control->token = mine.token;
    control->magic = detail::kControlMagic;
    mine.address = object.address();
  });
  if (made.error()) reason = made.error()->what();
  if (!all_true(!made.error(), num_images_)) return false;
  const auto others = all_gather(mine, num_images_);
  const Outcome mapped = attempt([&] {
    for (std::size_t image = 0; image < others.size(); ++image) {
      pids_.push_back(others[image].address.pid);
      if (image == me) continue;
      objects_[image] = SharedObject::open(others[image].address, heap_bytes_);
      objects_[image].map(kHeapsBase + stride_ * image);
      const auto& control = control_at(objects_[image].data());
      if (control.magic != detail::kControlMagic || control.token != others[image].token) {
        fail(ErrorKind::io, "what process {} shares is not the heap of image {}", others[image].address.pid, image);
      }
    }
  });
  if (mapped.error()) reason = mapped.error()->what();
  const bool good = all_true(!mapped.error(), num_images_);
  objects_[me].unlink();
  if (good) set_abort_word(&control_at(objects_[me].data()).abort);
  return good;
}

void Job::make_lanes(const JobOptions& options) {
  QUADRILLE_ASSERT(options.lanes >= 1 && options.lanes <= detail::kMaxLanes, "a job has 1 to kMaxLanes lanes");
  const auto me = static_cast<std::size_t>(index(this_image_));
  const std::size_t symmetric_total = options.symmetric_bytes_per_lane * static_cast<std::size_t>(options.lanes);
  heap_ = std::make_unique<Heap>(objects_[me], round_up(detail::kControlBytes + symmetric_total, Heap::kGranule));
  std::vector<ImageId> images;
  for (int image = 0; image < num_images_; ++image) images.push_back(static_cast<ImageId>(image));
  for (int lane = 0; lane < options.lanes; ++lane) {
    std::vector<detail::LaneControl*> controls;
    std::vector<std::byte*> parts;
    for (const ImageId image : images) {
      controls.push_back(&lane_control(image, lane));
      parts.push_back(heap_of(image) + detail::kControlBytes +
                      options.symmetric_bytes_per_lane * static_cast<std::size_t>(lane));
    }
    Lane made;
    made.team = std::make_unique<Team>(*heap_, images, index(this_image_), std::move(controls), lane);
    made.symmetric = std::make_unique<SymmetricHeap>(*made.team, std::move(parts), options.symmetric_bytes_per_lane);
    lanes_.push_back(std::move(made));
  }
}

void Job::watch_peers() {
  std::vector<PeerWatch::Peer> peers;
  for (int image = 0; image < num_images_; ++image) {
    if (image != index(this_image_)) {
      peers.push_back({static_cast<ImageId>(image), static_cast<pid_t>(pids_[static_cast<std::size_t>(image)])});
    }
  }
  watch_ = std::make_unique<PeerWatchHolder>(peers, [this](PeerWatch::Peer peer) {
    if (control_at(heap_of(peer.image)).leaving != 0) return;
    // The first to set image 0's word speaks for all.
    if (control_at(heap_of(ImageId{0})).abort.exchange(1) == 0) {
      std::fprintf(stderr, "quadrille: image %d (process %d) has died; ending all images\n", index(peer.image),
                   peer.pid);
    }
    _exit(exit_code(ErrorKind::internal));
  });
}

std::unique_ptr<Team> Job::make_solo_team() {
  return std::make_unique<Team>(*heap_, std::vector<ImageId>{this_image_}, 0,
                                std::vector<detail::LaneControl*>{nullptr}, -1);
}

detail::LaneControl& Job::lane_control(ImageId image, int lane) {
  return control_at(heap_of(image)).lanes[static_cast<std::size_t>(lane)];
}

bool Job::contains(ImageId image, const void* pointer) const {
  const auto* byte = static_cast<const std::byte*>(pointer);
  return byte >= heap_of(image) && byte < heap_of(image) + heap_bytes_;
}

std::byte* Job::heap_of(ImageId image) const {
  return objects_[static_cast<std::size_t>(index(image))].data();
}

void Job::abort(int exit_code) {
  std::fflush(nullptr);
  _exit(exit_code);
}

}  // namespace quadrille::pgas
