#include "query/results/detail/xml_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "query/results/detail/xml_refusal.hpp"

namespace quadrille::results {

namespace {

const Prefix kRdf = {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"};
constexpr std::string_view kIts = "its";          // of elements with a direction, which declare it
constexpr std::string_view kEncodedLabel = "x-";  // then bytes in hexadecimal

// RDF 1.2 XML Syntax, 6.2: names that are no property elements, and rdf:li, which is another property. A reader
// compares whole IRIs, so that another cut does not help.
constexpr std::array<std::string_view, 15> kRdfWords{"RDF",
                                                     "Description",
                                                     "ID",
                                                     "about",
                                                     "parseType",
                                                     "resource",
                                                     "nodeID",
                                                     "datatype",
                                                     "version",
                                                     "annotation",
                                                     "annotationNodeID",
                                                     "aboutEach",
                                                     "aboutEachPrefix",
                                                     "bagID",
                                                     "li"};

bool is_letter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool may_be_in_name(unsigned char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

bool is_local_name(std::string_view name) {
  return !name.empty() && is_letter(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), [](char c) { return may_be_in_name(static_cast<unsigned char>(c)); });
}

bool is_reserved_space(std::string_view iri) {
  return iri == "http://www.w3.org/2000/xmlns/" || iri == "http://www.w3.org/XML/1998/namespace";
}

bool is_rdf_word(std::string_view iri) {
  if (!iri.starts_with(kRdf.second)) return false;
  return std::find(kRdfWords.begin(), kRdfWords.end(), iri.substr(kRdf.second.size())) != kRdfWords.end();
}

// Prefixes that begin with xml are reserved, and rdf and its have their meaning here; a namespace is written as an
// attribute, which cannot hold control characters: those of ASCII are taken.
bool can_be_declared(const Prefix& one) {
  const auto& [prefix, iri] = one;
  const auto is_lower = [](char c, char lower) { return (c | 0x20) == lower; };
  const bool is_reserved =
      prefix.size() >= 3 && is_lower(prefix[0], 'x') && is_lower(prefix[1], 'm') && is_lower(prefix[2], 'l');
  return is_local_name(prefix) && !is_reserved && !is_reserved_space(iri) && prefix != kRdf.first && prefix != kIts &&
         std::all_of(iri.begin(), iri.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

std::vector<Prefix> with_rdf(std::vector<Prefix> prefixes) {
  std::erase_if(prefixes, [](const Prefix& one) { return !can_be_declared(one); });
  prefixes.insert(prefixes.begin(), kRdf);
  return prefixes;
}

}  // namespace

XmlNames::XmlNames(std::vector<Prefix> prefixes) : names_(with_rdf(std::move(prefixes))) {}

ElementName XmlNames::name_of(std::string_view predicate) const {
  if (is_rdf_word(predicate)) {
    throw XmlRefusal{fmt::format("the predicate <{}> is a word of RDF/XML itself", predicate)};
  }
  const auto name = names_.shortened(predicate, is_local_name);
  if (name) return {name->prefix, name->local, {}};
  std::size_t cut = predicate.size();
  while (cut > 0 && may_be_in_name(static_cast<unsigned char>(predicate[cut - 1]))) --cut;
  for (; cut < predicate.size(); ++cut) {
    const std::string_view space = predicate.substr(0, cut), local = predicate.substr(cut);
    const bool can_be_cut = !space.empty() && !is_reserved_space(space);
    if (can_be_cut && is_letter(static_cast<unsigned char>(local[0]))) return {"p", local, space};
  }
  throw XmlRefusal{fmt::format("the predicate <{}> does not end in an XML name", predicate)};
}

void append_xml_label(std::string& out, std::string_view label) {
  if (is_local_name(label) && !label.starts_with(kEncodedLabel)) {
    out += label;
    return;
  }
  out += kEncodedLabel;
  for (const char c : label) fmt::format_to(std::back_inserter(out), "{:02X}", static_cast<unsigned char>(c));
}

}  // namespace quadrille::results
