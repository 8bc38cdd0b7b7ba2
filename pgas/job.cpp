#include "pgas/job.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/cache_registry.hpp"
#include "base/copy_bytes.hpp"
#include "pgas/address_space.hpp"
#include "pgas/detail/crossing.hpp"
#include "pgas/detail/group_watch.hpp"
#include "pgas/detail/image_control.hpp"
#include "pgas/detail/network.hpp"
#include "pgas/detail/tier_heaps.hpp"
#include "pgas/detail/world.hpp"
#include "pgas/memory_limit.hpp"
#include "pgas/peer_watch.hpp"

namespace quadrille::pgas {

using detail::World;

namespace {

constexpr std::size_t kPartOfCaches = 8;  // caches get an eighth of the memory: what they want, from 1 GB on
constexpr double kLastWordsSeconds = 1;   // for sending a message about the end
constexpr double kOthersTellSeconds = 2;  // for the arrival of a message about the end
constexpr double kTellingSeconds = 0.5;   // for another thread, or image of the group, to report to the user
constexpr std::chrono::milliseconds kIdleNap{14}, kIdleNapOfOthers{56};

// The data with which an image lets the others of its group map its heap.
struct Introduction {
  SharedObjectAddress address;
  std::uint64_t token = 0;
};

static_assert(Job::kAnnouncedPlaces == detail::kMaxAnnounced);

detail::ImageControl& control_at(std::byte* heap) {
  return *reinterpret_cast<detail::ImageControl*>(heap);
}

// Cores that this process may run on.
int usable_cores() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

template <std::size_t kSize>
void copy_text(std::array<char, kSize>& to, std::string_view text) {
  std::copy_n(text.data(), std::min(text.size(), kSize - 1), to.data());
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace

// The data about each image that all images have.
struct Job::Place {
  std::array<char, 64> host{};
  std::array<char, 104> program{};
  std::int64_t pid = 0;
  std::size_t heap_bytes = 0;
  std::size_t window_bytes = 0;
};

Job::Job(const JobOptions& options) : tell_end_(options.tell_end), world_(std::make_unique<World>()) {
  num_images_ = world_->images();
  introduce(options);
  share_heaps(options);
  start_network();
  make_lanes(options);
  watch_peers();
  if (network_) watch_groups();
  world_->barrier();
  lanes_[0].team->barrier();
}

Job::~Job() {
  Team& team = *lanes_[0].team;
  team.barrier();
  control_at(heap_of(this_image_)).leaving = 1;
  if (group_watch_) group_watch_->stop();
  team.barrier();
  world_->last_barrier();
  watch_.reset();
  if (network_) network_->stop();
  set_abort_word(nullptr);
  lanes_.clear();
  group_watch_.reset();
  network_.reset();
  memory_.caches.reset();
  detail::close_tier_heaps();
  memory_.heap.reset();
  objects_.clear();
  world_.reset();
}

// Every image sends its data to all others; values that must be equal are compared.
void Job::introduce(const JobOptions& options) {
  const std::size_t wanted = options.memory_bytes ? options.memory_bytes : memory_limit_bytes() / 2;
  Place mine;
  copy_text(mine.host, host_name());
  copy_text(mine.program, options.program);
  mine.pid = getpid();
  mine.heap_bytes = round_up(wanted / static_cast<std::size_t>(world_->images_of_host()), Heap::kGranule);
  mine.window_bytes =
      round_up(detail::kControlBytes + static_cast<std::size_t>(options.lanes) * options.symmetric_bytes_per_lane,
               Heap::kGranule);
  places_ = world_->all_gather(mine);
  for (const Place& place : places_) {
    const Place& first = places_[0];
    if (place.program != first.program) {
      fail(ErrorKind::user, "different versions of the program: {} on {}, {} on {}; all hosts need the same one",
           first.program.data(), first.host.data(), place.program.data(), place.host.data());
    }
    if (place.window_bytes != first.window_bytes) {
      fail(ErrorKind::user, "the images were started with different options on {} and on {}", first.host.data(),
           place.host.data());
    }
  }
  window_bytes_ = mine.window_bytes;
  set_spinning(usable_cores() >= world_->images_of_host());
}

void Job::share_heaps(const JobOptions& options) {
  const std::size_t least = window_bytes_ + (std::size_t{8} << 20);
  std::size_t largest = 0;
  for (const Place& place : places_) {
    largest = std::max(largest, place.heap_bytes);
    if (place.heap_bytes < least) {
      fail(ErrorKind::user, "--memory leaves {} MB to each of {} images; at least {} MB are needed",
           place.heap_bytes >> 20, num_images_, (least >> 20) + 1);
    }
  }
  stride_ = std::bit_ceil(largest);
  if (kHeapsBase + stride_ * static_cast<std::uintptr_t>(world_->images_of_host()) > kHeapsEnd) {
    fail(ErrorKind::user, "{} heaps of {} MB do not fit into the address space: set --memory lower",
         world_->images_of_host(), largest >> 20);
  }
  std::string reason;
  for (const SharedObjectKind kind : {SharedObjectKind::memfd, SharedObjectKind::posix_shm}) {
    if (kind == SharedObjectKind::memfd && options.posix_shm) continue;
    if (world_->all_true(map_group(kind, reason))) return;
  }
  // Processes with the same host name may not share memory: for example, each in its own container. They use MPI.
  world_->split_groups(!reason.empty());
  std::string alone_reason;
  if (!world_->all_true(map_group(SharedObjectKind::memfd, alone_reason))) {
    fail(ErrorKind::memory, "the images of this host cannot share memory: {}", reason);
  }
  if (world_->image() == world_->group_begin() && !reason.empty()) {
    std::fprintf(stderr, "quadrille: the images of %s cannot share memory (%s); each is a group of its own\n",
                 host_name().c_str(), reason.c_str());
  }
}

SharedObject& Job::my_object() {
  return objects_[static_cast<std::size_t>(world_->image() - world_->group_begin())];
}

// Collective over the group. Returns true if all of its images have mapped all heaps and found their tokens.
bool Job::map_group(SharedObjectKind kind, std::string& reason) {
  this_image_ = static_cast<ImageId>(world_->image());
  set_assertion_image(world_->image());
  heap_bytes_ = stride_;
  const int begin = world_->group_begin();
  for (int image = begin; image < begin + world_->group_size(); ++image) {
    heap_bytes_ = std::min(heap_bytes_, places_[static_cast<std::size_t>(image)].heap_bytes);
  }
  objects_.clear();
  objects_.resize(static_cast<std::size_t>(world_->group_size()));
  Introduction mine;
  mine.token = std::random_device{}() * std::uint64_t{0x100000001} + static_cast<std::uint64_t>(getpid());
  const auto me = static_cast<std::size_t>(world_->image() - begin);
  const Outcome made = attempt([&] {
    SharedObject& object = objects_[me] =
        SharedObject::create(kind, heap_bytes_, "quadrille-" + std::to_string(getuid()));
    object.map(kHeapsBase + stride_ * me);
    object.commit(0, detail::kControlBytes);
    auto* control = new (object.data()) detail::ImageControl;
    control->token = mine.token;
    control->magic = detail::kControlMagic;
    mine.address = object.address();
  });
  if (made.error()) reason = made.error()->what();
  if (!world_->group_agrees(!made.error())) {
    if (reason.empty()) reason = "another image could not";
    return false;
  }
  const auto others = world_->gather_group(mine);
  const Outcome mapped = attempt([&] {
    for (std::size_t image = 0; image < others.size(); ++image) {
      if (image == me) continue;
      objects_[image] = SharedObject::open(others[image].address, heap_bytes_);
      objects_[image].map(kHeapsBase + stride_ * image);
      const auto& control = control_at(objects_[image].data());
      if (control.magic != detail::kControlMagic || control.token != others[image].token) {
        fail(ErrorKind::io, "the shared memory of process {} is not the heap of image {}", others[image].address.pid,
             image);
      }
    }
  });
  if (mapped.error()) reason = mapped.error()->what();
  const bool good = world_->group_agrees(!mapped.error());
  if (!good && reason.empty()) reason = "another image could not";
  objects_[me].unlink();
  if (good) set_abort_word(&control_at(objects_[me].data()).abort);
  return good;
}

void Job::start_network() {
  if (world_->group_begins().size() <= 2) return;
  plan_ = std::make_unique<const GroupPlan>(world_->group_begins());
  // Other groups may write to all of the window.
  const Outcome committed = attempt([&] { my_object().commit(0, window_bytes_); });
  if (!world_->all_true(!committed.error())) {
    if (committed.error()) throw *committed.error();
    fail(ErrorKind::memory, "another image has no memory for messages between groups");
  }
  network_ = std::make_unique<detail::Network>(world_->all_images(), std::span(heap_of(this_image_), window_bytes_));
}

void Job::make_lanes(const JobOptions& options) {
  QUADRILLE_ASSERT(options.lanes >= 1 && options.lanes <= detail::kMaxLanes, "a job has 1 to kMaxLanes lanes");
  memory_.heap = std::make_unique<Heap>(my_object(), window_bytes_);
  memory_.caches = std::make_unique<CacheRegistry>(
      memory_.heap->usage().budget_bytes / kPartOfCaches,
      CacheRegistry::Memory{[this](std::size_t bytes) { return memory_.heap->try_set_aside(bytes); },
                            [this](std::size_t bytes) { memory_.heap->give_back(bytes); }});
  detail::open_tier_heaps(*world_, *memory_.heap,
                          kHeapsBase + stride_ * static_cast<std::uintptr_t>(world_->images_of_host()));
  std::vector<ImageId> images;
  std::vector<std::uintptr_t> windows;  // by image, in its own process
  for (int image = 0; image < num_images_; ++image) {
    images.push_back(static_cast<ImageId>(image));
    const auto& begins = world_->group_begins();
    const auto group_begin = *std::prev(std::upper_bound(begins.begin(), begins.end(), image));
    windows.push_back(kHeapsBase + stride_ * static_cast<std::uintptr_t>(image - group_begin));
  }
  for (int lane = 0; lane < options.lanes; ++lane) {
    std::vector<detail::LaneControl*> controls;
    std::vector<std::byte*> parts;
    for (const ImageId image : images) {
      controls.push_back(in_my_group(index(image)) ? &lane_control(image, lane) : nullptr);
      parts.push_back(reinterpret_cast<std::byte*>(windows[static_cast<std::size_t>(index(image))]) +
                      detail::kControlBytes + options.symmetric_bytes_per_lane * static_cast<std::size_t>(lane));
    }
    std::unique_ptr<detail::Crossing> crossing;
    if (network_) {
      crossing = std::make_unique<detail::Crossing>(*network_, *plan_, images, index(this_image_), lane, *memory_.heap,
                                                    controls);
    }
    Lane made;
    made.team = std::make_unique<Team>(*memory_.heap, images, index(this_image_), std::move(controls), lane,
                                       world_->group_begins(), std::move(crossing));
    if (network_) made.team->set_windows(windows, window_bytes_);
    made.symmetric = std::make_unique<SymmetricHeap>(
        *made.team, std::move(parts), options.symmetric_bytes_per_lane, [this](std::byte* begin, std::size_t bytes) {
          SharedObject& mine = my_object();
          mine.commit(static_cast<std::size_t>(begin - mine.data()), bytes);
        });
    lanes_.push_back(std::move(made));
  }
}

void Job::watch_peers() {
  std::vector<PeerWatch::Peer> peers;
  for (int image = 0; image < num_images_; ++image) {
    if (image != index(this_image_) && in_my_group(image)) {
      peers.push_back({static_cast<ImageId>(image), static_cast<pid_t>(places_[static_cast<std::size_t>(image)].pid)});
    }
  }
  watch_ = std::make_unique<PeerWatch>(peers, [this](PeerWatch::Peer peer) {
    if (control_at(heap_of(peer.image)).leaving != 0) return;
    end_all(describe(peer.image) + " has died", world_->group());
  });
}

void Job::watch_groups() {
  const int groups = plan_->groups(), group = world_->group();
  const int next = plan_->begin((group + 1) % groups), before = (group + groups - 1) % groups;
  const bool speaks = world_->image() == world_->group_begin();
  group_watch_ = std::make_unique<detail::GroupWatch>(*network_, next, [this, before](double seconds) {
    end_all(
        "no message from " + describe_group(before) + " for " + std::to_string(static_cast<int>(seconds)) + " seconds",
        before);
  });
  detail::Network::Duties duties;
  duties.handle = [this](int source, const detail::MessageHeader& header, std::span<const std::byte> payload) {
    receive(source, header, payload);
  };
  duties.every_second = [this, speaks] {
    if (speaks) group_watch_->tick();
  };
  duties.receive = [this] {
    for (const Lane& lane : lanes_) lane.team->crossing()->channels().receive_ahead();
  };
  duties.on_error = [this](int image, const std::string& error) { end_of_contact(image, error); };
  duties.idle_nap = speaks ? kIdleNap : kIdleNapOfOthers;
  network_->start(std::move(duties));
}

// An image that dies breaks its connections. The images of its host know its number, and report it, so this waits for
// them for a while.
void Job::end_of_contact(int image, const std::string& error) {
  if (control_at(heap_of(this_image_)).leaving != 0) return;
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(kOthersTellSeconds);
  while (std::chrono::steady_clock::now() < end) {
    network_->listen();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const auto& begins = world_->group_begins();
  const int group = image < 0
                        ? (world_->group() == 0 ? 1 : 0)
                        : static_cast<int>(std::upper_bound(begins.begin(), begins.end(), image) - begins.begin()) - 1;
  end_all((image < 0 ? "another image" : describe_group(group)) + " cannot be reached: " + error, group);
}

std::string Job::describe_group(int group) const {
  const int begin = plan_->begin(group);
  if (plan_->size(group) == 1) return describe(static_cast<ImageId>(begin));
  return "images " + std::to_string(begin) + " to " + std::to_string(plan_->end(group) - 1) + " on " +
         places_[static_cast<std::size_t>(begin)].host.data();
}

// The handler of messages from other groups, in the thread that polls.
void Job::receive(int source, const detail::MessageHeader& header, std::span<const std::byte> payload) {
  using detail::MessageKind;
  switch (header.kind) {
    case MessageKind::heartbeat:
      group_watch_->heard();
      return;
    case MessageKind::abort:
      if (abort_word().exchange(1) != 0) end_after_who_tells();
      if (header.bytes > 0) tell_user({reinterpret_cast<const char*>(payload.data()), header.bytes}, -1);
      _exit(exit_code(ErrorKind::internal));
    case MessageKind::announced:
      return take_announcement(header.word, static_cast<std::uint32_t>(header.sequence));
    case MessageKind::reply:
      network_->answered(header.sequence, header.word);
      return;
    case MessageKind::fetch_add: {
      std::uint64_t operand = 0;
      copy_bytes(&operand, payload.data(), std::min(payload.size(), sizeof operand));
      auto& word = *reinterpret_cast<std::uint64_t*>(heap_of(this_image_) + header.word);
      detail::MessageHeader reply{MessageKind::reply};
      reply.sequence = header.sequence;
      reply.word = std::atomic_ref(word).fetch_add(operand, std::memory_order_acq_rel);
      network_->send(source, reply);
      return;
    }
    default:
      lanes_[header.lane].team->crossing()->handle(header, payload);
  }
}

// The first image of the group that sets the word reports for it, and informs the other groups, which end silently. But
// group 0, where the command was started, reports to the user.
void Job::end_all(const std::string& message, int lost_group) {
  if (abort_word().exchange(1) != 0) end_after_who_tells();
  tell_user(message, lost_group);
  if (network_) tell_groups(message);
  _exit(exit_code(ErrorKind::internal));
}

// If this process ended at once, it would end the thread that reports, or be taken for the image that has died.
void Job::end_after_who_tells() {
  std::this_thread::sleep_for(std::chrono::duration<double>(kTellingSeconds));
  _exit(exit_code(ErrorKind::internal));
}

void Job::tell_user(const std::string& message, int lost_group) const {
  if (tell_end_ && tell_end_(message)) return;
  const bool others_tell = world_->group() != 0 && (lost_group != 0 || tell_end_);
  if (!others_tell) std::fprintf(stderr, "quadrille: %s; ending all images\n", message.c_str());
}

void Job::tell_groups(const std::string& message) {
  for (int group = 0; group < plan_->groups(); ++group) {
    if (group == world_->group()) continue;
    const std::string_view text = group == 0 ? std::string_view(message).substr(0, detail::kPayloadBytes) : "";
    network_->say(plan_->begin(group), detail::MessageHeader{detail::MessageKind::abort},
                  std::as_bytes(std::span(text)));
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(kLastWordsSeconds);
  while (std::chrono::steady_clock::now() < end) {
    network_->listen();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

SharedWord& Job::abort_word() {
  return control_at(heap_of(static_cast<ImageId>(world_->group_begin()))).abort;
}

const SharedWord& Job::announced(std::size_t place) {
  return control_at(heap_of(static_cast<ImageId>(world_->group_begin()))).announced.at(place);
}

void Job::clear_announced(std::size_t place) {
  control_at(heap_of(static_cast<ImageId>(world_->group_begin()))).announced.at(place).store(0);
}

void Job::announce(Team& team, std::size_t place, std::uint32_t number) {
  take_announcement(place, number);
  for (int group = 1; group < num_groups(); ++group) {
    detail::MessageHeader header{detail::MessageKind::announced};
    header.sequence = number;
    header.word = place;
    network_->send(plan_->begin(group), header);
    team.counters().add_message(0);
  }
}

// Two announcements may arrive in another order, if they come from two lanes.
void Job::take_announcement(std::size_t place, std::uint32_t number) {
  SharedWord& word = control_at(heap_of(static_cast<ImageId>(world_->group_begin()))).announced.at(place);
  std::uint32_t before = word.load(std::memory_order_relaxed);
  while (static_cast<std::int32_t>(number - before) > 0) {
    if (word.compare_exchange_weak(before, number, std::memory_order_seq_cst)) return wake_all(word);
  }
}

std::unique_ptr<Team> Job::make_solo_team() {
  return std::make_unique<Team>(*memory_.heap, std::vector<ImageId>{this_image_}, 0,
                                std::vector<detail::LaneControl*>{nullptr}, -1, std::vector<int>{0, 1}, nullptr);
}

detail::LaneControl& Job::lane_control(ImageId image, int lane) {
  return control_at(heap_of(image)).lanes[static_cast<std::size_t>(lane)];
}

bool Job::in_my_group(int image) const {
  return image >= world_->group_begin() && image < world_->group_begin() + world_->group_size();
}

std::byte* Job::heap_of(ImageId image) const {
  return objects_[static_cast<std::size_t>(index(image) - world_->group_begin())].data();
}

std::string Job::describe(ImageId image) const {
  const Place& place = places_[static_cast<std::size_t>(index(image))];
  std::string text = "image " + std::to_string(index(image)) + " (process " + std::to_string(place.pid);
  if (network_) text += std::string(" on ") + place.host.data();
  return text + ")";
}

void Job::abort(int exit_code) {
  std::fflush(nullptr);
  _exit(exit_code);
}

}  // namespace quadrille::pgas
