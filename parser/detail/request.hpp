#pragma once

// The state of the translation of a request while it walks the tree.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "parser/detail/names.hpp"
#include "parser/detail/source_text.hpp"
#include "parser/detail/variables.hpp"

namespace quadrille::parser {

// Checks blank node labels, which belong to one basic graph pattern of the whole request (SPARQL 1.1 Query, 5.1.1 and
// 19.6), or to one INSERT DATA. Such a place is a scope and has a number; templates are not checked.
class BlankNodeScopes {
 public:
  using Scope = std::size_t;
  Scope open() { return next_++; }
  // Throws Error(syntax) if `label` was used in another scope.
  void use(std::string_view label, Scope scope, Position position);
  // Labels may be used again in other scopes.
  void forget() { scopes_.clear(); }
  // A label for an unlabelled blank node of a template; no text can contain it.
  std::string fresh_label() { return fmt::format(".{}", next_label_++); }

 private:
  Scope next_ = 0;
  std::uint64_t next_label_ = 0;
  std::unordered_map<std::string, Scope> scopes_;
};

// Why aggregates are not allowed in a pattern, with advice.
inline constexpr const char* kNotInWhere =
    "in WHERE; write a condition on groups in HAVING, and compute a value of groups in a subquery";
inline constexpr const char* kNotInGroupBy = "in GROUP BY, which defines the groups";
inline constexpr const char* kNotInAggregate = "inside another aggregate; compute the inner one in a subquery";

struct Request {
  Request(const SourceText& text, std::string_view base, const DefaultPrefixes& prefixes)
      : source(text), names(text, base, prefixes) {}
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  std::string_view text(const Token& token) const { return token.text(source.text()); }
  VariableId variable(const Token& token) { return variables.id(text(token).substr(1)); }

  const SourceText& source;
  Names names;
  BlankNodeScopes blank_nodes;
  Variables variables;                      // of the current query or operation
  const char* no_aggregates = kNotInWhere;  // why aggregates are not allowed here; nullptr: they are
  std::size_t long_chains = 0;              // operators of arithmetic that make expressions deep (arithmetic.hpp)
  bool in_service = false;                  // inside of the pattern of a SERVICE
  std::uint32_t exists_depth = 0;           // of the deepest pattern in the expressions of the current group or SELECT
};

// Measures Request::exists_depth separately as long as it lives.
class ExistsDepth {
 public:
  explicit ExistsDepth(Request& request) : request_(request), before_(request.exists_depth) {
    request.exists_depth = 0;
  }
  ~ExistsDepth() { request_.exists_depth = before_; }
  ExistsDepth(const ExistsDepth&) = delete;
  ExistsDepth& operator=(const ExistsDepth&) = delete;

 private:
  Request& request_;
  std::uint32_t before_;
};

}  // namespace quadrille::parser
