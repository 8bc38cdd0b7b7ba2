#include "base/iri_reference.hpp"

#include <cstddef>

namespace quadrille {

namespace {

// The components of a reference (RFC 3986, 3), delimiters included: "http:" "//a" "/b/c" "?q" "#f". Present means not
// empty, since the delimiter counts.
struct Components {
  std::string_view scheme, authority, path, query, fragment;
};

std::size_t scheme_size(std::string_view reference) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  if (reference.empty() || !is_letter(reference[0])) return 0;
  for (std::size_t i = 1; i < reference.size(); ++i) {
    const char c = reference[i];
    if (c == ':') return i + 1;
    if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-' && c != '.') return 0;
  }
  return 0;
}

std::string_view take(std::string_view& rest, std::size_t size) {
  const std::string_view taken = rest.substr(0, size);
  rest.remove_prefix(taken.size());
  return taken;
}

Components split(std::string_view rest) {
  Components parts;
  parts.scheme = take(rest, scheme_size(rest));
  if (rest.starts_with("//")) parts.authority = take(rest, rest.find_first_of("/?#", 2));
  parts.path = take(rest, rest.find_first_of("?#"));
  parts.query = take(rest, rest.find('#'));
  parts.fragment = rest;
  return parts;
}

// RFC 3986, 5.2.3.
std::string merge(const Components& base, std::string_view path) {
  if (!base.authority.empty() && base.path.empty()) return std::string("/").append(path);
  const std::size_t slash = base.path.rfind('/');
  std::string merged(slash == std::string_view::npos ? std::string_view() : base.path.substr(0, slash + 1));
  return merged += path;
}

}  // namespace

bool has_scheme(std::string_view reference) {
  return scheme_size(reference) != 0;
}

std::string remove_dot_segments(std::string_view path) {
  std::string out;
  const auto drop_last_segment = [&] {
    const std::size_t slash = out.rfind('/');
    out.resize(slash == std::string::npos ? 0 : slash);
  };
  while (!path.empty()) {  // A to E of 5.2.4
    if (path.starts_with("../")) {
      path.remove_prefix(3);
    } else if (path.starts_with("./")) {
      path.remove_prefix(2);
    } else if (path.starts_with("/./")) {
      path.remove_prefix(2);
    } else if (path == "/.") {
      path = "/";
    } else if (path.starts_with("/../")) {
      path.remove_prefix(3);
      drop_last_segment();
    } else if (path == "/..") {
      path = "/";
      drop_last_segment();
    } else if (path == "." || path == "..") {
      path = {};
    } else {
      out += take(path, path.find('/', 1));
    }
  }
  return out;
}

// RFC 3986, 5.2.2, for a reference without a scheme.
std::string resolve_iri(std::string_view base, std::string_view reference) {
  if (has_scheme(reference) || !has_scheme(base)) return std::string(reference);
  const Components from = split(base);
  const Components to = split(reference);
  std::string out(from.scheme);
  out.reserve(base.size() + reference.size());
  if (!to.authority.empty()) {
    out += to.authority;
    out += remove_dot_segments(to.path);
    out += to.query;
  } else {
    out += from.authority;
    if (to.path.empty()) {
      out += from.path;
      out += to.query.empty() ? from.query : to.query;
    } else {
      out += remove_dot_segments(to.path[0] == '/' ? std::string(to.path) : merge(from, to.path));
      out += to.query;
    }
  }
  return out += to.fragment;
}

}  // namespace quadrille
