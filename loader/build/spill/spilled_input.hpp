#pragma once

// What an image has read and has no room for in memory: rows and terms on disk, in segments. A segment has terms of its
// own, like an image of its own would; its rows have the local ids of these.
//
//   segment 0   terms: a sorted run       rows: extents of provisional words
//   segment 1   ...
//
// Rows may go long before their segment ends; then its terms stay in memory. Local; one thread.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "loader/build/row_log.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/spill/spill_file.hpp"
#include "loader/build/spill/term_run.hpp"
#include "loader/build/term_table.hpp"

namespace quadrille {

struct SegmentRows {
  std::vector<RowExtent> triples, quads;

  template <int kColumns>
  const std::vector<RowExtent>& extents() const {
    if constexpr (kColumns == 3) return triples;
    return quads;
  }
};

struct InputSegment {
  TermRun terms;
  SegmentRows rows;
};

class SpilledInput {
 public:
  // Nothing is written before the first rows or terms. `folder` is there, or will be by then.
  SpilledInput(ShardedWork& work, std::filesystem::path folder) : work_(work), folder_(std::move(folder)) {}

  // The rows of the log go to disk; it is empty afterwards.
  void add_rows(QuadLog& log);
  // The rows of the log and the terms go to disk, and a new segment begins. Closes `terms`, whose memory can go.
  void end_segment(TermTable& terms, QuadLog& log);

  // The disk's room is free again.
  void clear() {
    segments_.clear();
    file_.reset();
  }

  bool is_used() const { return file_.has_value(); }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t terms() const { return terms_; }  // each as often as there are segments that have it
  std::uint64_t size_bytes() const { return file_ ? file_->size() : 0; }
  std::span<InputSegment> segments() { return segments_; }
  std::span<const InputSegment> segments() const { return segments_; }

  // Calls visit(span of rows), which may change them, for all rows of a segment.
  template <int kColumns, class Visit>
  void for_each_chunk(const InputSegment& segment, Visit&& visit) const {
    std::vector<Row<kColumns>> rows;
    for (const RowExtent& extent : segment.rows.extents<kColumns>()) {
      rows.resize(extent.rows);
      file_->read(extent.offset, std::as_writable_bytes(std::span(rows)));
      visit(std::span(rows));
    }
  }

 private:
  SpillFile& file();

  ShardedWork& work_;
  const std::filesystem::path folder_;
  std::optional<SpillFile> file_;
  std::vector<InputSegment> segments_;
  SegmentRows open_;  // of the segment that has not ended
  std::uint64_t rows_ = 0, terms_ = 0;
};

}  // namespace quadrille
