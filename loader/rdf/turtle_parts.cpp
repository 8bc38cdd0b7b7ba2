#include "loader/rdf/turtle_parts.hpp"

#include <optional>

namespace quadrille {

namespace {

constexpr std::size_t kMostDirectives = std::size_t{1} << 20;  // in bytes: each part reads the directives before it

// The first common place of two skims, as seen by each; nullopt if there is none.
struct Meeting {
  TurtlePlace here, next;
};
std::optional<Meeting> meeting_of(const TurtleSkim& here, const TurtleSkim& next) {
  for (const TurtlePlace& place : here.last) {
    for (const TurtlePlace& other : next.first) {
      if (place.offset == other.offset) return Meeting{place, other};
    }
  }
  return std::nullopt;
}

}  // namespace

TurtleParts join_skims(std::span<const TurtleSkim> skims, std::uint64_t file_bytes) {
  TurtleParts all;
  TurtlePlace before;          // in the document, at the begin of the part
  TurtlePlace begin = before;  // the same place, counted by its skim
  for (std::size_t i = 0; i < skims.size(); ++i) {
    const bool is_last = i + 1 == skims.size();
    const std::optional<Meeting> met = is_last ? std::nullopt : meeting_of(skims[i], skims[i + 1]);
    const std::uint64_t end = met ? met->here.offset : file_bytes;
    if ((!is_last && !met) || end <= before.offset) return {};
    all.parts.push_back({before, end, all.directives.size()});
    for (const TurtleSkim::Directive& directive : skims[i].directives) {
      if (directive.offset < before.offset || directive.offset >= end) continue;
      all.directives += directive.text;
      all.directives += '\n';
    }
    if (all.directives.size() > kMostDirectives) return {};
    if (is_last) break;
    before = {end, before.lines + met->here.lines - begin.lines, before.labels + met->here.labels - begin.labels};
    begin = met->next;
  }
  return all;
}

}  // namespace quadrille
