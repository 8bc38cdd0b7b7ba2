#pragma once

// A Partition divides the things among the images of a team. The owner of a thing has its classes, the pairs by this
// subject and the pairs by this object, so joins on the thing are local.
//
// All functions but owner(), owns() and pulse() are collective. A partition of one image costs nothing.

#include <functional>
#include <string_view>
#include <vector>

#include "base/copy_bytes.hpp"
#include "dictionary/huri.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/team.hpp"
#include "quadstore/sharding.hpp"

namespace quadrille::inferencer {

class Partition {
 public:
  Partition() = default;  // one image
  // Both outlive it; the arena outlives the Team::run().
  Partition(pgas::Team& team, pgas::QueryArena& arena)
      : team_(team.size() == 1 ? nullptr : &team), arena_(&arena), size_(team.size()), rank_(team.rank()) {}

  bool is_alone() const { return size_ == 1; }
  int size() const { return size_; }
  int rank() const { return rank_; }
  bool is_first() const { return rank_ == 0; }

  int owner(Huri thing) const {
    return is_alone() ? 0 : static_cast<int>(index(shard_of(thing, static_cast<std::uint32_t>(size_))));
  }
  bool owns(Huri thing) const { return owner(thing) == rank_; }

  // Everything that the images have, in their order.
  template <class T>
  std::vector<T> gather(const std::vector<T>& mine) const {
    if (is_alone()) return mine;
    std::vector<T> all;
    const auto* const bytes = reinterpret_cast<const char*>(mine.data());
    for (const std::string& theirs : team_->all_gather_bytes(std::string_view(bytes, mine.size() * sizeof(T)))) {
      const std::size_t before = all.size();
      all.resize(before + theirs.size() / sizeof(T));
      copy_bytes(all.data() + before, theirs.data(), theirs.size());
    }
    return all;
  }
  template <class T>
  T sum(T mine) const {
    return is_alone() ? mine : team_->sum(mine);
  }
  template <class T>
  T max(T mine) const {
    return is_alone() ? mine : team_->max(mine);
  }
  bool any(bool mine) const { return is_alone() ? mine : team_->any(mine); }

  // Of several images.
  pgas::Team& team() const { return *team_; }
  pgas::QueryArena& arena() const { return *arena_; }

 private:
  pgas::Team* team_ = nullptr;
  pgas::QueryArena* arena_ = nullptr;
  int size_ = 1, rank_ = 0;
};

}  // namespace quadrille::inferencer
