#pragma once

// A RankMap maps the old ranks of one kind of terms to ranks in a new vocabulary, which drops some terms and inserts
// others.
//
//   old terms    a  b  c  d  e        b goes                inserted   bb  dd
//   old ranks    0  1  2  3  4                              points      2   4    the old rank that each comes before
//   new terms    a  bb c  d  dd e
//   new ranks    0  1  2  3  4  5
//
//   new rank of old rank r    = old terms before r that are kept + points <= r
//   new rank of insertion j   = old terms before points[j] that are kept + j
//
// A value; memory: 3/8 of a byte an old term, 8 bytes an inserted one. A look-up reads one entry and searches the
// points of 64 neighbours. Local; any thread can call const functions.

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace quadrille {

class RankMap {
 public:
  RankMap() = default;
  // kept: bit r % 64 of word r / 64 for the old rank r < old_size. points: ascending, at most old_size.
  RankMap(std::span<const std::uint64_t> kept, std::uint64_t old_size, std::vector<std::uint64_t> points);

  std::uint64_t old_size() const { return old_size_; }
  std::uint64_t inserted() const { return points_.size(); }
  std::uint64_t size() const { return kept_before(old_size_) + inserted(); }  // new

  bool keeps(std::uint64_t old_rank) const {
    return old_rank < old_size_ && (blocks_[old_rank / 64].kept >> old_rank % 64 & 1) != 0;
  }
  // Nothing if the term is dropped or does not exist.
  std::optional<std::uint64_t> new_rank(std::uint64_t old_rank) const;
  std::uint64_t rank_of_insertion(std::uint64_t number) const { return kept_before(points_[number]) + number; }
  std::uint64_t point(std::uint64_t number) const { return points_[number]; }
  void prefetch(std::uint64_t old_rank) const {
    if (old_rank < old_size_) __builtin_prefetch(blocks_.data() + old_rank / 64);
  }

  // The number of kept terms with lower old ranks; old_rank <= old_size().
  std::uint64_t kept_before(std::uint64_t old_rank) const {
    const Block& block = blocks_[old_rank / 64];
    const std::uint64_t below = block.kept & ((std::uint64_t{1} << old_rank % 64) - 1);
    return block.kept_before + static_cast<std::uint64_t>(std::popcount(below));
  }

  // The position of `new_rank` among the old terms and among the insertions.
  struct Cut {
    std::uint64_t old_rank = 0, insertion = 0;
  };
  Cut cut(std::uint64_t new_rank) const;

 private:
  // 64 old ranks.
  struct Block {
    std::uint64_t kept = 0;
    std::uint64_t kept_before = 0;
    std::uint64_t first_point = 0;  // of the points at these ranks or after them
  };

  std::uint64_t old_size_ = 0;
  std::vector<Block> blocks_{1};  // one more than needed, so that old_size_ is in one
  std::vector<std::uint64_t> points_;
};

}  // namespace quadrille
