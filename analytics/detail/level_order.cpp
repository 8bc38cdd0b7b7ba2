#include "analytics/detail/level_order.hpp"

#include <algorithm>

#include "base/copy_bytes.hpp"

namespace quadrille::analytics {
namespace {

// Collective in the group. `array` with room for `count`, and the same first `used` items.
template <class T>
std::span<T> enlarged(Workers& workers, std::span<T> array, std::size_t used, std::size_t count) {
  const std::span<T> larger = workers.make_shared<T>(count);
  const Range mine = workers.my_part(used);
  copy_bytes(larger.data() + mine.begin, array.data() + mine.begin, mine.size() * sizeof(T));
  workers.free_shared(array);
  return larger;
}

}  // namespace

LevelOrder::LevelOrder(Workers& workers, std::size_t expected) : workers_(workers) {
  slots_ = workers.make_shared<Slot>(expected);
  masks_ = workers.make_shared<std::uint8_t>(expected);
}

void LevelOrder::free() {
  workers_.free_shared(slots_);
  workers_.free_shared(masks_);
  for (Chunk* chunk : chunks_) workers_.arena().own().deallocate(chunk, sizeof(Chunk), alignof(Chunk));
  chunks_.clear();
}

LevelOrder::Size LevelOrder::end_level() {
  const std::vector<Size> all = workers_.team().all_gather(Size{found_, found_edges_});
  Size total;
  std::size_t of_group = 0, place = begins_.back();
  for (int member = 0; member < workers_.team().size(); ++member) {
    const Size& found = all[static_cast<std::size_t>(member)];
    if (workers_.team().in_my_group(member)) {
      if (member < workers_.team().rank()) place += found.vertices;
      of_group += found.vertices;
    }
    total.vertices += found.vertices;
    total.edges += found.edges;
  }
  make_room(begins_.back() + of_group);
  copy_found(place);
  begins_.push_back(begins_.back() + of_group);
  found_ = 0;
  found_edges_ = 0;
  workers_.barrier();
  return total;
}

void LevelOrder::add_chunk() {
  chunks_.push_back(static_cast<Chunk*>(workers_.arena().own().allocate(sizeof(Chunk), alignof(Chunk))));
}

void LevelOrder::make_room(std::size_t count) {
  if (count <= slots_.size()) return;
  const std::size_t room = std::max(count, slots_.size() + slots_.size() / 2);
  slots_ = enlarged(workers_, slots_, begins_.back(), room);
  masks_ = enlarged(workers_, masks_, begins_.back(), room);
}

void LevelOrder::copy_found(std::size_t place) {
  for (std::size_t begin = 0; begin < found_; begin += kChunk) {
    const std::size_t count = std::min(kChunk, found_ - begin);
    const Chunk& chunk = *chunks_[begin / kChunk];
    copy_bytes(slots_.data() + place + begin, chunk.slots, count * sizeof(Slot));
    copy_bytes(masks_.data() + place + begin, chunk.masks, count);
  }
}

}  // namespace quadrille::analytics
