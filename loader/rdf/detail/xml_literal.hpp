#pragma once

// Builds the text of an XML literal: the content of an element in Exclusive XML Canonicalization, with comments.
// Sources: RDF 1.1 XML Syntax, 7.2.17; Exclusive XML Canonicalization 1.0, 3; Canonical XML 1.0, 2.3.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loader/rdf/detail/xml_events.hpp"

namespace quadrille::detail {

class XmlLiteral {
 public:
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes);
  void end_element(const XmlName& name);
  void text(std::string_view text);
  void comment(std::string_view text);
  void instruction(std::string_view target, std::string_view data);

  // The number of open elements in the literal.
  std::size_t depth() const { return rendered_.size(); }
  const std::string& canonical() const { return out_; }

 private:
  // Prefixes, and the namespaces declared for them in the surrounding elements; the map of each open element.
  using Declared = std::map<std::string, std::string, std::less<>>;

  std::string out_;
  std::vector<Declared> rendered_;
};

}  // namespace quadrille::detail
