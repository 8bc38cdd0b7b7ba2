#pragma once

// AnswerPieces turns the rows of chunks into bytes, piece by piece. A chunk of long texts may be gigabytes, so terms
// are read for some rows at a time: as many as had short texts before. A piece ends at about kPieceBytes, so that rows
// stay in the cache until they are sent. Each term is formatted once, and rows are composed of these texts.
//
//   pieces.begin(chunk);
//   while (!pieces.at_end()) pieces.next(out);
//
// Local. Every piece is written as if rows came before it; the sender of the first piece of an answer leaves out its
// first TextRows::separator_bytes().

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "query/answer/cell_texts.hpp"
#include "query/results/text_rows.hpp"
#include "query/table/context.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

inline constexpr std::size_t kPieceBytes = 256 << 10;

class AnswerPieces {
 public:
  // With `term_by_term`, no text is made directly from the vocabulary: the slow way to the same bytes.
  AnswerPieces(Context& context, const results::TextRows& rows, std::size_t width, bool term_by_term);

  void begin(const Table& chunk) {
    chunk_ = &chunk;
    rows_begun_ += chunk.rows();
    next_ = read_begin_ = read_end_ = 0;
  }
  // Rows of all chunks so far, with those of this one that are still to be written.
  std::uint64_t rows() const { return rows_begun_; }
  // True if a term of the rows so far needs RDF 1.2.
  bool needs_version() const { return needs_version_; }
  bool at_end() const { return next_ == chunk_->rows(); }
  // Appends one or more rows, until `out` has kPieceBytes or the chunk has ended.
  void next(results::TextBuffer& out);

 private:
  std::size_t rows_to_read() const { return std::min(rows_at_once_, chunk_->rows() - next_); }
  void learn(std::size_t bytes);
  bool read();
  bool append_only(results::TextBuffer& out);

  Context& context_;
  const results::TextRows& rows_;
  const bool term_by_term_;
  std::deque<ColumnTexts> texts_;  // by column; created for the first rows that need them
  std::vector<results::TextColumn> columns_;
  std::optional<KeyTexts> only_;
  const Table* chunk_ = nullptr;
  std::size_t next_ = 0;                       // row of the chunk
  std::size_t read_begin_ = 0, read_end_ = 0;  // rows of the chunk whose texts are in columns_
  std::size_t rows_at_once_;
  std::uint64_t rows_begun_ = 0;
  bool needs_version_ = false;
};

}  // namespace quadrille::query
