#pragma once

// The versions that documents announce: VERSION "1.2", @version "1.2" . and rdf:version="1.2". An announcement is a
// hint; the readers accept RDF 1.2 without one, except in RDF/XML. Source: RDF 1.2 Concepts, 2.1.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace quadrille {

inline bool is_known_version(std::string_view version) {
  constexpr std::string_view kKnown[] = {"1.1", "1.2-basic", "1.2"};
  return std::find(std::begin(kKnown), std::end(kKnown), version) != std::end(kKnown);
}

// A sentence for a version that is not known.
inline std::string version_warning(std::string_view version) {
  return fmt::format("the document announces version \"{}\", which is not known; it is read as RDF 1.2", version);
}

}  // namespace quadrille
