#include <algorithm>
#include <optional>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/detail/directive_scanner.hpp"
#include "loader/rdf/detail/document_names.hpp"
#include "loader/rdf/statement_scanner.hpp"
#include "loader/rdf/statement_splitter.hpp"
#include "loader/rdf/turtle_parts.hpp"

namespace quadrille {

namespace {

constexpr std::size_t kPlaces = 64;                        // the number in TurtleSkim::first, and in last
constexpr std::uint64_t kBeyond = std::uint64_t{4} << 20;  // how far after its range a skim looks for places
constexpr std::uint64_t kToBeSure = 64;  // bytes before an end within the document: a statement there may continue
constexpr std::size_t kStartBytes = std::size_t{256} << 10;
constexpr int kTries = 32;
constexpr int kPulseStatements = 4096;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

// The end of the line end after a statement; nothing if something else follows.
std::optional<std::size_t> line_after(std::string_view rest) {
  std::size_t at = 0;
  while (at < rest.size() && is_blank(rest[at])) ++at;
  return at < rest.size() && rest[at] == '\n' ? std::optional(at + 1) : std::nullopt;
}

// Reads statements only for their ends and their number of labels: prefixes need not be declared.
class Skimmer {
 public:
  // From `begin` to `end`, which may be before the document's.
  Skimmer(const InputFile& file, std::uint64_t begin, std::uint64_t end)
      : begin_(begin),
        end_(end),
        is_cut_off_(end < file.size_bytes),
        window_(open_bytes_at(file, begin, end), kStatementWindowBytes, begin == 0),
        statements_(window_, false),
        names_(detail::DocumentNames::any()),
        scanner_(false, names_, std::nullopt) {}

  // Returns false if there is no more statement, or if its end is not certain.
  bool next(TurtleSkim& skim) {
    if (next_plain()) return true;
    bool is_version = false;  // which the statements after it do not need
    const auto on_version = [&](std::string_view) { is_version = true; };
    if (const std::size_t size = detail::take_directive(window_, names_, on_version)) {
      if (!is_version) skim.directives.push_back({offset(), std::string(window_.rest().substr(0, size))});
      window_.advance(size);
      return true;
    }
    if (!statements_.next()) return false;
    if (statements_.fault() && is_cut_off_ && window_.is_all()) return false;
    if (statements_.is_directive()) skim.directives.push_back({offset(), std::string(statements_.text())});
    statements_.finish();
    return true;
  }

  bool next_plain() {
    if (!scanner_.scan(window_)) return false;
    window_.advance(scanner_.size());
    return true;
  }

  // The offset in the file of the end of the statement.
  std::uint64_t offset() const { return begin_ + window_.offset(); }

  // The start of the next line, if no statement begins before it, and if it is certain.
  std::optional<TurtlePlace> place() const {
    const auto line = line_after(window_.rest());
    if (!line || (is_cut_off_ && offset() + *line + kToBeSure >= end_)) return std::nullopt;
    return TurtlePlace{offset() + *line, window_.line(), scanner_.labels()};
  }

 private:
  const std::uint64_t begin_, end_;
  const bool is_cut_off_;
  StatementWindow window_;
  StatementSplitter statements_;
  detail::DocumentNames names_;
  StatementScanner scanner_;
};

// Finds the first apparent start of a statement at or after `from`: the start of a line after one that ends with a dot,
// if a plain statement follows. Words in a long string or a comment do not look like one.
std::optional<std::uint64_t> find_begin(const InputFile& file, ByteRange range, std::uint64_t end) {
  if (range.begin == 0) return 0;
  std::string text(kStartBytes, '\0');
  const auto source = open_bytes_at(file, range.begin - 1, end);
  std::size_t size = 0;
  while (const std::size_t got = size < text.size() ? source->read(std::span(text).subspan(size)) : 0) size += got;
  text.resize(size);
  int tries = 0;
  for (std::size_t at = text.find('\n'); at != std::string::npos && tries < kTries; at = text.find('\n', at + 1)) {
    std::size_t last = at;
    while (last > 0 && is_blank(text[last - 1])) --last;
    if (last == 0 || text[last - 1] != '.') continue;
    ++tries;
    const std::uint64_t begin = range.begin + at;  // the text begins a byte earlier
    if (Skimmer(file, begin, end).next_plain()) return begin;
  }
  return std::nullopt;
}

}  // namespace

bool can_be_skimmed(const InputFile& file) {
  return file.regular && file.format == Format{Syntax::turtle, Compression::none};
}

TurtleSkim skim_turtle(const InputFile& file, ByteRange range, const std::function<void()>& pulse) {
  TurtleSkim skim;
  const std::uint64_t end = std::min(file.size_bytes, range.end + kBeyond);
  const std::optional<std::uint64_t> begin = find_begin(file, range, end);
  if (!begin) return skim;
  Skimmer skimmer(file, *begin, end);
  skim.first.push_back({*begin, 0, 0});
  for (int statements = 0; skim.last.size() < kPlaces && skimmer.next(skim); ++statements) {
    if (statements % kPulseStatements == 0) pulse();
    if (skim.first.size() == kPlaces && skimmer.offset() < range.end) continue;
    const std::optional<TurtlePlace> place = skimmer.place();
    if (!place) continue;
    if (skim.first.size() < kPlaces) skim.first.push_back(*place);
    if (place->offset >= range.end) skim.last.push_back(*place);
  }
  return skim;
}

}  // namespace quadrille
