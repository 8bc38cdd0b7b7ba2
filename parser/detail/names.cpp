#include "parser/detail/names.hpp"

#include <algorithm>

#include "base/iri_reference.hpp"
#include "base/well_known_prefixes.hpp"
#include "parser/detail/characters.hpp"
#include "parser/detail/prefix_suggestion.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/token_names.hpp"
#include "parser/foreign_names.hpp"

namespace quadrille::parser {

std::string Names::resolved(const Token& iriref) const {
  const std::string_view text = iriref.text(source_->text());
  const std::string_view iri = text.substr(1, text.size() - 2);
  if (iri.find('\\') == iri.npos) return resolve_iri(base_, iri);
  const std::optional<std::string> plain = without_escapes(iri);
  if (!plain) fail_at(iriref.position, "{} has an escape that names no character", text);
  const bool is_forbidden = std::any_of(plain->begin(), plain->end(), is_forbidden_in_iris);
  if (is_forbidden) fail_at(iriref.position, "the escapes in {} are of characters that no IRI has", text);
  return resolve_iri(base_, *plain);
}

void Names::declare_base(const Token& iri) {
  base_ = resolved(iri);
}

void Names::declare_prefix(const Token& prefix, const Token& iri) {
  const std::string_view text = prefix.text(source_->text());
  namespaces_.insert_or_assign(std::string(text.substr(0, text.size() - 1)), resolved(iri));
}

std::vector<Prefix> Names::declared() const {
  std::vector<Prefix> all;
  for (const auto& [prefix, iri] : namespaces_) all.push_back({prefix, iri});
  std::sort(all.begin(), all.end(), [](const Prefix& a, const Prefix& b) { return a.prefix < b.prefix; });
  return all;
}

std::string_view Names::namespace_of(const Token& name, std::string_view prefix) const {
  if (const auto found = namespaces_.find(prefix); found != namespaces_.end()) return found->second;
  if (const auto usual = defaults_.find(prefix)) return *usual;
  const std::string as_scheme = std::string(prefix) + ":";  // bif:contains, which Virtuoso knows without a declaration
  const ForeignName* foreign = find_foreign_name(as_scheme, kPredicate);
  if (foreign != nullptr && foreign->begin == as_scheme) return foreign->begin;
  std::vector<std::string> declared;
  for (const auto& [other, iri] : namespaces_) declared.push_back(other);
  for (const Prefix& own : defaults_.own()) declared.push_back(own.prefix);
  constexpr std::size_t kLongestPrefix = 60;  // in a message
  prefix = head(prefix, kLongestPrefix);
  fail_at(name.position, "the prefix '{}:' is not declared{}", prefix, prefix_suggestion(prefix, declared));
}

Term Names::resource(const Token& token) const {
  const TermView stored = TermView::blank(token.text(source_->text()));
  return is_stored_blank(stored) && has_stored_blanks_ ? Term(stored) : Term(TermView::iri(iri(token)));
}

std::string Names::iri(const Token& token) const {
  if (is_stored_blank(TermView::blank(token.text(source_->text()))))
    fail_at(token.position, "{} is a blank node, but an IRI is needed here", token.text(source_->text()));
  if (token.kind == TokenKind::IRIREF) return resolved(token);
  const std::string_view text = token.text(source_->text());
  const std::size_t colon = text.find(':');  // prefixes have no ":" and no escapes
  return expanded_name(namespace_of(token, text.substr(0, colon)), text.substr(colon + 1));
}

std::string expanded_name(std::string_view space, std::string_view local) {
  std::string iri(space);
  iri.reserve(iri.size() + local.size());
  for (const char c : local)
    if (c != '\\') iri += c;
  return iri;
}

}  // namespace quadrille::parser
