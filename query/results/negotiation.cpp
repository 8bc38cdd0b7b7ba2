#include "query/results/negotiation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <iterator>
#include <vector>

#include "base/term.hpp"
#include "base/text.hpp"

namespace quadrille::results {

namespace {

constexpr std::string_view kAnyType = "*/*";

// One element of an Accept header. Quality in thousandths, since RFC 9110 gives it at most three decimals.
struct MediaRange {
  std::string text;  // "text/turtle", "text/*", "*/*"
  int quality = 1000;
  std::string profile = {};
};

}  // namespace

std::string_view take_part(std::string_view& rest, char separator) {
  std::size_t at = std::min(rest.find(separator), rest.size());
  if (rest.substr(0, at).find('"') != std::string_view::npos) {
    bool quoted = false;
    for (at = 0; at < rest.size(); ++at) {
      if (rest[at] == '"') quoted = !quoted;
      if (rest[at] == '\\' && quoted) ++at;
      if (at < rest.size() && rest[at] == separator && !quoted) break;
    }
  }
  const std::string_view part = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return trimmed(part);
}

std::optional<int> parse_quality(std::string_view text) {
  if (text.empty() || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return std::nullopt;
  if (text.size() > 1 && text[1] != '.') return std::nullopt;
  int quality = (text[0] - '0') * 1000;
  int unit = 100;
  for (std::size_t i = 2; i < text.size(); ++i, unit /= 10) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    quality += (text[i] - '0') * unit;
  }
  if (quality > 1000) return std::nullopt;
  return quality;
}

namespace {

constexpr std::string_view kProfile = "profile=";

// A profile has IRIs, which need no escapes.
std::string_view unquoted(std::string_view text) {
  const bool is_quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

std::optional<MediaRange> parse_range(std::string_view element) {
  MediaRange range{to_lower(take_part(element, ';'))};
  const std::string_view text = range.text;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == text.size()) return std::nullopt;
  if (text.substr(0, slash) == "*" && text != kAnyType) return std::nullopt;
  while (!element.empty()) {
    const std::string_view parameter = take_part(element, ';');
    if (to_lower(parameter.substr(0, kProfile.size())) == kProfile)
      range.profile = unquoted(parameter.substr(kProfile.size()));
    if (parameter.size() < 2 || (parameter[0] != 'q' && parameter[0] != 'Q') || parameter[1] != '=') continue;
    const std::optional<int> quality = parse_quality(parameter.substr(2));
    if (!quality) return std::nullopt;
    range.quality = *quality;
  }
  return range;
}

std::vector<MediaRange> parse_accept(std::string_view accept) {
  std::vector<MediaRange> ranges;
  while (!accept.empty()) {
    if (auto range = parse_range(take_part(accept, ','))) ranges.push_back(std::move(*range));
  }
  return ranges;
}

// The extent of the range's match with `media_type`: 2 all of it, 1 the type, 0 nothing (any matches), -1 no match.
int specificity(const MediaRange& range, std::string_view media_type) {
  if (range.text == media_type) return 2;
  if (range.text == kAnyType) return 0;
  if (!range.text.ends_with("/*")) return -1;
  return media_type.starts_with(std::string_view(range.text).substr(0, range.text.size() - 1)) ? 1 : -1;
}

// The preference for a format, compared member by member: greater is better.
struct Welcome {
  int quality = 0;
  int specificity = -1;
  std::ptrdiff_t earliness = 0;  // minus the range's place in the header
  auto operator<=>(const Welcome&) const = default;
};

// The best of the format's media types, each judged by the most specific range. A wildcard matches only the format's
// own type: "text/*" requests CSV or TSV, not XML under the name of text/xml.
Welcome welcome(const FormatRow& row, const std::vector<MediaRange>& ranges) {
  Welcome best;
  for (const std::string_view media_type : row.media_types) {
    Welcome of_type;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      const int says = specificity(ranges[i], media_type);
      if (says < 2 && media_type != row.media_types.front()) continue;
      if (says > of_type.specificity) of_type = {ranges[i].quality, says, -static_cast<std::ptrdiff_t>(i)};
    }
    best = std::max(best, of_type);
  }
  return best;
}

// The formats for `kind`, those that we prefer first.
std::vector<const FormatRow*> formats_for(AnswerKind kind) {
  std::vector<const FormatRow*> rows;
  for (const FormatRow& row : all_formats()) {
    if (can_hold(row.format, kind)) rows.push_back(&row);
  }
  if (kind == AnswerKind::quads) {
    std::stable_partition(rows.begin(), rows.end(),
                          [](const FormatRow* row) { return row->format == ResultFormat::trig; });
  }
  return rows;
}

std::string offered(AnswerKind kind) {
  std::string list;
  for (const FormatRow* const row : formats_for(kind)) {
    fmt::format_to(std::back_inserter(list), "{}{} (format={})", list.empty() ? "" : ", ", row->media_types.front(),
                   row->names.front());
  }
  return list;
}

std::string_view whose(ResultFormat format) {
  if (can_hold(format, AnswerKind::solutions)) return "the answers of SELECT and ASK";
  if (can_hold(format, AnswerKind::explanation)) return "explanations";
  if (can_hold(format, AnswerKind::proof)) return "proofs";
  if (can_hold(format, AnswerKind::graph)) return "the answers of CONSTRUCT and DESCRIBE";
  return "all graphs of the store, and for CONSTRUCT with GRAPH in its template";
}

// Why a format of triples does not suit quads.
constexpr std::string_view kHasQuads = "the template of this CONSTRUCT has GRAPH, so its answer has quads";

[[noreturn]] void refuse_names(AnswerKind kind, const std::string& name) {
  if (name.find(',') != std::string::npos) {
    throw NotAcceptable(fmt::format("none of the formats '{}' is available; available are {}", name, offered(kind)));
  }
  const std::optional<ResultFormat> format = find_format(name);
  if (!format) throw NotAcceptable(fmt::format("unknown format '{}'; available are {}", name, offered(kind)));
  if (kind == AnswerKind::quads) {
    throw NotAcceptable(
        fmt::format("{}, which the format '{}' cannot express; available are {}", kHasQuads, name, offered(kind)));
  }
  throw NotAcceptable(fmt::format("the format '{}' is for {}; available are {}", name, whose(*format), offered(kind)));
}

ResultFormat format_by_name(AnswerKind kind, const std::string& names) {
  for (std::string_view rest = names; !rest.empty();) {
    if (const auto suits = find_format(take_part(rest, ','), kind)) return *suits;
  }
  refuse_names(kind, names);
}

}  // namespace

