#pragma once

// SharedItems joins the items that the images of a group have found, each its own, into one array that all read: the
// frontier of the next round.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "analytics/workers.hpp"
#include "base/copy_bytes.hpp"

namespace quadrille::analytics {

template <class T>
class SharedItems {
 public:
  explicit SharedItems(Workers& workers) : workers_(workers) {}

  // Collective in the group. The items of all images, in the order of images; valid until the next call.
  std::span<const T> join(std::span<const T> mine) {
    std::size_t total = 0, place = 0;
    const std::vector<std::size_t> sizes = workers_.gather(mine.size());
    for (std::size_t image = 0; image < sizes.size(); ++image) {
      if (image == static_cast<std::size_t>(workers_.place())) place = total;
      total += sizes[image];
    }
    make_room(total);
    copy_bytes(items_.data() + place, mine.data(), mine.size_bytes());
    workers_.barrier();
    return items_.first(total);
  }
  // Collective in the group.
  void free() {
    workers_.free_shared(items_);
    items_ = {};
  }

 private:
  void make_room(std::size_t count) {
    if (count <= items_.size()) return;
    free();
    items_ = workers_.make_shared<T>(std::max<std::size_t>(count + count / 2, 1024));
  }

  Workers& workers_;
  std::span<T> items_;
};

}  // namespace quadrille::analytics
