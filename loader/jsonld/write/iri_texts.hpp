#pragma once

// IriTexts writes IRIs as JSON strings of a document whose context declares prefixes.
//
//   IriTexts iris({{"ex", "http://ex.org/"}, {"geo", "http://geo.org/#"}});
//   iris.context()                         {"ex":"http://ex.org/","geo":"http://geo.org/#"}
//   iris.append(out, "http://ex.org/a")    "ex:a"
//   iris.append(out, "http://b.org/c")     "http://b.org/c"
//   iris.append(out, "geo:48.2,16.3")      nothing, false: a reader would take "geo" as the prefix
//
// A reader of the document has exactly the same IRI again (JSON-LD 1.1 API, 5.2). Without prefixes, each IRI is written
// as it is. Local; an IRI costs a search among the prefixes.

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/name_spaces.hpp"
#include "loader/jsonld/context/active_context.hpp"

namespace quadrille::jsonld {

class IriTexts {
 public:
  // Of each prefix, the first declaration counts. Those that JSON-LD cannot use are left out (usable_prefixes()).
  explicit IriTexts(std::vector<DeclaredPrefix> prefixes);

  // The value of "@context".
  std::string context() const;
  // False, and nothing is appended, if no text in this context stands for the IRI. Precondition: the IRI is well-formed
  // (is_well_formed_iri()), so it needs no escapes.
  bool append(std::string& out, std::string_view iri) const;

 private:
  bool looks_compact(std::string_view iri) const;

  NameSpaces names_;
  std::unordered_set<std::string, StringHash, std::equal_to<>> prefixes_;
};

// The declarations that a context of JSON-LD can have, in their order. Left out are
//   - names that cannot be a prefix: empty, "_", or with other characters than letters, digits, "_", "-", "." and those
//     beyond ASCII;
//   - namespaces that are no well-formed IRI;
//   - names that a namespace has as its scheme: with the prefix "urn", a reader would expand the namespace "urn:a:".
std::vector<DeclaredPrefix> usable_prefixes(std::vector<DeclaredPrefix> prefixes);

}  // namespace quadrille::jsonld
