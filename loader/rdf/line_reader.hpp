#pragma once

// A LineReader reads N-Triples and N-Quads from a file or a range of its bytes, and reports its malformed lines.
//
//   LineCount count(file);
//   scan_range(file, {begin, end}, count, options, errors, [&](const QuadView& quad) { ... });
//
// Ranges that cover a file without gaps return every line once, in any process; so processes share a file. A plain file
// has arbitrary ranges (line_window.hpp, W1), a compressed file has ranges of frames (frame_cuts.hpp, frame_range.hpp).
// A plain line costs no call through a pointer. Line numbers of errors are right in every range: the lines before it
// are counted at the first error (line_count.hpp).

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/longest_term.hpp"
#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/line_count.hpp"
#include "loader/rdf/line_scanner.hpp"
#include "loader/rdf/line_window.hpp"
#include "loader/rdf/long_terms.hpp"
#include "loader/rdf/quad_sink.hpp"
#include "loader/rdf/read_options.hpp"
#include "loader/rdf/syntax_error.hpp"

namespace quadrille {

class LineReader {
 public:
  // Reads a whole document. `options`, `errors` and `file` outlive the reader.
  LineReader(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options, ErrorPolicy& errors);
  // Opens and reads a range of the file. `count` outlives the reader, too.
  LineReader(const InputFile& file, ByteRange range, LineCount& count, const ReadOptions& options, ErrorPolicy& errors);

  template <class OnQuad>
  void read(OnQuad&& on_quad) {
    while (read_window(on_quad)) {
    }
  }

  // Reads the quads of the next lines, some thousands. Returns false at the end.
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
        case ScannedLine::version:
          check_version();
          break;
        case ScannedLine::malformed:
          if (!read_quoted(line, at)) break;
          for (const QuadView& quad : quoted_.quads) on_quad(quad);
          break;
      }
    }
    return true;
  }

 private:
  LineReader(const InputFile& file, LineWindow window, const ReadOptions& options, ErrorPolicy& errors);
  const char* begin_of(std::string_view lines);
  std::uint64_t lines_before_range();
  std::uint64_t line_number();
  // Reads a line with quoted triples into quoted_; false: it is malformed, which has been reported.
  bool read_quoted(const char* line, const char* next);
  void reject(const char* line, const char* next);
  void check_version();
  void refuse(const Fault& fault, std::string_view line);
  // False: a term is too long, and the error has been reported.
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
  std::string_view lines_;  // the lines that window_ returned last
  LineScanner scanner_;
  const detail::DocumentNames names_;
  QuadView quad_;
  const bool reads_rdf_star_;
  QuotedLine quoted_;
  std::uint64_t line_ = 1;  // within the range
  std::uint64_t range_begin_ = 0;
  LineCount* count_ = nullptr;                       // null: a whole document
  std::optional<std::uint64_t> lines_before_range_;  // when it is known
  bool is_first_window_ = true;
};

// Local. Reads the quads of the lines that belong to `range`. Precondition: file.can_be_cut(), or
// file.may_have_frames() and begin and end are cuts of it. Several ranges of a file share one `count`.
template <class OnQuad>
void scan_range(const InputFile& file, ByteRange range, LineCount& count, const ReadOptions& options,
                ErrorPolicy& errors, OnQuad&& on_quad) {
  LineReader reader(file, range, count, options, errors);
  reader.read(std::forward<OnQuad>(on_quad));
}

// Local. Reads all quads of `file`, compressed or not, whose syntax is N-Triples or N-Quads.
template <class OnQuad>
void scan_lines(const InputFile& file, const ReadOptions& options, ErrorPolicy& errors, OnQuad&& on_quad,
                BytesRead* read = nullptr) {
  LineReader reader(file, open_bytes(file, read), options, errors);
  reader.read(std::forward<OnQuad>(on_quad));
}

}  // namespace quadrille
