#include "loader/jsonld/context/iri_form.hpp"

#include <array>

#include "base/text.hpp"

namespace quadrille::jsonld {

namespace {

constexpr std::array<bool, 256> make_iri_stops() {
  std::array<bool, 256> stops{};
  for (std::size_t c = 0; c <= 0x20; ++c) stops[c] = true;
  for (const char c : std::string_view("<>\"{}|^`\\")) stops[static_cast<unsigned char>(c)] = true;
  return stops;
}

constexpr std::array<bool, 256> kStopsIri = make_iri_stops();

// The parts of an IRI that a relative reference keeps or replaces.
struct IriParts {
  std::string_view root;  // scheme and authority: "http://a"
  std::string_view path;
  std::string_view query;     // with its "?"
  std::string_view fragment;  // with its "#"
};

IriParts split_iri(std::string_view iri) {
  IriParts parts;
  if (const auto at = iri.find('#'); at != std::string_view::npos) {
    parts.fragment = iri.substr(at);
    iri = iri.substr(0, at);
  }
  if (const auto at = iri.find('?'); at != std::string_view::npos) {
    parts.query = iri.substr(at);
    iri = iri.substr(0, at);
  }
  std::size_t begin = iri.find(':') + 1;
  if (iri.substr(begin).starts_with("//")) begin = std::min(iri.find('/', begin + 2), iri.size());
  parts.root = iri.substr(0, begin);
  parts.path = iri.substr(begin);
  return parts;
}

// The path of `to`, relative to the folder of `from`.
std::string relative_path(std::string_view from, std::string_view to) {
  std::size_t common = 0;  // bytes, up to and with a "/"
  for (std::size_t i = 0; i < from.size() && i < to.size() && from[i] == to[i]; ++i) {
    if (from[i] == '/') common = i + 1;
  }
  std::string result;
  for (const char c : from.substr(common)) {
    if (c == '/') result += "../";
  }
  result += to.substr(common);
  return result;
}

}  // namespace

bool is_well_formed_iri(std::string_view text) {
  int fragments = 0;
  for (const char c : text) {
    if (kStopsIri[static_cast<unsigned char>(c)]) return false;
    fragments += c == '#' ? 1 : 0;
  }
  return fragments <= 1 && has_scheme(text);
}

bool is_well_formed_language(std::string_view tag) {
  std::size_t size = 0;
  bool first = true;
  for (const char c : tag) {
    const bool is_letter = to_lower(c) >= 'a' && to_lower(c) <= 'z';
    if (c == '-' && size > 0) {
      size = 0;
      first = false;
    } else if (++size > 8 || !(is_letter || (!first && c >= '0' && c <= '9'))) {
      return false;
    }
  }
  return size > 0;
}

bool ends_with_gen_delim(std::string_view iri) {
  return !iri.empty() && std::string_view(":/?#[]@").find(iri.back()) != std::string_view::npos;
}

std::string relative_reference(std::string_view base, std::string_view iri) {
  const IriParts from = split_iri(base), to = split_iri(iri);
  if (!has_scheme(iri) || from.root != to.root || (from.path.starts_with('/') != to.path.starts_with('/'))) {
    return std::string(iri);
  }
  std::string tail;
  tail.append(to.query).append(to.fragment);
  if (from.path == to.path && from.query == to.query && !to.fragment.empty()) return std::string(to.fragment);
  if (from.path == to.path && from.query != to.query && !to.query.empty()) return tail;
  std::string path = relative_path(from.path, to.path);
  const auto first_part = std::string_view(path).substr(0, path.find('/'));
  // "" would be the base itself, "a:b" an IRI, and "//b" an authority.
  if (path.empty() || path.starts_with('/') || first_part.find(':') != std::string_view::npos) path.insert(0, "./");
  return path + tail;
}

}  // namespace quadrille::jsonld
