#pragma once

// A RowLog holds rows that one image has read, in pieces that never move: it grows without copying. Local, one thread.
// Memory: the rows and at most one chunk more.

#include <cstdint>
#include <span>
#include <vector>

#include "pgas/query_arena.hpp"
#include "quadstore/quad.hpp"

namespace quadrille {

template <int kColumns>
class RowLog {
 public:
  explicit RowLog(pgas::QueryArena& arena) : arena_(arena) {}

  void append(const Row<kColumns>& row) {
    if (filled_ == kChunkRows) add_chunk();
    chunks_.back()[filled_++] = row;
  }

  const Row<kColumns>& operator[](std::uint64_t number) const {
    return chunks_[number / kChunkRows][number % kChunkRows];
  }
  std::size_t chunks() const { return chunks_.size(); }
  std::uint64_t size() const { return chunks_.empty() ? 0 : (chunks_.size() - 1) * kChunkRows + filled_; }

  // Calls visit(span of rows), in order; visit may change the rows.
  template <class Visit>
  void for_each_chunk(Visit&& visit) {
    for (const std::span<Row<kColumns>> chunk : chunks_) {
      visit(chunk.data() == chunks_.back().data() ? chunk.first(filled_) : chunk);
    }
  }

  // Frees the memory.
  void clear() {
    for (const std::span<Row<kColumns>> chunk : chunks_) arena_.free_span(chunk);
    chunks_.clear();
    filled_ = kChunkRows;
  }

 private:
  static constexpr std::size_t kChunkRows = (std::size_t{1} << 20) / sizeof(Row<kColumns>);

  void add_chunk() {
    chunks_.push_back(arena_.make_span<Row<kColumns>>(kChunkRows));
    filled_ = 0;
  }

  pgas::QueryArena& arena_;
  std::vector<std::span<Row<kColumns>>> chunks_;
  std::size_t filled_ = kChunkRows;
};

}  // namespace quadrille
