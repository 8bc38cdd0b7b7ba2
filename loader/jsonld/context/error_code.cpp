#include "loader/jsonld/context/error_code.hpp"

#include <array>

namespace quadrille::jsonld {

namespace {

// In the order of ErrorCode.
constexpr std::array<std::string_view, 49> kCodeNames{
    "colliding keywords",
    "conflicting indexes",
    "context overflow",
    "cyclic IRI mapping",
    "invalid @id value",
    "invalid @import value",
    "invalid @included value",
    "invalid @index value",
    "invalid @nest value",
    "invalid @prefix value",
    "invalid @propagate value",
    "invalid @protected value",
    "invalid @reverse value",
    "invalid @version value",
    "invalid base direction",
    "invalid base IRI",
    "invalid container mapping",
    "invalid context entry",
    "invalid context nullification",
    "invalid default language",
    "invalid IRI mapping",
    "invalid JSON literal",
    "invalid keyword alias",
    "invalid language map value",
    "invalid language mapping",
    "invalid language-tagged string",
    "invalid language-tagged value",
    "invalid local context",
    "invalid remote context",
    "invalid reverse property",
    "invalid reverse property map",
    "invalid reverse property value",
    "invalid scoped context",
    "invalid set or list object",
    "invalid streaming key order",
    "invalid term definition",
    "invalid type mapping",
    "invalid type value",
    "invalid typed value",
    "invalid value object",
    "invalid value object value",
    "invalid vocab mapping",
    "IRI confused with prefix",
    "keyword redefinition",
    "loading document failed",
    "loading remote context failed",
    "multiple context link headers",
    "processing mode conflict",
    "protected term redefinition",
};
static_assert(kCodeNames.size() == static_cast<std::size_t>(ErrorCode::protected_term_redefinition) + 1);

}  // namespace

std::string_view name_of(ErrorCode code) {
  return kCodeNames[static_cast<std::size_t>(code)];
}

JsonLdError::JsonLdError(ErrorCode code, const std::string& explanation)
    : Error(ErrorKind::syntax, fmt::format("{}: {}", name_of(code), explanation)),
      code_(code),
      explanation_(explanation) {}

}  // namespace quadrille::jsonld
