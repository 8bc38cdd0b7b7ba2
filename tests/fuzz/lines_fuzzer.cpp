// Lines of N-Triples and N-Quads for the scanner and the check of the grammar. For any text:
//
//   F1  The scanner takes exactly the lines in which the check finds no fault. It finds a quad in those that are not
//       blank.
//   F2  The scanner's result for a line does not depend on the previous line.
//   F3  A fault has its place in the line. A quad, written as a line, is read back.
//   F4  Ranges that cover the text give its lines once, and count the line ends before them.
//   F5  It ends soon, leaks no memory and reads no invalid memory (libFuzzer and the sanitizers check this).
//
// The first byte selects the syntax and the length of the ranges.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "loader/rdf/explain_fault.hpp"
#include "loader/rdf/line_ends.hpp"
#include "loader/rdf/line_scanner.hpp"
#include "loader/rdf/line_window.hpp"
#include "loader/rdf/testing/document_reading.hpp"
#include "loader/rdf/testing/text_source.hpp"
#include "tests/fuzz/give_up.hpp"

namespace {

using namespace quadrille;
using namespace quadrille::fuzz;

constexpr std::size_t kPadding = 64;  // what the scanner asks for, or more

bool is_same(const QuadView& a, const QuadView& b) {
  return a.subject == b.subject && a.predicate == b.predicate && a.object == b.object && a.graph == b.graph;
}

std::string written(const QuadView& quad) {
  std::string line;
  for (const TermView term : {quad.subject, quad.predicate, quad.object}) (append_ntriples(line, term), line += ' ');
  if (quad.graph) (append_ntriples(line, *quad.graph), line += ' ');
  return line + '.';
}

bool is_blank(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || line[first] == '#';
}

// A text that ends as the scanner requires (S1), followed by characters that look like more of a line.
std::string padded(std::string_view text) {
  return std::string(text) + '\n' + std::string(kPadding, 'a');
}

class Lines {
 public:
  explicit Lines(Syntax syntax) : syntax_(syntax), scanner_(syntax, {}) {}

  void check(std::string_view text) {
    const std::string all = padded(text);
    const char* const end = all.data() + text.size() + 1;
    scanner_.forget();
    for (const char* at = all.data(); at < end;) check_line(at, end);
  }

 private:
  void check_line(const char*& at, const char* end) {
    const char* const begin = at;
    QuadView quad;
    const ScannedLine scanned = scanner_.scan(at, end, quad);
    if (at <= begin || at > end) give_up("F1: the scanner stands still or leaves the text", {begin, end});
    const char* line_end = at;
    while (line_end > begin && (line_end[-1] == '\n' || line_end[-1] == '\r')) --line_end;
    const std::string_view line(begin, static_cast<std::size_t>(line_end - begin));
    check_alone(line, scanned, quad);
    const bool is_accepted = testing::is_well_formed_line(line, syntax_);
    if (is_accepted != (scanned != ScannedLine::malformed)) give_up("F1: only one takes the line", line);
    if (is_accepted && is_blank(line) != (scanned == ScannedLine::nothing)) give_up("F1: dropped without a word", line);
    if (scanned == ScannedLine::quad) check_written(quad);
    if (is_accepted) return;
    const Fault fault = explain_line(line, names_, syntax_, {});
    if (fault.offset > line.size() || fault.reason.empty()) give_up("F3: no such place", line);
  }

  void check_alone(std::string_view line, ScannedLine scanned, const QuadView& quad) const {
    const std::string alone = padded(line);
    const char* at = alone.data();
    LineScanner scanner(syntax_, {});
    QuadView again;
    if (scanner.scan(at, at + line.size() + 1, again) != scanned) give_up("F2: taken or not by the line before", line);
    if (scanned == ScannedLine::quad && !is_same(quad, again)) give_up("F2: another quad by the line before", line);
  }

  void check_written(const QuadView& quad) const {
    const std::string line = written(quad);
    const std::string alone = padded(line);
    const char* at = alone.data();
    LineScanner scanner(syntax_, {});
    QuadView again;
    if (scanner.scan(at, at + line.size() + 1, again) != ScannedLine::quad) give_up("F3: it cannot be read back", line);
    if (!is_same(again, quad)) give_up("F3: it comes back as another", line);
  }

  const Syntax syntax_;
  const detail::DocumentNames names_{"", false};
  LineScanner scanner_;
};

void check_ranges(std::string_view text, std::uint64_t range_bytes) {
  std::string all;
  LineEnds given;
  for (std::uint64_t begin = 0; begin < text.size(); begin += range_bytes) {
    const std::string_view from = text.substr(begin == 0 ? 0 : begin - 1);
    LineWindow window(std::make_unique<testing::TextSource>(std::string(from), 7), {begin, begin + range_bytes}, 16);
    LineEnds before;
    if (begin != 0) before.add(text.substr(0, begin - 1));
    before.add(window.skipped());
    std::string_view lines = window.next();
    if (!lines.empty() && before.count() != given.count()) give_up("F4: another number of the first line", text);
    for (; !lines.empty(); lines = window.next()) {
      given.add(lines);
      all += lines;
    }
  }
  const bool has_end = text.empty() || text.back() == '\n';
  if (all != std::string(text) + (has_end ? "" : "\n")) give_up("F4: ranges do not cover the text", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  Lines(data[0] % 2 == 0 ? Syntax::ntriples : Syntax::nquads).check(text);
  check_ranges(text, 1 + data[0] / 2);
  return 0;
}
