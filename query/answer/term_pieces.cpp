// Writes pieces term by term: the simple way.

#include <algorithm>
#include <memory_resource>
#include <optional>

#include "query/answer/answer_pieces.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::query {

namespace {

// The rows from `first` to `last` - 1 of a chunk.
struct Rows {
  std::size_t first;
  std::size_t last;
};

// The terms of some rows of a chunk, in memory that lives as long as this.
class RowTerms {
 public:
  explicit RowTerms(Context& context)
      : texts_(&context.arena.own()),
        huris_(&context.arena.own()),
        rows_(huris_.get_allocator()),
        terms_(huris_.get_allocator()),
        cells_(huris_.get_allocator()) {}

  void read(Context& context, const Table& chunk, Rows wanted) {
    texts_.release();
    width_ = chunk.width();
    const std::size_t rows = wanted.last - wanted.first;
    cells_.assign(rows * width_, std::nullopt);
    for (std::size_t column = 0; column < width_; ++column) {
      huris_.clear();
      rows_.clear();
      const auto values = chunk.column(column).subspan(wanted.first, rows);
      for (std::uint32_t row = 0; row < rows; ++row) {
        if (values[row].is_unbound()) continue;
        huris_.push_back(values[row]);
        rows_.push_back(row);
      }
      terms_.resize(huris_.size());
      context.dictionary.read(huris_, terms_, texts_);
      for (std::size_t place = 0; place < rows_.size(); ++place) cells_[rows_[place] * width_ + column] = terms_[place];
    }
  }

  // Row-major terms of the chunk's columns, for the rows that have been read.
  std::span<const results::Cell> cells(Rows rows) const {
    return std::span(cells_).subspan(rows.first * width_, (rows.last - rows.first) * width_);
  }
  // Approximate, and never 0.
  std::size_t bytes_of(std::size_t row) const {
    std::size_t bytes = 1;
    for (const results::Cell& cell : cells({row, row + 1})) {
      bytes += cell ? cell->text.size() + cell->datatype.size() + 8 : 1;
    }
    return bytes;
  }

 private:
  std::pmr::monotonic_buffer_resource texts_;
  std::pmr::vector<Huri> huris_;
  std::pmr::vector<std::uint32_t> rows_;
  std::pmr::vector<TermView> terms_;
  std::pmr::vector<results::Cell> cells_;
  std::size_t width_ = 0;
};

// Writes the cells of rows, row-major, as solutions or as triples.
class CellWriter {
 public:
  CellWriter(results::ResultFormat format, const std::vector<std::string>& variables,
             const std::vector<results::Prefix>& prefixes, bool is_graph) {
    if (is_graph) {
      graph_ = results::make_graph_writer(format, prefixes);
    } else {
      rows_ = results::make_result_writer(format, variables, prefixes);
      rows_->continue_after_rows();
    }
  }

  void write(std::span<const results::Cell> cells, std::size_t count, std::string& out) {
    if (rows_) return rows_->rows(cells, count, out);
    triples_.clear();
    for (std::size_t row = 0; row < count; ++row) {
      triples_.push_back({*cells[3 * row], *cells[3 * row + 1], *cells[3 * row + 2]});
    }
    graph_->triples(triples_, out);
  }

 private:
  std::unique_ptr<results::ResultWriter> rows_;
  std::unique_ptr<results::GraphWriter> graph_;
  std::vector<results::TripleView> triples_;
};

class TermPieces final : public AnswerPieces {
 public:
  TermPieces(Context& context, CellWriter writer, std::size_t separator_bytes)
      : context_(context), writer_(std::move(writer)), terms_(context), separator_bytes_(separator_bytes) {}

  std::size_t separator_bytes() const override { return separator_bytes_; }

  void next(results::TextBuffer& out) override {
    std::size_t bytes = out.size();
    while (!at_end() && bytes < kPieceBytes) {
      if (next_ == read_.last) read();
      const Rows rows = {next_ - read_.first, take(bytes)};
      text_.clear();
      writer_.write(terms_.cells(rows), rows.last - rows.first, text_);
      out.append(text_);
    }
  }

 private:
  void do_begin() override { read_ = {0, 0}; }

  void read() {
    read_ = {next_, std::min(chunk_->rows(), next_ + rows_at_once_)};
    terms_.read(context_, *chunk_, read_);
  }

  // Moves past the rows that belong to this piece; returns their end among the rows that have been read.
  std::size_t take(std::size_t& bytes) {
    const std::size_t before = bytes;
    while (next_ < read_.last && bytes < kPieceBytes) bytes += terms_.bytes_of(next_++ - read_.first);
    if (next_ < read_.last) {
      rows_at_once_ = std::max<std::size_t>(rows_at_once_ / 2, 1);
    } else if (bytes - before < kPieceBytes / 4) {
      rows_at_once_ = std::min(rows_at_once_ * 2, Context::kChunkRows);
    }
    return next_ - read_.first;
  }

  Context& context_;
  CellWriter writer_;
  RowTerms terms_;
  const std::size_t separator_bytes_;
  Rows read_{0, 0};  // of the chunk: the rows whose terms have been read
  std::size_t rows_at_once_ = 64;
  std::string text_;
};

}  // namespace

std::unique_ptr<AnswerPieces> make_term_pieces(Context& context, results::ResultFormat format,
                                               const std::vector<std::string>& variables,
                                               const std::vector<results::Prefix>& prefixes, bool is_graph) {
  const std::size_t separator_bytes = format == results::ResultFormat::json ? 1 : 0;
  return std::make_unique<TermPieces>(context, CellWriter(format, variables, prefixes, is_graph), separator_bytes);
}

}  // namespace quadrille::query
