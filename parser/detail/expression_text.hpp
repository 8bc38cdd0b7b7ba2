#pragma once

// Writes terms and expressions as SPARQL, with the parentheses that are needed to read back the same tree.

#include <string>
#include <string_view>
#include <vector>

#include "parser/default_prefixes.hpp"
#include "parser/expression.hpp"

namespace quadrille::parser {

// Writes terms, with prefixes where a name is plain (letters, digits, "_" and "-").
class TermText {
 public:
  // `prefixes` must outlive this; of several with the same name the first counts.
  explicit TermText(const std::vector<Prefix>& prefixes);

  std::string iri(std::string_view iri) const;
  std::string term(const Term& term) const;  // an IRI, a literal or a triple term
  // The prefixes that count.
  const std::vector<Prefix>& prefixes() const { return prefixes_; }

 private:
  std::string triple(std::string_view text) const;

  std::vector<Prefix> prefixes_;
};

// `variables` as Query::variables; those of the expression have names in texts. No EXISTS, no aggregates.
std::string expression_text(const Expression& expression, const TermText& terms,
                            const std::vector<std::string>& variables);

}  // namespace quadrille::parser
