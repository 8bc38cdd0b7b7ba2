#pragma once

// A CommunityCrew is the images that work on one level of a community search. Large levels take all images; a level of
// few edges takes the first image of each group alone, without barriers.
//
//   all     every group has its own rows; sums are over all groups
//   group   every group has the whole level and computes the same; sums are over the group
//   alone   as group, by the first image

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "analytics/workers.hpp"

namespace quadrille::analytics::detail {

class CommunityCrew {
 public:
  enum class Kind : std::uint8_t { all, group, alone };
  CommunityCrew(Workers& workers, Kind kind) : workers_(workers), kind_(kind) {}

  Workers& workers() const { return workers_; }
  Kind kind() const { return kind_; }
  bool is_alone() const { return kind_ == Kind::alone; }
  // True if groups have different rows and exchange what they find.
  bool is_divided() const { return kind_ == Kind::all && !workers_.is_one_group(); }

  // The functions below are collective in the crew (is_alone(): local), as those of Workers.
  template <class F>
  void for_each_task(std::size_t count, std::size_t grain, F&& f) const {
    if (!is_alone()) return workers_.for_each_task(count, grain, std::forward<F>(f));
    for (std::size_t begin = 0; begin < count; begin += grain) {
      workers_.check();
      f(begin, std::min(count, begin + grain));
    }
  }
  void barrier() const {
    if (!is_alone()) workers_.barrier();
  }
  Range my_part(std::size_t count, std::size_t multiple = 1) const {
    return is_alone() ? Range{0, count} : workers_.my_part(count, multiple);
  }
  // The sum over the images of the group.
  template <class T>
  T sum_in_group(T mine) const {
    return is_alone() ? mine : workers_.sum(mine);
  }
  // The sum over the rows of the level.
  template <class T>
  T sum(T mine) const {
    return is_divided() ? workers_.team().sum(mine) : sum_in_group(mine);
  }
  template <class T>
  std::span<T> make(std::size_t count) const {
    return is_alone() ? workers_.arena().make_span<T>(count) : workers_.make_shared<T>(count);
  }
  template <class T>
  std::span<T> make_filled(std::size_t count, T value) const {
    const std::span<T> made = make<T>(count);
    fill(made, value);
    return made;
  }
  template <class T>
  void fill(std::span<T> array, T value) const {
    const Range mine = my_part(array.size());
    std::fill_n(array.data() + mine.begin, mine.size(), value);
    barrier();
  }
  template <class T>
  void copy(std::span<const T> from, std::span<T> to) const {
    const Range mine = my_part(from.size());
    std::copy_n(from.data() + mine.begin, mine.size(), to.data() + mine.begin);
    barrier();
  }
  template <class T>
  void free(std::span<T>& array) const {
    if (is_alone()) {
      workers_.arena().free_span(array);
    } else {
      workers_.free_shared(array);
    }
    array = {};
  }

 private:
  Workers& workers_;
  const Kind kind_;
};

}  // namespace quadrille::analytics::detail
