#include "loader/jsonld/write/iri_texts.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "loader/jsonld/context/iri_form.hpp"

namespace quadrille::jsonld {

namespace {

using Names = std::unordered_set<std::string, StringHash, std::equal_to<>>;

bool is_usable_name(std::string_view name) {
  const auto is_plain = [](char c) {
    return (to_lower(c) >= 'a' && to_lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  return !name.empty() && name != "_" && std::all_of(name.begin(), name.end(), is_plain);
}

// Returns the prefix that a reader sees in "prefix:rest". It is empty if there is none, as in "http://a".
std::string_view prefix_of(std::string_view iri) {
  const auto colon = iri.find(':');
  if (colon == std::string_view::npos || iri.substr(colon + 1).starts_with("//")) return {};
  return iri.substr(0, colon);
}

}  // namespace

std::vector<DeclaredPrefix> usable_prefixes(std::vector<DeclaredPrefix> prefixes) {
  Names taken;
  std::erase_if(prefixes, [&](const DeclaredPrefix& one) {
    return !is_usable_name(one.first) || !is_well_formed_iri(one.second) || !taken.insert(one.first).second;
  });
  Names schemes;
  for (const DeclaredPrefix& one : prefixes) schemes.emplace(prefix_of(one.second));
  std::erase_if(prefixes, [&](const DeclaredPrefix& one) { return schemes.contains(one.first); });
  return prefixes;
}

IriTexts::IriTexts(std::vector<DeclaredPrefix> prefixes) : names_(usable_prefixes(std::move(prefixes))) {
  for (const DeclaredPrefix& one : names_.declared()) prefixes_.insert(one.first);
}

// Of JSON-LD 1.1, 4.1: an IRI that does not end with a general delimiter is a prefix only if its definition says so,
// which JSON-LD 1.0 does not know.
std::string IriTexts::context() const {
  std::string entries;
  bool needs_1_1 = false;
  for (const auto& [prefix, iri] : names_.declared()) {
    const bool is_simple = ends_with_gen_delim(iri);
    needs_1_1 |= !is_simple;
    entries.append(entries.empty() ? "\"" : ",\"").append(prefix).append("\":");
    entries.append(is_simple ? "\"" : "{\"@id\":\"").append(iri).append(is_simple ? "\"" : "\",\"@prefix\":true}");
  }
  return (needs_1_1 ? "{\"@version\":1.1," : "{") + entries + "}";
}

bool IriTexts::looks_compact(std::string_view iri) const {
  const std::string_view prefix = prefix_of(iri);
  return !prefix.empty() && prefixes_.contains(prefix);
}

bool IriTexts::append(std::string& out, std::string_view iri) const {
  const auto is_local = [](std::string_view local) { return !local.empty() && !local.starts_with("//"); };
  if (const auto name = names_.shortened(iri, is_local)) {
    out += '"';
    out += name->prefix;
    out += ':';
    out += name->local;
  } else if (looks_compact(iri)) {
    return false;
  } else {
    out += '"';
    out += iri;
  }
  out += '"';
  return true;
}

}  // namespace quadrille::jsonld
