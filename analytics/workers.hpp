#pragma once

// Workers are the images of a group at work on one graph: shared arrays, tasks for the image that is free, static
// parts, barriers. Between groups the images use Team and Mirrors. All of it is called inside Team::run(), so an
// exception on one image ends the waits of the others.
//
// "Collective in the group" means: every image of the group, in the same order; other groups do not take part.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "analytics/watch.hpp"
#include "base/clock.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"

namespace quadrille::analytics {

struct Range {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

class Workers {
 public:
  // Edges of a task: work between two calls of Watch::check().
  static constexpr std::size_t kTaskEdges = 65536;
  // Vertices of a task that does little for each.
  static constexpr std::size_t kTaskVertices = 16384;

  // Collective in the group. `arena` must outlive the run (Team::run) and all results.
  Workers(pgas::Team& team, pgas::QueryArena& arena, Watch& watch);
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  pgas::Team& team() const { return team_; }
  pgas::QueryArena& arena() const { return arena_; }
  Watch& watch() const { return watch_; }
  int size() const { return size_; }    // the images of this group
  int place() const { return place_; }  // this image among them
  bool is_first() const { return place_ == 0; }
  bool is_one_group() const { return team_.is_one_group(); }
  int num_groups() const { return team_.num_groups(); }
  int group() const { return team_.group(); }

  // Local. Throws if the work must end: deadline, cancellation, or another image has failed.
  void check() const {
    watch_.check();
    team_.check_failed();
  }
  // Local. Adds to Round::unreduced_bytes of the round.
  void count_unreduced(std::uint64_t bytes) { unreduced_bytes_ += bytes; }
  std::uint64_t unreduced_bytes() const { return unreduced_bytes_; }

  // Collective in the group. Writes before it are visible to all images of the group after it.
  void barrier() {
    if (size_ > 1) team_.barrier_in_group();
  }
  // Collective in the group. The values of its images, in their order.
  template <class T>
  std::vector<T> gather(const T& mine) {
    return team_.gather_values_in_group(mine);
  }
  template <class T>
  T sum(T mine) {
    if (size_ == 1) return mine;
    T total{};
    for (const T& value : gather(mine)) total += value;
    return total;
  }

  // Collective in the group. An array that all images of the group read and write at the same address; contents
  // undefined. It is in the arena of the image whose high water grows least by it; among equal ones, of the image with
  // the most room. Cost: two barriers if the array is large.
  template <class T>
  std::span<T> make_shared(std::size_t count) {
    return {static_cast<T*>(make_shared_bytes(count * sizeof(T))), count};
  }
  // Collective in the group. The same, filled with `value` by all images.
  template <class T>
  std::span<T> make_filled(std::size_t count, T value) {
    const std::span<T> made = make_shared<T>(count);
    fill(made, value);
    return made;
  }
  // Collective in the group. Frees an array that make_shared() has returned; no image uses it any more.
  template <class T>
  void free_shared(std::span<T> array) {
    barrier();
    arena_.free_span(array);  // does nothing on images that do not hold it
  }
  // Collective in the group. Sets all elements; ends with a barrier.
  template <class T>
  void fill(std::span<T> array, T value) {
    const Range mine = my_part(array.size());
    std::fill_n(array.data() + mine.begin, mine.size(), value);
    barrier();
  }

  // Local. This image's part of `count` items: consecutive, in the order of images. `multiple`: parts begin at
  // multiples of it, for example at whole words of a bitmap.
  Range my_part(std::size_t count, std::size_t multiple = 1) const { return part(place_, count, multiple); }
  Range part(int place, std::size_t count, std::size_t multiple = 1) const;

  // Collective in the group. Calls f(begin, end) for pieces of [0, count) of at most `grain` items, each on the image
  // that is free, with check() before each; ends with a barrier.
  template <class F>
  void for_each_task(std::size_t count, std::size_t grain, F&& f) {
    std::atomic<std::uint64_t>* const next = begin_tasks();
    std::size_t alone = 0;
    for (;;) {
      const std::size_t begin = next ? next->fetch_add(grain, std::memory_order_relaxed) : alone;
      alone = begin + grain;
      if (begin >= count) break;
      check();
      f(begin, std::min(count, begin + grain));
    }
    barrier();
  }

 private:
  static constexpr std::size_t kCounters = 3;
  struct alignas(64) Counter {
    std::atomic<std::uint64_t> next;
  };

  void* make_shared_bytes(std::size_t bytes);
  // The counter of the next loop over tasks, at 0; null if the group has one image. Resets the one after it, which no
  // image uses now.
  std::atomic<std::uint64_t>* begin_tasks();

  pgas::Team& team_;
  pgas::QueryArena& arena_;
  Watch& watch_;
  const int size_;
  const int place_;
  Counter* counters_ = nullptr;  // of the group: kCounters of them, used in turn
  std::size_t loops_ = 0;        // over tasks, so far
  std::uint64_t unreduced_bytes_ = 0;
};

// Measures the rounds of a kernel and reports them to the Watch.
//
//   RoundMeter meter(workers);
//   while (...) { ...; meter.end_round("push", frontier); }
class RoundMeter {
 public:
  explicit RoundMeter(Workers& workers)
      : workers_(workers), before_(workers.team().counters()), unreduced_before_(workers.unreduced_bytes()) {}
  // Local. `residual`: see Round.
  void end_round(std::string_view direction, std::uint64_t frontier,
                 double residual = std::numeric_limits<double>::quiet_NaN());

 private:
  Workers& workers_;
  pgas::Counters before_;
  std::uint64_t unreduced_before_;
  Stopwatch stopwatch_;
};

}  // namespace quadrille::analytics
