#include "query/answer/answer_pieces.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {

constexpr std::size_t kFirstRows = 64;
constexpr std::size_t kMostRows = 4096;
constexpr std::size_t kFewBytes = 128 << 10;  // of the rows that are read at once
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

constexpr std::size_t kAtOnce = 256;

bool needs_rdf12(Huri term) {
  return term.kind() == HuriKind::triple_term || term.kind() == HuriKind::direction_string;
}

}  // namespace

AnswerPieces::AnswerPieces(Context& context, const results::TextRows& rows, std::size_t width, bool term_by_term)
    : context_(context), rows_(rows), term_by_term_(term_by_term), columns_(width), rows_at_once_(kFirstRows) {
  if (width == 1 && rows_.frame() && !term_by_term) only_.emplace(rows_.syntax(0), rows_.frame());
}

void AnswerPieces::next(results::TextBuffer& out) {
  while (!at_end() && out.size() < kPieceBytes) {
    if (next_ == read_end_ && (append_only(out) || !read())) continue;
    next_ = read_begin_ + rows_.write(columns_, next_ - read_begin_, read_end_ - read_begin_, kPieceBytes, out);
  }
}

void AnswerPieces::learn(std::size_t bytes) {
  if (bytes < kFewBytes) {
    rows_at_once_ = std::min(rows_at_once_ * 2, kMostRows);
  } else if (bytes > 4 * kFewBytes) {
    rows_at_once_ = std::max<std::size_t>(rows_at_once_ / 2, 1);
  }
}

// Returns false if the texts are too long to be read together; the next call reads fewer rows.
bool AnswerPieces::read() {
  while (texts_.size() < columns_.size()) texts_.emplace_back(context_, rows_.syntax(texts_.size()), term_by_term_);
  const std::size_t rows = rows_to_read();
  std::size_t bytes = 0;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    const auto values = chunk_->column(column).subspan(next_, rows);
    if (!texts_[column].read(context_, values, kMostBytes)) {
      rows_at_once_ = std::max<std::size_t>(rows / 8, 1);
      return false;
    }
    columns_[column] = texts_[column].texts();
    needs_version_ = needs_version_ || std::any_of(values.begin(), values.end(), needs_rdf12);
    for (const std::string_view text : columns_[column]) bytes += text.size();
  }
  read_begin_ = next_;
  read_end_ = next_ + rows;
  learn(bytes);
  return true;
}

// Writes rows of one column that mostly ascends, with all terms in the vocabulary, directly into the piece. Returns
// false for other rows.
bool AnswerPieces::append_only(results::TextBuffer& out) {
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

}  // namespace quadrille::query
