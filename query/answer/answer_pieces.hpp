#pragma once

// AnswerPieces turns the rows of chunks into bytes, piece by piece. A chunk of long texts may be gigabytes, so terms
// are read for some rows at a time: as many as had short texts before. A piece ends at about kPieceBytes, so that rows
// stay in the cache until they are sent.
//
//   pieces->begin(chunk);
//   while (!pieces->at_end()) pieces->next(out);
//
// Local. Every piece is written as if rows came before it; the sender of the first piece of an answer leaves out its
// first separator_bytes().

#include <memory>
#include <string>
#include <vector>

#include "query/results/result_format.hpp"
#include "query/results/result_writer.hpp"
#include "query/results/text_buffer.hpp"
#include "query/table/context.hpp"
#include "query/table/table.hpp"

namespace quadrille::query {

inline constexpr std::size_t kPieceBytes = 256 << 10;

class AnswerPieces {
 public:
  virtual ~AnswerPieces() = default;

  void begin(const Table& chunk) {
    chunk_ = &chunk;
    next_ = 0;
    do_begin();
  }
  bool at_end() const { return next_ == chunk_->rows(); }
  // Appends one or more rows, until `out` has kPieceBytes or the chunk has ended.
  virtual void next(results::TextBuffer& out) = 0;
  virtual std::size_t separator_bytes() const { return 0; }

 protected:
  virtual void do_begin() {}

  const Table* chunk_ = nullptr;
  std::size_t next_ = 0;  // row of the chunk
};

// `variables` and `prefixes` as for make_result_writer(); three variables of any names for a graph. Each term is
// formatted once, and rows are composed of these texts (cell_texts.hpp). Null for a format that cannot be written this
// way.
std::unique_ptr<AnswerPieces> make_text_pieces(Context& context, results::ResultFormat format,
                                               const std::vector<std::string>& variables,
                                               const std::vector<results::Prefix>& prefixes);
// The simple way, for every format: terms are read and written one by one.
std::unique_ptr<AnswerPieces> make_term_pieces(Context& context, results::ResultFormat format,
                                               const std::vector<std::string>& variables,
                                               const std::vector<results::Prefix>& prefixes, bool is_graph);

}  // namespace quadrille::query
