#pragma once

// N-Triples and N-Quads: the scanner, and the judge for what the scanner does not take, over a file or a range of its
// bytes.
//
//   LineCount count(file);
//   scan_range(file, {begin, end}, count, options, errors, [&](const QuadView& quad) { ... });
//
// Ranges that cover a file without gaps give every line once, whoever reads them; so processes share a file. Those of a
// plain file are any (line_window.hpp, W1), those of a compressed one are of its frames (frame_cuts.hpp,
// frame_range.hpp). Nothing is called through a pointer on the way of a plain line. Lines of errors are right in every
// range: those before it are counted when the first error comes (line_count.hpp).

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/longest_term.hpp"
#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/line_count.hpp"
#include "loader/rdf/line_judge.hpp"
#include "loader/rdf/line_scanner.hpp"
#include "loader/rdf/line_window.hpp"
#include "loader/rdf/long_terms.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

class LineReader {
 public:
  // A whole document. `options`, `errors` and `file` outlive the reader.
  LineReader(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options, ErrorPolicy& errors);
  // A range of the file, which it opens. `count` outlives it, too.
  LineReader(const InputFile& file, ByteRange range, LineCount& count, const ReadOptions& options, ErrorPolicy& errors);

  template <class OnQuad>
  void read(OnQuad&& on_quad) {
    while (read_window(on_quad)) {
    }
  }

  // The quads of the next lines, some thousands; false: there are no more lines.
  template <class OnQuad>
  bool read_window(OnQuad&& on_quad) {
    const std::string_view lines = lines_ = window_.next();
    if (lines.empty()) return false;
    scanner_.forget();
    const char* const end = lines.data() + lines.size();
    for (const char* at = begin_of(lines); at < end; ++line_) {
      const char* const line = at;
      switch (scanner_.scan(at, end, quad_)) {
        case ScannedLine::quad:
          if (can_be_kept(quad_, line, at)) on_quad(std::as_const(quad_));
          break;
        case ScannedLine::nothing:
          break;
        case ScannedLine::not_recognised:
          if (const auto quad = judge(line, at); quad && can_be_kept(*quad, line, at)) on_quad(*quad);
          break;
      }
    }
    return true;
  }

 private:
  LineReader(const InputFile& file, LineWindow window, const ReadOptions& options, ErrorPolicy& errors);
  const char* begin_of(std::string_view lines);
  std::uint64_t lines_before_range();
  std::optional<QuadView> judge(const char* line, const char* next);
  void refuse(const Fault& fault, std::string_view line);
  // False: a term is too long, which has been reported.
  bool can_be_kept(const QuadView& quad, const char* line, const char* next) {
    const std::string_view text(line, static_cast<std::size_t>(next - line));
    if (text.size() < kLongestTermBytes) return true;
    const std::optional<Fault> fault = long_term_fault(quad, text);
    if (fault) refuse(*fault, text);
    return !fault;
  }

  const InputFile& file_;
  ErrorPolicy& errors_;
  LineWindow window_;
  std::string_view lines_;  // what window_ has given last
  LineScanner scanner_;
  LineJudge judge_;
  QuadView quad_;
  std::uint64_t line_ = 1;  // within the range
  std::uint64_t range_begin_ = 0;
  LineCount* count_ = nullptr;                       // null: a whole document
  std::optional<std::uint64_t> lines_before_range_;  // once it is known
  bool is_first_window_ = true;
};

// Local. The quads of the lines that belong to `range`. Precondition: file.can_be_cut(), or file.may_have_frames() and
// begin and end are cuts of it. Who reads several ranges of a file has one `count` for all.
template <class OnQuad>
void scan_range(const InputFile& file, ByteRange range, LineCount& count, const ReadOptions& options,
                ErrorPolicy& errors, OnQuad&& on_quad) {
  LineReader reader(file, range, count, options, errors);
  reader.read(std::forward<OnQuad>(on_quad));
}

// Local. All quads of `file`, compressed or not, whose syntax is N-Triples or N-Quads.
template <class OnQuad>
void scan_lines(const InputFile& file, const ReadOptions& options, ErrorPolicy& errors, OnQuad&& on_quad,
                BytesRead* read = nullptr) {
  LineReader reader(file, open_bytes(file, read), options, errors);
  reader.read(std::forward<OnQuad>(on_quad));
}

}  // namespace quadrille
