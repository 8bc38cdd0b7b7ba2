#pragma once

// A LineLayout collects text in lines. A piece that fits into the rest of a line stays in it, with spaces where it
// could be broken; otherwise it is written again with line breaks, or on a line of its own. Text is passed on whenever
// there are some kilobytes of it.
//
//   layout.place(4, 8, Wrap::always, [&](int) { layout.out() += "ex:acme"; });
//
// Local. Cost: a piece is written twice for each level of nesting around it at most, and only as far as a line goes.

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::results {

class LineLayout {
 public:
  using Sink = std::function<void(std::string_view bytes)>;

  explicit LineLayout(Sink sink) : sink_(std::move(sink)) {}

  std::string& out() { return out_; }

  // A line break, or a space in a piece that is tried in one line.
  void break_line(int indent) {
    if (is_flat_) {
      out_ += ' ';
      return;
    }
    out_ += '\n';
    if (out_.size() >= kPassedOnBytes) pass_on();
    line_begin_ = static_cast<std::ptrdiff_t>(out_.size());
    out_.append(static_cast<std::size_t>(indent), ' ');
  }

  // How a piece is written that does not fit into the rest of the line.
  enum class Wrap {
    never,     // with lines of its own, beginning here
    always,    // on a new line
    if_enough  // on a new line if it fits there, otherwise with lines of its own, beginning here
  };

  // Writes a piece behind a space; at the beginning of a line without. `write(indent)`: with the indent of its own
  // lines.
  template <class Write>
  void place(int indent, int wrapped_indent, Wrap wrap, const Write& write) {
    const bool at_begin = !out_.empty() && out_.back() == ' ';
    if (!at_begin) out_ += ' ';
    if (in_line([&] { write(indent); })) return;
    const bool wraps = !at_begin && wrap != Wrap::never &&
                       (wrap == Wrap::always || would_fit(kWidth - wrapped_indent, [&] { write(indent); }));
    if (wraps) {
      out_.pop_back();
      break_line(indent = wrapped_indent);
      if (in_line([&] { write(indent); })) return;
    }
    write(indent);
  }

  // Writes a piece if it fits into the line. Within such a piece it is always written; it ends early if it does not
  // fit.
  template <class Write>
  bool in_line(const Write& write) {
    const std::size_t before = out_.size();
    if (try_flat(kWidth - (static_cast<std::ptrdiff_t>(before) - line_begin_), write)) return true;
    out_.resize(before);
    return false;
  }
  // True in a piece that does not fit into the line: what follows in it is not needed.
  bool is_too_long() const { return is_flat_ && out_.size() > most_bytes_; }

  void pass_on() {
    if (!out_.empty()) sink_(out_);
    line_begin_ -= static_cast<std::ptrdiff_t>(out_.size());
    out_.clear();
  }

 private:
  template <class Write>
  bool would_fit(std::ptrdiff_t room, const Write& write) {
    const std::size_t before = out_.size();
    const bool fits = try_flat(room, write);
    out_.resize(before);
    return fits;
  }

  template <class Write>
  bool try_flat(std::ptrdiff_t room, const Write& write) {
    if (is_flat_) {
      write();
      return true;
    }
    most_bytes_ = out_.size() + static_cast<std::size_t>(room > 0 ? room : 0);
    is_flat_ = true;
    write();
    is_flat_ = false;
    return out_.size() <= most_bytes_;
  }

  static constexpr std::ptrdiff_t kWidth = 98;  // bytes; then come " ;" or " ."
  static constexpr std::size_t kPassedOnBytes = 32 << 10;

  const Sink sink_;
  std::string out_;
  std::ptrdiff_t line_begin_ = 0;  // in out_; negative: before it
  std::size_t most_bytes_ = 0;     // of out_, in a piece that is tried
  bool is_flat_ = false;
};

}  // namespace quadrille::results
