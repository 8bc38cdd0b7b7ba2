#pragma once

// SpilledInput holds the part of an image's input that exceeds memory: rows and terms on disk, in segments. A segment
// has its own terms, as if it were a separate image; its rows have the local ids of these terms.
//
//   segment 0   terms: a sorted run       rows: extents of provisional words
//   segment 1   ...
//
// Rows can be written long before their segment ends; its terms stay in memory until then. Local; one thread.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "loader/build/quad_log.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/spill/spill_file.hpp"
#include "loader/build/spill/term_run.hpp"
#include "loader/build/term_table.hpp"

namespace quadrille {

struct SegmentRows {
  std::vector<RowExtent> triples, quads;
  std::vector<RowExtent> terms;  // the rows of the TripleTable

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
  // Writes nothing before the first rows or terms. `folder` exists by then.
  SpilledInput(ShardedWork& work, std::filesystem::path folder) : work_(work), folder_(std::move(folder)) {}

  // Writes the rows of the log to disk and empties the log.
  void add_rows(QuadLog& log);
  // Writes the rows of the log and the terms to disk, and begins a new segment. Closes `terms`; its memory can be
  // freed.
  void end_segment(TermTable& terms, QuadLog& log);

  // Frees the disk space.
  void clear() {
    segments_.clear();
    file_.reset();
  }

  bool is_used() const { return file_.has_value(); }
  std::uint64_t rows() const { return rows_; }
  std::uint64_t row_bytes() const { return row_bytes_; }  // of these rows
  std::uint64_t terms() const { return terms_; }          // a term counts once in every segment that has it
  std::uint64_t size_bytes() const { return file_ ? file_->size() : 0; }
  std::span<InputSegment> segments() { return segments_; }
  std::span<const InputSegment> segments() const { return segments_; }

  // Calls visit(span of rows) for all rows of a segment; visit may change them.
  template <int kColumns, class Visit>
  void for_each_chunk(const InputSegment& segment, Visit&& visit) const {
    read<kColumns>(segment.rows.extents<kColumns>(), visit);
  }
  // The same for the triple terms of a segment.
  template <class Visit>
  void for_each_term_chunk(const InputSegment& segment, Visit&& visit) const {
    read<3>(segment.rows.terms, visit);
  }

 private:
  template <int kColumns, class Visit>
  void read(const std::vector<RowExtent>& extents, Visit&& visit) const {
    std::vector<Row<kColumns>> rows;
    for (const RowExtent& extent : extents) {
      rows.resize(extent.rows);
      file_->read(extent.offset, std::as_writable_bytes(std::span(rows)));
      visit(std::span(rows));
    }
  }
  SpillFile& file();

  ShardedWork& work_;
  const std::filesystem::path folder_;
  std::optional<SpillFile> file_;
  std::vector<InputSegment> segments_;
  SegmentRows open_;  // of the current segment
  std::uint64_t rows_ = 0, row_bytes_ = 0, terms_ = 0;
};

}  // namespace quadrille
