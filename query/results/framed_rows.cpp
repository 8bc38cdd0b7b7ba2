#include "query/results/detail/framed_rows.hpp"

#include "base/assert.hpp"

namespace quadrille::results {

namespace {

class FramedRows final : public TextRows {
 public:
  FramedRows(TermSyntax syntax, std::size_t width, RowFrame frame)
      : syntax_(std::move(syntax)), frame_(std::move(frame)) {
    frame_.open.resize(width);
    frame_.close.resize(width);
    glues_.reserve(width + 1);
    std::string glue = frame_.row_open;
    for (std::size_t column = 0; column < width; ++column) {
      if (column > 0) glue += frame_.separator;
      glue += frame_.open[column];
      glues_.emplace_back(glue);
      glue = frame_.close[column];
    }
    glues_.emplace_back(glue + frame_.row_close);
    for (const WideText& text : glues_) glue_bytes_ += text.view().size();
    if (width == 1) only_ = Frame{WideText(glues_[0].view()), WideText(glues_[1].view())};
  }

  std::string opening() const override { return frame_.opening; }
  std::string closing() const override { return frame_.closing; }
  const TermSyntax& syntax(std::size_t) const override { return syntax_; }
  const Frame* frame() const override { return only_ ? &*only_ : nullptr; }
  std::size_t separator_bytes() const override { return frame_.separator_bytes; }

  std::size_t write(std::span<const TextColumn> columns, std::size_t first, std::size_t last, std::size_t most_bytes,
                    TextBuffer& out) const override {
    QUADRILLE_ASSERT(columns.size() + 1 == glues_.size(), "rows have a column for every variable");
    for (std::size_t row = first; row < last; ++row) {
      if (row > first && out.size() >= most_bytes) return row;
      std::size_t bytes = glue_bytes_;
      bool all_bound = true;
      for (const TextColumn& column : columns) {
        bytes += column[row].size();
        all_bound = all_bound && column[row].data() != nullptr;
      }
      if (all_bound) {
        write_whole(columns, row, bytes, out);
      } else {
        write_partial(columns, row, out);
      }
    }
    return last;
  }

 private:
  void write_whole(std::span<const TextColumn> columns, std::size_t row, std::size_t bytes, TextBuffer& out) const {
    char* to = out.reserve(bytes);
    const WideText* glue = glues_.data();
    for (const TextColumn& column : columns) {
      to = copy_wide(to, glue->view().data(), glue->view().size());
      to = copy_wide(to, column[row].data(), column[row].size());
      ++glue;
    }
    out.end_at(copy_wide(to, glue->view().data(), glue->view().size()));
  }

  void write_partial(std::span<const TextColumn> columns, std::size_t row, TextBuffer& out) const {
    out.append(frame_.row_open);
    bool bound_before = false;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const std::string_view text = columns[column][row];
      const bool is_bound = text.data() != nullptr;
      if (frame_.between_bound ? is_bound && bound_before : column > 0) out.append(frame_.separator);
      if (!is_bound) continue;
      bound_before = true;
      out.append(frame_.open[column]);
      out.append_wide(text);
      out.append(frame_.close[column]);
    }
    out.append(frame_.row_close);
  }

  const TermSyntax syntax_;
  RowFrame frame_;
  std::vector<WideText> glues_;  // before each term of a row that has all, and behind the last
  std::size_t glue_bytes_ = 0;
  std::optional<Frame> only_;
};

}  // namespace

std::unique_ptr<TextRows> make_framed_rows(TermSyntax syntax, std::size_t width, RowFrame frame) {
  return std::make_unique<FramedRows>(std::move(syntax), width, std::move(frame));
}

}  // namespace quadrille::results
