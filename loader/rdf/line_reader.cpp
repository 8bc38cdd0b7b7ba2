#include "loader/rdf/line_reader.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "loader/rdf/explain_fault.hpp"
#include "loader/rdf/frame_range.hpp"
#include "loader/rdf/rdf_version.hpp"

namespace quadrille {

namespace {

// Opens the lines of a range of `file`. In a plain file it begins a byte earlier: that may be the end of the previous
// line.
LineWindow open_window(const InputFile& file, ByteRange range) {
  if (file.format.compression == Compression::none) {
    return LineWindow(open_bytes_at(file, range.begin == 0 ? 0 : range.begin - 1), range);
  }
  ByteRange lines;  // open_frames() returns only the lines of the range
  if (range.begin != 0) lines.begin = 1;
  return LineWindow(open_frames(file, range), lines);
}

}  // namespace

LineReader::LineReader(const InputFile& file, LineWindow window, const ReadOptions& options, ErrorPolicy& errors)
    : file_(file),
      errors_(errors),
      window_(std::move(window)),
      scanner_(file.format.syntax, file.format.syntax == Syntax::nquads ? std::nullopt : options.graph_of_triples(),
               options.base),
      names_(options.base, false),
      reads_rdf_star_(options.rdf_star) {}

LineReader::LineReader(const InputFile& file, std::unique_ptr<ByteSource> bytes, const ReadOptions& options,
                       ErrorPolicy& errors)
    : LineReader(file, LineWindow(std::move(bytes), {}), options, errors) {}

LineReader::LineReader(const InputFile& file, ByteRange range, LineCount& count, const ReadOptions& options,
                       ErrorPolicy& errors)
    : LineReader(file, open_window(file, range), options, errors) {
  range_begin_ = range.begin;
  count_ = &count;
}

const char* LineReader::begin_of(std::string_view lines) {
  const bool is_begin_of_file = std::exchange(is_first_window_, false) && range_begin_ == 0;
  return lines.data() + (is_begin_of_file && lines.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

std::uint64_t LineReader::lines_before_range() {
  if (count_ == nullptr || range_begin_ == 0) return 0;
  const bool is_plain = file_.format.compression == Compression::none;
  LineEnds ends = count_->before(is_plain ? range_begin_ - 1 : range_begin_);
  ends.add(window_.skipped());
  return ends.count();
}

// In the file.
std::uint64_t LineReader::line_number() {
  if (!lines_before_range_) lines_before_range_ = lines_before_range();
  return *lines_before_range_ + line_;
}

void LineReader::refuse(const Fault& fault, std::string_view line) {
  errors_.report(locate_long_term(fault, line, errors_, file_.path, line_number()));
}

bool LineReader::read_quoted(const char* line, const char* next) {
  if (!reads_rdf_star_ || !scanner_.scan_quoted(line, quoted_)) {
    reject(line, next);
    return false;
  }
  return std::all_of(quoted_.quads.begin(), quoted_.quads.end(),
                     [&](const QuadView& quad) { return can_be_kept(quad, line, next); });
}

void LineReader::reject(const char* line, const char* next) {
  while (next > line && (next[-1] == '\n' || next[-1] == '\r')) --next;
  const std::string_view text(line, static_cast<std::size_t>(next - line));
  const bool is_first = range_begin_ == 0 && line_ == 1;
  const std::string_view head =
      is_first ? lines_.substr(static_cast<std::size_t>(line - lines_.data())) : std::string_view();
  errors_.report(locate(explain_line(text, names_, file_.format.syntax, head), text, file_.path, line_number()));
}

void LineReader::check_version() {
  const std::string_view version = quad_.object.text;
  if (!is_known_version(version)) errors_.warn({file_.path, line_number(), 1, version_warning(version), {}});
}

}  // namespace quadrille
