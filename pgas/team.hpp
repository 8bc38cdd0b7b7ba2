#pragma once

// A Team is the images that work on one task together, in one lane. Every member calls all its collectives in the same
// order, from one thread at a time. Inside a group they use shared memory: a slot for each image, a futex barrier
// (measured: 1.6 us with 2 images on 2 cores, 40 us with 4). Across groups a collective is one aggregated message from
// every group to every other one, sent by the members that GroupPlan selects, between two barriers of the group.
//
// A team of one image costs nothing: every collective returns at once.

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "base/ids.hpp"
#include "pgas/counters.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/wait.hpp"

namespace quadrille::pgas {

namespace detail {
struct LaneControl;
struct MailboxControl;
class Crossing;
class GroupExchange;
class RemoteAccess;
inline constexpr std::size_t kContributionBytes = 1024;
}  // namespace detail

// The result of an image's step: success, or the error.
class Outcome {
 public:
  Outcome() = default;
  explicit Outcome(ErrorKind kind, std::string message) : error_(Error(kind, std::move(message))) {}
  const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<Error> error_;
};

// Local. Runs `work` and returns its exception, if any, as an Outcome.
template <class Work>
Outcome attempt(Work&& work) {
  try {
    work();
    return {};
  } catch (const Error& error) {
    return Outcome(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    return Outcome(ErrorKind::memory, "out of memory");
  } catch (const std::exception& error) {
    return Outcome(ErrorKind::internal, error.what());
  }
}

class Mailbox;

class Team {
 public:
  // Called by Job. `lanes[r]` is the lane's control block of member r, in shared memory; null if r is in another group.
  // `crossing`: the connection to the other groups, if there are any.
  Team(Heap& heap, std::vector<ImageId> members, int rank, std::vector<detail::LaneControl*> lanes, int lane,
       std::vector<int> group_begins, std::unique_ptr<detail::Crossing> crossing);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(members_.size()); }
  int rank() const { return rank_; }  // this image's place among the members: 0 .. size-1
  bool is_first() const { return rank_ == 0; }
  int lane() const { return lane_; }
  ImageId image(int member) const { return members_[static_cast<std::size_t>(member)]; }

  // Groups: the members that share memory. They are numbered from 0 in member order, and the members of a group are
  // consecutive. The heap of a member in another group cannot be read: its data arrive by exchange() or a gather.
  int num_groups() const { return static_cast<int>(group_begins_.size()) - 1; }
  bool is_one_group() const { return num_groups() == 1; }
  int group() const { return group_; }  // this member's
  int group_of(int member) const;
  bool in_my_group(int member) const { return member >= group_begin(group_) && member < group_end(group_); }
  int group_begin(int group) const { return group_begins_[static_cast<std::size_t>(group)]; }  // its first member
  int group_end(int group) const { return group_begins_[static_cast<std::size_t>(group) + 1]; }
  int group_size() const { return group_end(group_) - group_begin(group_); }  // of this member's group
  Heap& heap() const { return heap_; }

  // Collective. Writes of a member before it are visible to all members after it.
  void barrier();
  // Collective. Puts and gets of all members are complete, then a barrier (CGE21 3.1.2).
  void sync_all();

  // Collective. Every member's value, in member order. At most detail::kContributionBytes each.
  template <class T>
  std::vector<T> all_gather(const T& mine) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= detail::kContributionBytes);
    std::vector<T> all(members_.size());
    gather_bytes(&mine, all.data(), sizeof(T));
    return all;
  }
  template <class T>
  T sum(T mine) {
    T total{};
    for (const T& value : all_gather(mine)) total += value;
    return total;
  }
  template <class T>
  T min(T mine) {
    for (const T& value : all_gather(mine)) mine = value < mine ? value : mine;
    return mine;
  }
  template <class T>
  T max(T mine) {
    for (const T& value : all_gather(mine)) mine = mine < value ? value : mine;
    return mine;
  }
  bool any(bool mine) { return max<std::uint8_t>(mine) != 0; }
  bool all(bool mine) { return min<std::uint8_t>(mine) != 0; }

  // Collective. `root`'s bytes, on every member.
  std::string broadcast(std::string_view bytes, int root = 0);
  // Collective. Every member's bytes, on every member, in member order.
  std::vector<std::string> all_gather_bytes(std::string_view mine);

  // Collective. Every image throws the same error (that of the lowest member that has one), or none does.
  void agree(const Outcome& mine);

  // Collective. Brings all outcomes to the first member: there, returns the error of the lowest member that has one.
  // One message from each other group; members of other groups do not wait for it, so the first member's next message
  // to all must come before their next report (Mailbox).
  Outcome report_to_first(const Outcome& mine);
  // Collective in the group alone. Every member's bytes, in member order, without those of other groups. If a member
  // lacks memory for it, all of the group throw Error(memory).
  std::vector<std::string> gather_in_group(std::string_view mine);
  // Collective in the group alone. Every member's value, in member order, as all_gather().
  template <class T>
  std::vector<T> gather_values_in_group(const T& mine) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= detail::kContributionBytes);
    ++counters_.collectives;
    if (group_size() == 1) return {mine};
    return group_gather(mine);
  }
  // Collective in the group alone. Writes of its members before it are visible to all of them after it.
  void barrier_in_group() {
    ++counters_.barriers;
    group_barrier();
  }

  // Collective. Runs `work`, which can call collectives of this team, on every member. If it throws on one, the waits
  // of the others end too, and run() throws that error on every member; otherwise it returns on all. Memory that
  // members read from each other must live until run() has ended: construct the QueryArena before it.
  template <class Work>
  void run(Work&& work) {
    begin_run();
    try {
      const Outcome mine = attempt(work);
      if (mine.error()) report_failure(*mine.error());
    } catch (const TeamFailed&) {
    }
    end_run();
  }

  // One-sided. Copies between this image's memory and the symmetric memory of `member`, at its address there
  // (SymmetricHeap::translate). Inside the group it is a memcpy. Across groups, put() returns when `from` can be
  // reused, and get() when the bytes have arrived; the start_ forms return at once, and use their local memory until a
  // fence.
  void put(int member, void* to, const void* from, std::size_t bytes);
  void get(int member, void* to, const void* from, std::size_t bytes);
  void start_put(int member, void* to, const void* from, std::size_t bytes);
  void start_get(int member, void* to, const void* from, std::size_t bytes);
  // Waits. Earlier puts to `member` are complete there: it sees them without taking part. Across groups this costs a
  // round trip; the network thread does it (detail/network.hpp). Without an argument: all members.
  void put_fence(int member = -1);
  // Waits. Earlier start_get()s from `member` are complete here. Without an argument: all members.
  void get_fence(int member = -1);
  void fence(int member = -1);

  // One-sided, atomic on all images: an aligned 8-byte word in the symmetric memory of `member`. Returns the old
  // value. Across groups it costs a round trip: the target's process executes it when it polls, within 14 ms even if it
  // sleeps.
  std::uint64_t fetch_add(int member, std::uint64_t* word, std::uint64_t value);

  // Local, cheap. Inside of run(): throws TeamFailed if another member's work has thrown. For long work between
  // collectives.
  void check_failed() const;

  // Local. Waits for another member of the group to change `word` and call wake_all(). Returns within 100 ms even
  // without a change, so that the caller can check its limits. Inside of run(): throws TeamFailed like check_failed().
  void wait_a_while(const SharedWord& word, std::uint32_t old) const {
    pgas::wait_a_while(word, old, Patience::busy, failed_word());
  }

  const Counters& counters() const { return counters_; }
  Counters& counters() { return counters_; }

  // The connection to the other groups; null if there is one group.
  detail::Crossing* crossing() const { return crossing_.get(); }
  // Sets the addresses of all images' windows in their own processes; the images of a group are in order.
  void set_windows(std::vector<std::uintptr_t> begin_of_member, std::size_t bytes);

 private:
  friend class detail::GroupExchange;
  friend class Mailbox;
  detail::LaneControl& group_control() const;
  void group_barrier();
  // Collective in the group: the members' values, in their order. For values that fit into a slot.
  template <class T>
  std::vector<T> group_gather(const T& mine) {
    const std::size_t slot = contribute(&mine, sizeof(T));
    group_barrier();
    std::vector<T> all(static_cast<std::size_t>(group_size()));
    collect(slot, all.data(), sizeof(T));
    return all;
  }
  std::size_t contribute(const void* mine, std::size_t bytes);
  void collect(std::size_t slot, void* of_group, std::size_t bytes) const;
  void gather_across(std::size_t slot, void* all, std::size_t bytes);
  std::uint64_t next_sequence() { return ++sequence_; }
  template <class Last>
  void meet(Last&& last);
  void gather_bytes(const void* mine, void* all, std::size_t bytes);
  std::optional<Error> end_across();
  std::size_t window_offset(int member, const void* address, std::size_t bytes) const;
  const SharedWord* failed_word() const;
  void report_failure(const Error& error);
  void begin_run();
  void end_run();

  Heap& heap_;
  const std::vector<ImageId> members_;
  const int rank_;
  std::vector<int> group_begins_;  // by group its first member, and size() at the end
  int group_ = 0;
  const std::vector<detail::LaneControl*> lanes_;
  const int lane_;
  int slot_ = 0;
  std::optional<Error> solo_error_;  // run() in a team of one
  Counters counters_;

  // Only waits inside of run() detect a failure: a fast member may be in its next run, and fail, while a slow one still
  // waits in an earlier collective.
  bool in_run_ = false;

  // Several groups.
  std::unique_ptr<detail::Crossing> crossing_;
  std::uint64_t runs_ = 0;      // that have ended before
  std::uint64_t sequence_ = 0;  // of the last collective: the run in the upper half
  std::vector<std::uintptr_t> window_begins_;
  std::size_t window_bytes_ = 0;
  std::unique_ptr<detail::RemoteAccess> remote_;
  std::vector<detail::GroupExchange*> exchanges_;  // that began in this run and exist
};

}  // namespace quadrille::pgas
