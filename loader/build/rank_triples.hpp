#pragma once

// Gives the triple terms of all images their HURIs, as Sort Literals does for the other terms: after it, so that their
// components have HURIs.
//
//   rows of depth 1: <<( s p o )>>          -> to the owner of the shard of s -> sorted, distinct, numbered -> back
//   rows of depth 2: an object of depth 1   -> ...
//
// A HURI is the shard and the number of the row there (quadstore/sharding.hpp), in the order of (depth, s, p, o). So
// HURIs depend on the input alone and not on the number of images.
//
// Memory: 33 bytes a triple term that this image has read, 32 for each that it owns, and while one depth is numbered 40
// and 48 bytes more.

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "loader/build/provisional_word.hpp"
#include "loader/build/sharded_work.hpp"
#include "pgas/query_arena.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

// Numbers triple terms, one depth after the other, each at the owner of its shard.
class TripleNumbering {
 public:
  explicit TripleNumbering(ShardedWork& work);

  // Collective. Sets out[i] to the HURI of rows[i], whose components have HURIs: rows of one depth, deeper ones than
  // before, in any order, also repeated ones.
  void number(std::span<const TripleRow> rows, std::span<Huri> out);
  // The rows of the shards that this image owns, each with its triple term as the graph.
  std::span<const QuadRow> owned() const { return owned_; }

 private:
  struct Sent;
  struct Asked;
  void assign(std::span<Asked> asked);

  ShardedWork& work_;
  pgas::QueryArena arena_;
  std::pmr::vector<QuadRow> owned_{&arena_};
  std::vector<std::uint64_t> next_;  // by owned shard: the next number
};

class TripleRanks {
 public:
  explicit TripleRanks(ShardedWork& work) : work_(work), arena_(work.heap()) {}

  // Local. Adds a part of the input, whose words have these HURIs by local id. Parts count from 0.
  // for_each_chunk(visit) calls visit(span of the rows of its TripleTable), in the order of their ids.
  template <class ForEachChunk>
  void add(std::span<const Huri> huris, const ForEachChunk& for_each_chunk) {
    first_.push_back(rows_.size());
    for_each_chunk([&](std::span<const TripleRow> rows) { add_rows(huris, rows); });
  }
  // Collective, after all parts.
  void rank();
  // Of all images, after rank().
  std::uint64_t total() const { return total_; }
  // Local. Replaces the words of triple terms of a part of the input. Other words are HURIs already.
  template <class AnyRow>
  void update(std::size_t part, std::span<AnyRow> rows) const {
    if (rows_.empty()) return;
    for (AnyRow& row : rows) {
      for (Huri& word : row) {
        if (is_triple_word(word)) word = huris_[first_[part] + id_of(word)];
      }
    }
  }
  // The rows of the shards that this image owns, each with its triple term as the graph.
  std::span<const QuadRow> owned() const { return numbering_ ? numbering_->owned() : std::span<const QuadRow>(); }

 private:
  void add_rows(std::span<const Huri> huris, std::span<const TripleRow> rows);
  void rank_depth(std::uint8_t depth);

  ShardedWork& work_;
  pgas::QueryArena arena_;
  std::vector<std::uint64_t> first_;               // by part: its first row in rows_
  std::pmr::vector<TripleRow> rows_{&arena_};      // of HURIs, and words of triple terms that count in rows_
  std::pmr::vector<std::uint8_t> depth_{&arena_};  // by row
  std::pmr::vector<Huri> huris_{&arena_};          // by row
  std::optional<TripleNumbering> numbering_;
  std::uint64_t total_ = 0;
};

}  // namespace quadrille
