#pragma once

// Names holds the prologue of a request, and converts names to IRIs with it.

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parser/detail/source_text.hpp"
#include "parser/detail/token.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

class Names {
 public:
  // `base` may be empty: relative IRIs stay relative then.
  Names(const SourceText& source, std::string_view base, const DefaultPrefixes& prefixes)
      : source_(&source), base_(base), defaults_(prefixes) {}

  // BASE and PREFIX, with the tokens IRIREF and PNAME_NS. A later declaration replaces an earlier one.
  void declare_base(const Token& iri);
  void declare_prefix(const Token& prefix, const Token& iri);
  void declare_prefix(const Prefix& prefix) { namespaces_.insert_or_assign(prefix.prefix, prefix.iri); }

  // All prefixes declared so far, ascending.
  std::vector<Prefix> declared() const;

  // The current base for relative IRIs; may be empty.
  const std::string& base() const { return base_; }

  // The IRI of an IRIREF, PNAME_LN or PNAME_NS (SPARQL 1.1 Query, 4.1.1): a relative one is resolved with the base, a
  // prefix expanded, the escapes of local names (\~ ...) removed, its %-escapes kept.
  // Throws Error(syntax) for a prefix that is not declared, and for <_:label>.
  std::string iri(const Token& token) const;
  // The same, or a blank node of the database: <_:label>.
  Term resource(const Token& token) const;
  // For rules, which are of no database: resource() throws, too.
  void refuse_stored_blanks() { has_stored_blanks_ = false; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::string resolved(const Token& iriref) const;
  std::string_view namespace_of(const Token& name, std::string_view prefix) const;

  const SourceText* source_;
  bool has_stored_blanks_ = true;
  std::string base_;
  DefaultPrefixes defaults_;
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> namespaces_;  // by prefix, without ":"
};

// The IRI of a name: the namespace of its prefix and its local part without escapes (\\~ ...).
std::string expanded_name(std::string_view space, std::string_view local);

}  // namespace quadrille::parser
