#include "loader/build/turtle_cuts.hpp"

#include <algorithm>
#include <cstring>

namespace quadrille {

namespace {

constexpr std::uint64_t kRangesAnImage = 8;

void append_number(std::string& out, std::uint64_t number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void append_places(std::string& out, const std::vector<TurtlePlace>& places) {
  append_number(out, places.size());
  for (const TurtlePlace& place : places) {
    for (const std::uint64_t number : {place.offset, place.lines, place.labels}) append_number(out, number);
  }
}

void append_skim(std::string& out, const TurtleSkim& skim) {
  append_places(out, skim.first);
  append_places(out, skim.last);
  append_number(out, skim.directives.size());
  for (const TurtleSkim::Directive& directive : skim.directives) {
    append_number(out, directive.offset);
    append_number(out, directive.text.size());
    out += directive.text;
  }
}

// Parses the output of append_skim().
class SkimParser {
 public:
  explicit SkimParser(std::string_view bytes) : bytes_(bytes) {}

  TurtleSkim skim() {
    TurtleSkim skim;
    skim.first = places();
    skim.last = places();
    for (std::uint64_t left = number(); left > 0; --left) {
      const std::uint64_t offset = number(), size = number();
      skim.directives.push_back({offset, std::string(take(size))});
    }
    return skim;
  }

 private:
  std::string_view take(std::size_t size) {
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::vector<TurtlePlace> places() {
    std::vector<TurtlePlace> all(number());
    for (TurtlePlace& place : all) {
      place.offset = number();
      place.lines = number();
      place.labels = number();
    }
    return all;
  }

  std::string_view bytes_;
};

// A range of a file to skim.
struct Skimmed {
  std::size_t file;
  ByteRange range;
};

// A file with less than its share of all bytes is not cut: one image reads it while others read other files.
std::vector<Skimmed> ranges_to_skim(std::span<const InputFile> files, std::uint64_t range_bytes, std::uint64_t images) {
  std::uint64_t all = 0;
  for (const InputFile& file : files) all += file.size_bytes;
  std::vector<Skimmed> ranges;
  for (std::size_t number = 0; number < files.size(); ++number) {
    const InputFile& file = files[number];
    if (!can_be_skimmed(file) || file.size_bytes <= std::max(2 * range_bytes, all / (2 * images))) continue;
    const std::uint64_t count = std::min(file.size_bytes / range_bytes, kRangesAnImage * images);
    for (std::uint64_t i = 0; i < count; ++i) {
      ranges.push_back(
          {number,
           {file.size_bytes / count * i, i + 1 == count ? file.size_bytes : file.size_bytes / count * (i + 1)}});
    }
  }
  return ranges;
}

}  // namespace

std::vector<TurtleParts> cut_turtle(ShardedWork& work, std::span<const InputFile> files, std::uint64_t range_bytes) {
  pgas::Team& team = work.team();
  std::vector<TurtleParts> cut(files.size());
  if (team.size() == 1) return cut;
  const auto images = static_cast<std::size_t>(team.size());
  const std::vector<Skimmed> ranges = ranges_to_skim(files, range_bytes, images);
  if (ranges.empty()) return cut;
  std::string mine;
  for (std::size_t at = static_cast<std::size_t>(team.rank()); at < ranges.size(); at += images) {
    append_skim(mine, skim_turtle(files[ranges[at].file], ranges[at].range, [&] { work.pulse(0); }));
  }
  const std::vector<std::string> all = team.all_gather_bytes(mine);
  std::vector<SkimParser> theirs(all.begin(), all.end());
  std::vector<std::vector<TurtleSkim>> of_file(files.size());
  for (std::size_t at = 0; at < ranges.size(); ++at) of_file[ranges[at].file].push_back(theirs[at % images].skim());
  for (std::size_t file = 0; file < files.size(); ++file) {
    if (!of_file[file].empty()) cut[file] = join_skims(of_file[file], files[file].size_bytes);
  }
  return cut;
}

}  // namespace quadrille
