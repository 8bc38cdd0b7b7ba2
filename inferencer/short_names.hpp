#pragma once

// ShortNames writes terms for people: IRIs are shortened by prefixes, and by well-known ones.
//
// Local.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/term.hpp"
#include "base/well_known_prefixes.hpp"
#include "inferencer/inference.hpp"
#include "parser/default_prefixes.hpp"

namespace quadrille::inferencer {

class ShortNames {
 public:
  // Of several prefixes with one name the first counts.
  explicit ShortNames(const std::vector<parser::Prefix>& prefixes) {
    for (const parser::Prefix& prefix : prefixes) add(prefix);
    for (const WellKnownPrefix& known : well_known_prefixes())
      if (known.is_default) add({std::string(known.prefix), std::string(known.iri)});
  }

  // The longest prefix that shortens an IRI; nullptr: there is none.
  const parser::Prefix* prefix_of(std::string_view iri) const {
    const parser::Prefix* best = nullptr;
    for (const parser::Prefix& prefix : prefixes_) {
      if (!prefix.iri.empty() && iri.starts_with(prefix.iri) && is_local(iri.substr(prefix.iri.size())) &&
          (best == nullptr || prefix.iri.size() > best->iri.size()))
        best = &prefix;
    }
    return best;
  }

  std::string of(TermView term) const {
    if (term.kind != TermKind::iri) return to_ntriples(term);
    const parser::Prefix* const prefix = prefix_of(term.text);
    return prefix == nullptr ? to_ntriples(term)
                             : fmt::format("{}:{}", prefix->prefix, term.text.substr(prefix->iri.size()));
  }

 private:
  static bool is_local(std::string_view name) {
    return !name.starts_with('-') && std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
  }
  void add(parser::Prefix prefix) {
    const bool is_known = std::any_of(prefixes_.begin(), prefixes_.end(),
                                      [&](const parser::Prefix& other) { return other.prefix == prefix.prefix; });
    if (!is_known) prefixes_.push_back(std::move(prefix));
  }

  std::vector<parser::Prefix> prefixes_;
};

// Of a rule of a set: as name_of(), but short.
inline std::string short_name_of(const ShortNames& names, const parser::RuleSet& set, std::uint32_t rule) {
  const std::string name = name_of(set, rule);
  return name.starts_with('<') ? names.of(TermView::iri(set.rules[rule].name)) : name;
}

}  // namespace quadrille::inferencer
