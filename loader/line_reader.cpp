#include "loader/line_reader.hpp"

#include <algorithm>
#include <vector>

namespace quadrille {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Line ends among the first `bytes` bytes of the file. Cost: it is read up to there.
std::uint64_t count_lines(const InputFile& file, std::uint64_t bytes) {
  const std::unique_ptr<ByteSource> source = open_bytes_at(file, 0);
  std::vector<char> buffer(kWindowBytes);
  std::uint64_t lines = 0;
  while (bytes > 0) {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, buffer.size()));
    const std::size_t got = source->read(std::span(buffer).first(wanted));
    if (got == 0) break;
    lines += static_cast<std::uint64_t>(std::count(buffer.data(), buffer.data() + got, '\n'));
    bytes -= got;
  }
  return lines;
}

// The lines before the first one that begins in `range`. The byte before the range may be within a line or end it.
std::uint64_t count_lines_before(const InputFile& file, ByteRange range) {
  if (range.begin == 0) return 0;
  const std::uint64_t whole = count_lines(file, range.begin - 1);
  return whole + 1;
}

}  // namespace

LineReader::LineReader(const InputFile& file, std::unique_ptr<ByteSource> bytes, ByteRange range,
                       const ReadOptions& options, ErrorPolicy& errors)
    : file_(file),
      errors_(errors),
      range_(range),
      window_(std::move(bytes), range),
      scanner_(file.format.syntax, file.format.syntax == Syntax::nquads ? std::nullopt : options.graph_of_triples()),
      judge_(file.format.syntax, options) {}

const char* LineReader::begin_of(std::string_view lines) {
  const bool is_begin_of_file = std::exchange(is_first_window_, false) && range_.begin == 0;
  return lines.data() + (is_begin_of_file && lines.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
}

std::optional<QuadView> LineReader::judge(const char* line, const char* next) {
  while (next > line && (next[-1] == '\n' || next[-1] == '\r')) --next;
  const std::string_view text(line, static_cast<std::size_t>(next - line));
  if (const std::optional<Fault> fault = judge_.judge(text)) {
    if (!lines_before_range_) lines_before_range_ = count_lines_before(file_, range_);
    errors_.report(locate(*fault, text, file_.path, *lines_before_range_ + line_));
    return std::nullopt;
  }
  return judge_.quad();
}

}  // namespace quadrille
