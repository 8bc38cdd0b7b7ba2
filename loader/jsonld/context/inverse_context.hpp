#pragma once

// An InverseContext finds the term for an IRI and what is known of its value (JSON-LD 1.1 API, 4.3 and 4.4). Immutable.
//
//   IRI -> container ("@none", "@set", "@graph@id", ...) -> @language | @type | @any -> language, type, "@none" -> term
//
// Cost: made once for an active context, in the order of its terms, sorted.

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loader/jsonld/context/active_context.hpp"

namespace quadrille::jsonld {

// A term is chosen by its container and by one of these.
enum class TermKey : std::uint8_t { language, type, any };

class InverseContext {
 public:
  explicit InverseContext(const ActiveContext& context);

  bool has(std::string_view iri) const { return iris_.contains(iri); }
  // Term selection: the term of the first container, and in it of the first value; nullptr if there is none.
  const std::string* select(std::string_view iri, std::span<const std::string_view> containers, TermKey key,
                            std::span<const std::string> preferred_values) const;
  // The terms that may be prefixes of compact IRIs, and their IRIs.
  std::span<const std::pair<std::string, std::string>> prefixes() const { return prefixes_; }

 private:
  struct Terms {
    StringMap<std::string> language, type, any;
  };

  void add(const std::string& term, const TermDefinition& definition, const std::string& default_language);

  StringMap<StringMap<Terms>> iris_;
  std::vector<std::pair<std::string, std::string>> prefixes_;
};

// That of the context, made now if it is needed for the first time.
const InverseContext& inverse_of(const ActiveContext& context);

// "en", "en_rtl", "_rtl", in lower case; "" if there is neither.
std::string language_direction(std::string_view language, Direction direction);

}  // namespace quadrille::jsonld
