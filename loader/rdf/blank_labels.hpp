#pragma once

// Labels for blank nodes that have none in the document; they differ from all labels in the document.
//
//   in the document      here
//   [ ], ( ), node       genid1, genid2, ...
//   _:x                  x
//   _:genidX             genid_X            so no written label becomes genid followed by a digit or "-"
//   rdf:nodeID="a."      genid-612E         an XML name that is no label: its bytes in hexadecimal

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace quadrille {

inline constexpr std::string_view kAnonymousLabel = "genid";

inline void append_written_label(std::string& out, std::string_view label) {
  if (label.starts_with(kAnonymousLabel)) {
    out += kAnonymousLabel;
    out += '_';
    label.remove_prefix(kAnonymousLabel.size());
  }
  out += label;
}

inline void append_odd_label(std::string& out, std::string_view name) {
  out += kAnonymousLabel;
  out += '-';
  for (const char c : name) fmt::format_to(std::back_inserter(out), "{:02X}", static_cast<unsigned char>(c));
}

inline void append_anonymous_label(std::string& out, std::uint64_t number) {
  out += kAnonymousLabel;
  out += std::to_string(number);
}

}  // namespace quadrille
