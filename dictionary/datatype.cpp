#include "dictionary/datatype.hpp"

#include <array>
#include <cstring>

#include "base/term.hpp"

namespace quadrille {

namespace {

#define QUADRILLE_XSD(name) "http://www.w3.org/2001/XMLSchema#" name
constexpr std::array<std::string_view, kDatatypes> kIris = {
    "",
    QUADRILLE_XSD("string"),
    iri::kRdfLangString,
    QUADRILLE_XSD("boolean"),
    QUADRILLE_XSD("integer"),
    QUADRILLE_XSD("nonPositiveInteger"),
    QUADRILLE_XSD("negativeInteger"),
    QUADRILLE_XSD("long"),
    QUADRILLE_XSD("int"),
    QUADRILLE_XSD("short"),
    QUADRILLE_XSD("byte"),
    QUADRILLE_XSD("nonNegativeInteger"),
    QUADRILLE_XSD("unsignedLong"),
    QUADRILLE_XSD("unsignedInt"),
    QUADRILLE_XSD("unsignedShort"),
    QUADRILLE_XSD("unsignedByte"),
    QUADRILLE_XSD("positiveInteger"),
    QUADRILLE_XSD("decimal"),
    QUADRILLE_XSD("float"),
    QUADRILLE_XSD("double"),
    QUADRILLE_XSD("dateTime"),
    QUADRILLE_XSD("date"),
    QUADRILLE_XSD("time"),
    QUADRILLE_XSD("gYearMonth"),
    QUADRILLE_XSD("gYear"),
    QUADRILLE_XSD("gMonthDay"),
    QUADRILLE_XSD("gMonth"),
    QUADRILLE_XSD("gDay"),
    iri::kRdfDirLangString,
};
#undef QUADRILLE_XSD

}  // namespace

Datatype datatype_of(std::string_view iri) {
  if (!iri.starts_with(iri::kXsd)) {
    if (iri == iri::kRdfLangString) return Datatype::language_string;
    return iri == iri::kRdfDirLangString ? Datatype::direction_string : Datatype::other;
  }
  const std::string_view name = iri.substr(iri::kXsd.size());
  for (std::size_t i = 1; i < kDatatypes; ++i) {
    const std::string_view known = kIris[i];
    if (known.size() == iri.size() && std::memcmp(known.data() + iri::kXsd.size(), name.data(), name.size()) == 0) {
      if (known.starts_with(iri::kXsd)) return static_cast<Datatype>(i);
    }
  }
  return Datatype::other;
}

std::string_view datatype_iri(Datatype datatype) {
  return kIris[static_cast<std::size_t>(datatype)];
}

}  // namespace quadrille
