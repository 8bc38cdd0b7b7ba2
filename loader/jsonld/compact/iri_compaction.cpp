#include "loader/jsonld/compact/iri_compaction.hpp"

#include "loader/jsonld/compact/term_preference.hpp"
#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/context/inverse_context.hpp"
#include "loader/jsonld/context/iri_form.hpp"

namespace quadrille::jsonld {

namespace {

// Steps 6 to 8: the shortest compact IRI; empty if there is none. Unlike the specification, it has no "//" behind the
// colon, since expansion (5.2, step 6.2) takes that as an absolute IRI.
std::string shortest_compact_iri(const ActiveContext& context, std::string_view iri, bool has_value) {
  std::string shortest;
  for (const auto& [term, prefix] : inverse_of(context).prefixes()) {
    if (!iri.starts_with(prefix) || iri.size() == prefix.size()) continue;
    const std::string_view suffix = iri.substr(prefix.size());
    if (suffix.starts_with("//")) continue;
    std::string candidate = term + ":" + std::string(suffix);
    if (!shortest.empty() &&
        (candidate.size() > shortest.size() || (candidate.size() == shortest.size() && candidate >= shortest))) {
      continue;
    }
    const TermDefinition* const same = context.find(candidate);
    if (!same || (same->iri == iri && !has_value)) shortest = std::move(candidate);
  }
  return shortest;
}

// Step 9.
void check_not_confused(const ActiveContext& context, std::string_view iri) {
  const auto colon = iri.find(':');
  if (colon == std::string_view::npos || iri.substr(colon + 1).starts_with("//")) return;
  const TermDefinition* const prefix = context.find(iri.substr(0, colon));
  if (prefix && prefix->prefix) {
    refuse(ErrorCode::iri_confused_with_prefix, "<{}> would be read as a compact IRI, since '{}' is a prefix", iri,
           iri.substr(0, colon));
  }
}

// The text is not a term. Tells whether expansion resolves it against @vocab. The specification has no such test.
bool is_relative_to_vocabulary(std::string_view suffix) {
  return !suffix.empty() && suffix.find(':') == std::string_view::npos && !has_keyword_form(suffix);
}

}  // namespace

std::string compact_iri(const ActiveContext& context, std::string_view iri, Value value, bool reverse) {
  const InverseContext& inverse = inverse_of(context);
  if (inverse.has(iri)) {
    const TermPreference preference = term_preference(context, value, reverse);
    const std::string* const term = inverse.select(iri, preference.containers, preference.key, preference.values);
    if (term) return *term;
  }
  if (context.vocabulary && iri.starts_with(*context.vocabulary)) {
    const std::string_view suffix = iri.substr(context.vocabulary->size());
    if (is_relative_to_vocabulary(suffix) && !context.find(suffix)) return std::string(suffix);
  }
  std::string compact = shortest_compact_iri(context, iri, !value.is_null());
  if (!compact.empty()) return compact;
  check_not_confused(context, iri);
  return std::string(iri);
}

std::string compact_document_iri(const ActiveContext& context, std::string_view iri) {
  std::string compact = shortest_compact_iri(context, iri, false);
  if (!compact.empty()) return compact;
  check_not_confused(context, iri);
  std::string result = context.base_iri ? relative_reference(*context.base_iri, iri) : std::string(iri);
  return has_keyword_form(result) ? "./" + result : result;
}

}  // namespace quadrille::jsonld
