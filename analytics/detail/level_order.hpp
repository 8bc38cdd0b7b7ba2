#pragma once

// A LevelOrder has the levels of a search, one after another, each with the vertices that the images of a group have
// found for it; a vertex has a mask of lanes. Images add what they find to chunks of their own; end_level() joins them.

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/vertex_numbers.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

class LevelOrder {
 public:
  struct Level {
    std::span<const Slot> slots;
    std::span<const std::uint8_t> masks;
    std::size_t size() const { return slots.size(); }
  };
  // A level of all groups.
  struct Size {
    std::uint64_t vertices = 0;
    std::uint64_t edges = 0;  // of these vertices
  };

  // Collective in the group. Reserves room for `expected` vertices in all levels.
  LevelOrder(Workers& workers, std::size_t expected);
  void clear() { begins_.assign(1, 0); }
  // Collective in the group.
  void free();

  // Local. The next level has this vertex; each vertex comes from one image.
  void add(Slot slot, std::uint8_t mask, std::uint64_t edges) {
    if (found_ == chunks_.size() * kChunk) add_chunk();
    Chunk& chunk = *chunks_[found_ / kChunk];
    chunk.slots[found_ % kChunk] = slot;
    chunk.masks[found_ % kChunk] = mask;
    ++found_;
    found_edges_ += edges;
  }
  // Collective. The images see the level when it returns.
  Size end_level();
  int levels() const { return static_cast<int>(begins_.size()) - 1; }
  // Local. Valid until the next end_level(), the vertices of this group.
  Level level(int number) const {
    const std::size_t begin = begins_[static_cast<std::size_t>(number)];
    const std::size_t size = begins_[static_cast<std::size_t>(number) + 1] - begin;
    return {slots_.subspan(begin, size), masks_.subspan(begin, size)};
  }

  // The masks of the level that has ended last, for searches that know them only then.
  std::span<std::uint8_t> last_masks() {
    return masks_.subspan(begins_[begins_.size() - 2], level(levels() - 1).size());
  }

 private:
  static constexpr std::size_t kChunk = 8192;
  struct Chunk {
    Slot slots[kChunk];
    std::uint8_t masks[kChunk];
  };

  void add_chunk();
  void make_room(std::size_t count);
  void copy_found(std::size_t place);

  Workers& workers_;
  std::span<Slot> slots_;
  std::span<std::uint8_t> masks_;
  std::vector<std::size_t> begins_{0};
  std::vector<Chunk*> chunks_;  // in the arena's own memory; reused for each level
  std::size_t found_ = 0;
  std::uint64_t found_edges_ = 0;
};

}  // namespace quadrille::analytics
