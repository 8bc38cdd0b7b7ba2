#include "parser/detail/names.hpp"

#include <vector>

#include "base/iri_reference.hpp"
#include "parser/detail/nearest.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

std::string Names::resolved(const Token& iriref) const {
  const std::string_view text = iriref.text(source_->text());
  return resolve_iri(base_, text.substr(1, text.size() - 2));
}

void Names::declare_base(const Token& iri) {
  base_ = resolved(iri);
}

void Names::declare_prefix(const Token& prefix, const Token& iri) {
  const std::string_view text = prefix.text(source_->text());
  namespaces_.insert_or_assign(std::string(text.substr(0, text.size() - 1)), resolved(iri));
}

const std::string& Names::namespace_of(const Token& name, std::string_view prefix) const {
  if (const auto found = namespaces_.find(prefix); found != namespaces_.end()) return found->second;
  std::vector<std::string> declared;
  for (const auto& [other, iri] : namespaces_) declared.push_back(other);
  const auto near = nearest(prefix, declared);
  fail_at(name.position, "the prefix '{}:' is not declared{}", prefix,
          near ? fmt::format("; did you mean '{}:'?", *near) : std::string());
}

std::string Names::iri(const Token& token) const {
  if (token.kind == TokenKind::IRIREF) return resolved(token);
  const std::string_view text = token.text(source_->text());
  const std::size_t colon = text.find(':');  // prefixes have no ":" and no escapes
  const std::string_view local = text.substr(colon + 1);
  std::string iri = namespace_of(token, text.substr(0, colon));
  iri.reserve(iri.size() + local.size());
  for (const char c : local)
    if (c != '\\') iri += c;
  return iri;
}

}  // namespace quadrille::parser
