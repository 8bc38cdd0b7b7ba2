#include "loader/backup/backup_changes.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <utility>

#include "base/assert.hpp"
#include "base/error.hpp"
#include "quadstore/log/change_text.hpp"
#include "quadstore/mapped_file.hpp"

namespace quadrille {

namespace {

constexpr std::string_view kHead = "# quadrille changes 1\n", kHeadWithRules = "# quadrille changes 2\n",
                           kRules = "# rules ", kEnd = "# end\n";
constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

[[noreturn]] void malformed(const std::filesystem::path& path, std::string_view expected) {
  fail(ErrorKind::io, "{}: expected {}; take another backup", path.string(), expected);
}

// The two numbers of a line "# version 18 next_blank 5".
std::optional<std::pair<std::uint64_t, std::uint64_t>> parse_version(std::string_view line) {
  std::uint64_t numbers[2];
  const std::string_view words[2] = {"# version ", " next_blank "};
  for (int number = 0; number < 2; ++number) {
    if (!line.starts_with(words[number])) return std::nullopt;
    line.remove_prefix(words[number].size());
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), numbers[number]);
    if (error != std::errc()) return std::nullopt;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  }
  if (line != "\n") return std::nullopt;
  return std::pair(numbers[0], numbers[1]);
}

// Returns the text up to the next line that begins with '#', about kPieceBytes at most; empty at such a line.
std::string_view next_piece(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && end < kPieceBytes && text[end] != '#') {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  }
  return text.substr(0, end);
}

}  // namespace

ChangesWriter::ChangesWriter(const std::filesystem::path& path) : file_(path) {}

void ChangesWriter::begin_file(std::string_view head) {
  if (!std::exchange(has_head_, true)) write(head);
}

// Only the first version of a backup may have rules, so the head is known then.
void ChangesWriter::begin(std::uint64_t version, std::uint64_t next_blank, std::optional<std::string_view> rules) {
  QUADRILLE_ASSERT(version > version_ && !(rules && has_head_), "versions ascend, and rules are in the first one");
  begin_file(rules ? kHeadWithRules : kHead);
  version_ = version;
  write(fmt::format("# version {} next_blank {}\n", version, next_blank));
  if (!rules) return;
  while (rules->ends_with('\n')) rules->remove_suffix(1);
  write(kRules);
  write(*rules);
  write("\n");
}

void ChangesWriter::add(std::string_view lines) {
  QUADRILLE_ASSERT(version_ != 0 && (lines.empty() || lines.ends_with('\n')), "whole lines of a version");
  write(lines);
}

FileSeal ChangesWriter::finish() {
  begin_file(kHead);
  write(kEnd);
  return file_.finish();
}

void read_changes(const std::filesystem::path& path, const ChangesSink& sink) {
  const MappedFile file(path);
  std::string_view rest(reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  if (!rest.starts_with(kHead) && !rest.starts_with(kHeadWithRules))
    malformed(path, "changes of a backup, of format 1 or 2,");
  rest.remove_prefix(kHead.size());
  std::uint64_t last = 0;
  while (rest != kEnd) {
    const std::string_view line = rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
    const auto numbers = parse_version(line);
    if (!numbers || numbers->first <= last) malformed(path, fmt::format("a version after {}, or the end", last));
    rest.remove_prefix(line.size());
    last = numbers->first;
    sink.begin(last, numbers->second);
    if (rest.starts_with(kRules)) {
      const std::size_t end = std::min(rest.find('\n'), rest.size() - 1);
      sink.take_rules(rest.substr(kRules.size(), end - kRules.size()));
      rest.remove_prefix(end + 1);
    }
    for (std::string_view piece; !(piece = next_piece(rest)).empty(); rest.remove_prefix(piece.size())) {
      ChangeReader reader(piece, path);
      while (reader.next()) {
      }
      sink.add(piece);
    }
    sink.end();
  }
}

}  // namespace quadrille
