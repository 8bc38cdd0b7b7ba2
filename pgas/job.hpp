#pragma once

// A Job is the SPMD program: all images, started together. There is one Job in a process; main constructs it first and
// destroys it last.
//
//   start:  images meet -> groups: the images of a host -> a shared object each -> handshake: each image maps the
//           heaps of its group at the agreed address and proves it by a token -> the network, if there are several
//           groups -> lanes
//   end:    all images meet, announce that they leave, unmap; MPI_Finalize, if MPI runs
//
// Images of one group communicate only through shared memory. They meet by the launcher or by MPI (detail/world.hpp);
// MPI connects groups (detail/network.hpp). One image needs no launcher. When an image dies, or a host falls silent,
// all others end at once with one message (PeerWatch, detail/group_watch.hpp).

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "pgas/group_plan.hpp"
#include "pgas/heap.hpp"
#include "pgas/symmetric_heap.hpp"
#include "pgas/team.hpp"

namespace quadrille {

class CacheRegistry;

}  // namespace quadrille

namespace quadrille::pgas {

class PeerWatch;

namespace detail {
class GroupWatch;
class Network;
class World;
struct MessageHeader;
}  // namespace detail

struct JobOptions {
  std::string program;           // name and version, the same on all hosts; at most 100 bytes
  std::size_t memory_bytes = 0;  // of all images of this host together; 0: half of the host's limit
  std::size_t symmetric_bytes_per_lane = 1 << 20;
  int lanes = 1;
  bool posix_shm = false;  // shm_open even if memfd is available
  // Reports to the user why all images end: called with the message in any thread. Returns false if that is impossible
  // from this image; then another image of the host is informed. Empty: messages go to standard error.
  std::function<bool(const std::string&)> tell_end;
};

class Job {
 public:
  // Collective over all processes of the launcher. Throws the same Error on all of them.
  explicit Job(const JobOptions& options);
  // Collective. The normal end; after an exception use abort().
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  ImageId this_image() const { return this_image_; }
  int num_images() const { return num_images_; }
  bool is_first() const { return index(this_image_) == 0; }

  // The groups: images that share memory. A group has consecutive images; image 0 is in group 0.
  int num_groups() const { return lanes_[0].team->num_groups(); }
  int group() const { return lanes_[0].team->group(); }
  int group_size() const { return lanes_[0].team->group_end(group()) - lanes_[0].team->group_begin(group()); }

  Heap& heap() { return *memory_.heap; }
  // The registry of this process's caches. Its budget is a part of the heap's.
  CacheRegistry& caches() { return *memory_.caches; }
  // All images, in lane `lane`. One thread of an image may use it at a time.
  Team& team(int lane = 0) { return *lanes_[static_cast<std::size_t>(lane)].team; }
  SymmetricHeap& symmetric_heap(int lane = 0) { return *lanes_[static_cast<std::size_t>(lane)].symmetric; }
  // Local. A team of only this image, for one caller.
  std::unique_ptr<Team> make_solo_team();

  // Image 0 announces numbers at places 0 to kAnnouncedPlaces - 1. Those of a place ascend, modulo 2^32.
  static constexpr std::size_t kAnnouncedPlaces = 1024;
  // One-sided, by image 0; `team`: of a lane that the caller uses. The other groups see the number at announced() soon
  // afterwards. One message to each of them.
  void announce(Team& team, std::size_t place, std::uint32_t number);
  // Local. The last number that has reached this image's group; 0 at first. It can be waited for (wait.hpp).
  const SharedWord& announced(std::size_t place);
  // Local, on every image: the place begins with 0 again. Needs that nobody announces there or reads it meanwhile.
  void clear_announced(std::size_t place);

  // The host and process id of an image, for messages to users.
  std::string describe(ImageId image) const;

  // Local. For an image of this group.
  detail::LaneControl& lane_control(ImageId image, int lane);

  // Local. Ends this process, and so the job: the other images detect it and end too.
  [[noreturn]] static void abort(int exit_code);

 private:
  struct Lane {
    std::unique_ptr<Team> team;
    std::unique_ptr<SymmetricHeap> symmetric;
  };
  struct Memory {
    std::unique_ptr<Heap> heap;
    std::unique_ptr<CacheRegistry> caches;  // reserves its budget there
  };
  void introduce(const JobOptions& options);
  void share_heaps(const JobOptions& options);
  bool map_group(SharedObjectKind kind, std::string& reason);
  void start_network();
  void make_lanes(const JobOptions& options);
  void watch_peers();
  void watch_groups();
  void receive(int source, const detail::MessageHeader& header, std::span<const std::byte> payload);
  void end_of_contact(int image, const std::string& error);
  [[noreturn]] void end_all(const std::string& message, int lost_group);
  [[noreturn]] static void end_after_who_tells();
  void tell_user(const std::string& message, int lost_group) const;
  void tell_groups(const std::string& message);
  std::string describe_group(int group) const;
  bool in_my_group(int image) const;
  SharedObject& my_object();
  std::byte* heap_of(ImageId image) const;
  SharedWord& abort_word();
  void take_announcement(std::size_t place, std::uint32_t number);

  struct Place;
  const std::function<bool(const std::string&)> tell_end_;
  std::unique_ptr<detail::World> world_;
  ImageId this_image_{0};
  int num_images_ = 1;
  std::size_t heap_bytes_ = 0;    // of every image of the group: control block, symmetric part, general part
  std::size_t window_bytes_ = 0;  // the first three of them
  std::uintptr_t stride_ = 0;
  std::vector<Place> places_;          // by image
  std::vector<SharedObject> objects_;  // by member of the group
  Memory memory_;
  std::unique_ptr<detail::Network> network_;
  std::unique_ptr<const GroupPlan> plan_;
  std::unique_ptr<detail::GroupWatch> group_watch_;
  std::vector<Lane> lanes_;
  std::unique_ptr<PeerWatch> watch_;
};

}  // namespace quadrille::pgas