ResultFormat choose_format(AnswerKind kind, const std::optional<std::string>& names, std::string_view accept) {
  if (names) return format_by_name(kind, *names);
  const std::vector<MediaRange> ranges = parse_accept(accept);
  const FormatRow* chosen = nullptr;
  Welcome best;
  for (const FormatRow* const row : formats_for(kind)) {
    if (ranges.empty()) return row->format;
    const Welcome here = welcome(*row, ranges);
    if (here.quality == 0 || (chosen && here <= best)) continue;
    chosen = row;
    best = here;
  }
  if (chosen) return chosen->format;
  if (kind == AnswerKind::quads) {
    throw NotAcceptable(fmt::format("{}, and 'Accept: {}' accepts no format that has quads; available are {}",
                                    kHasQuads, accept, offered(kind)));
  }
  throw NotAcceptable(fmt::format("'Accept: {}' accepts no available format; available are {}", accept, offered(kind)));
}

std::string profile_of_accept(std::string_view accept) {
  const MediaRange* best = nullptr;
  const std::vector<MediaRange> ranges = parse_accept(accept);
  for (const MediaRange& range : ranges) {
    const bool is_json_ld = !range.profile.empty() && find_format(range.text) == ResultFormat::jsonld;
    if (is_json_ld && range.quality > (best ? best->quality : 0)) best = &range;
  }
  return best ? best->profile : std::string();
}

}  // namespace quadrille::results
