// Writes pieces composed of texts: the fast way.

#include <algorithm>
#include <deque>

#include "query/answer/answer_pieces.hpp"
#include "query/answer/cell_texts.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kFirstRows = 64;
constexpr std::size_t kMostRows = 4096;
constexpr std::size_t kFewBytes = 128 << 10;  // of the rows that are read at once
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

class TextPieces final : public AnswerPieces {
 public:
  TextPieces(Context& context, std::unique_ptr<results::TextRows> rows, std::size_t width)
      : context_(context), rows_(std::move(rows)), columns_(width) {
    if (width == 1 && rows_->frame()) only_.emplace(rows_->syntax(0), rows_->frame());
  }

  std::size_t separator_bytes() const override { return rows_->separator_bytes(); }

  void next(results::TextBuffer& out) override {
    while (!at_end() && out.size() < kPieceBytes) {
      if (next_ == read_end_ && (append_only(out) || !read())) continue;
      next_ = read_begin_ + rows_->write(columns_, next_ - read_begin_, read_end_ - read_begin_, kPieceBytes, out);
    }
  }

 private:
  void do_begin() override { read_begin_ = read_end_ = 0; }

  std::size_t rows_to_read() const { return std::min(rows_at_once_, chunk_->rows() - next_); }

  void learn(std::size_t bytes) {
    if (bytes < kFewBytes) {
      rows_at_once_ = std::min(rows_at_once_ * 2, kMostRows);
    } else if (bytes > 4 * kFewBytes) {
      rows_at_once_ = std::max<std::size_t>(rows_at_once_ / 2, 1);
    }
  }

  // Returns false if the texts are too long to be read together; the next call reads fewer rows.
  bool read() {
    while (texts_.size() < columns_.size()) texts_.emplace_back(context_, rows_->syntax(texts_.size()));
    const std::size_t rows = rows_to_read();
    std::size_t bytes = 0;
    for (std::size_t column = 0; column < columns_.size(); ++column) {
      const auto values = chunk_->column(column).subspan(next_, rows);
      if (!texts_[column].read(context_, values, kMostBytes)) {
        rows_at_once_ = std::max<std::size_t>(rows / 8, 1);
        return false;
      }
      columns_[column] = texts_[column].texts();
      for (const std::string_view text : columns_[column]) bytes += text.size();
    }
    read_begin_ = next_;
    read_end_ = next_ + rows;
    learn(bytes);
    return true;
  }

  // Writes rows of one column that mostly ascends, with all terms in the vocabulary, directly into the piece. Returns
  // false for other rows.
  bool append_only(results::TextBuffer& out) {
    if (!only_) return false;
    const auto values = chunk_->column(0).subspan(next_, rows_to_read());
    const QueryDictionary& dictionary = context_.dictionary;
    if (!mostly_ascends(values)) return false;
    if (!std::all_of(values.begin(), values.end(), [&](Huri huri) { return dictionary.can_read_key(huri); })) {
      return false;
    }
    const std::size_t before = out.size();
    for (std::size_t first = 0; first < values.size() && out.size() < kPieceBytes;) {
      const auto rest = values.subspan(first, std::min(values.size() - first, kAtOnce));
      const auto end = std::is_sorted_until(rest.begin(), rest.end());
      const auto stretch = rest.first(static_cast<std::size_t>(end - rest.begin()));
      only_->append(dictionary.vocabulary(), stretch, out, [](std::size_t) {});
      first += stretch.size();
      next_ += stretch.size();
    }
    read_begin_ = read_end_ = next_;
    learn(out.size() - before);
    return true;
  }

  static constexpr std::size_t kAtOnce = 256;

  Context& context_;
  const std::unique_ptr<results::TextRows> rows_;
  std::deque<ColumnTexts> texts_;  // by column; created for the first rows that need them
  std::vector<results::TextColumn> columns_;
  std::optional<KeyTexts> only_;
  std::size_t read_begin_ = 0, read_end_ = 0;  // rows of the chunk whose texts are in columns_
  std::size_t rows_at_once_ = kFirstRows;
};

}  // namespace

std::unique_ptr<AnswerPieces> make_text_pieces(Context& context, results::ResultFormat format,
                                               const std::vector<std::string>& variables,
                                               const std::vector<results::Prefix>& prefixes) {
  auto rows = results::make_text_rows(format, variables, prefixes);
  if (!rows) return nullptr;
  return std::make_unique<TextPieces>(context, std::move(rows), variables.size());
}

}  // namespace quadrille::query
