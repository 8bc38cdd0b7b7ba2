#pragma once

// XmlNames finds names of elements for predicates in RDF/XML, and names for blank nodes.
//
// A predicate of a namespace that the answer declares has its prefix; else one of its own, <p:knows
// xmlns:p="http://a/">. It is cut where its local name is longest as an XML name (Namespaces in XML 1.0, NCName) of
// ASCII letters: the rest before it belongs to the namespace, which may have any character. Namespaces that XML
// reserves are avoided by a later cut. Names with a meaning in RDF/XML, such as rdf:li, cannot be predicates.

#include <string>
#include <string_view>
#include <vector>

#include "query/results/name_spaces.hpp"

namespace quadrille::results {

struct ElementName {
  std::string_view prefix, local;
  std::string_view declaration;  // the namespace that the element declares for its prefix; empty: none
};

class XmlNames {
 public:
  // Takes those that XML can declare, and rdf, which every document needs.
  explicit XmlNames(std::vector<Prefix> prefixes);

  const std::vector<Prefix>& declared() const { return names_.declared(); }
  // Throws XmlRefusal if there is no name.
  ElementName name_of(std::string_view predicate) const;

 private:
  const NameSpaces names_;
};

// Appends a label as an XML name. Different labels have different names; most are their own.
void append_xml_label(std::string& out, std::string_view label);

}  // namespace quadrille::results
