#pragma once

// FreshBlanks allocates blank nodes that were never used: counters that start where the database's own end. All images
// count in the same way, so no messages are needed. The log stores next() with each commit, so that no counter is used
// twice.

#include <cstdint>

#include "dictionary/huri.hpp"
#include "pgas/team.hpp"

namespace quadrille::query {

class FreshBlanks {
 public:
  // `next` is the same on all images.
  explicit FreshBlanks(std::uint64_t next) : next_(next) {}

  // Collective. Returns the first of `count` consecutive counters for this image.
  std::uint64_t take(pgas::Team& team, std::uint64_t count) {
    std::uint64_t first = next_;
    const auto counts = team.all_gather(count);
    for (int member = 0; member < team.size(); ++member) {
      const std::uint64_t theirs = counts[static_cast<std::size_t>(member)];
      if (member < team.rank()) first += theirs;
      next_ += theirs;
    }
    return first;
  }
  // Local, with the same count on all images, which share the counters.
  std::uint64_t take_same(std::uint64_t count) {
    const std::uint64_t first = next_;
    next_ += count;
    return first;
  }

  std::uint64_t next() const { return next_; }

  static Huri huri(std::uint64_t counter) { return Huri::make(HuriKind::blank, counter); }

 private:
  std::uint64_t next_;
};

}  // namespace quadrille::query
