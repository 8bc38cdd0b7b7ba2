#pragma once

// A QuadTemplate makes the quads of the template of DELETE or INSERT for the solutions of a WHERE (SPARQL 1.1 Update,
// 3.1.3). Quads with an unbound variable, a literal or a triple term as subject or graph, or a predicate that is not
// an IRI are left out (4.2.6).
//
// HURIs are those of the query: terms may be local to this image. Blank nodes of the template are placeholders, new
// ones for each solution. StoredTerms replaces both by stored terms.
//
//   placeholder     | special : 4 | 0 | 2 + number |        numbers of an operation and image, from 0

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "parser/query.hpp"
#include "quadstore/quad.hpp"
#include "query/table/schema.hpp"
#include "query/table/table.hpp"
#include "query/table/variables.hpp"
#include "query/terms/query_dictionary.hpp"

namespace quadrille::query {

constexpr Huri blank_placeholder(std::uint64_t number) {
  return Huri::make(HuriKind::special, kDefaultGraph.payload() + 1 + number);
}
constexpr bool is_placeholder(Huri huri) {
  return huri.kind() == HuriKind::special && huri.payload() > kDefaultGraph.payload();
}
constexpr std::uint64_t placeholder_number(Huri huri) {
  return huri.payload() - kDefaultGraph.payload() - 1;
}

// The variables of templates.
VariableSet variables_of(std::span<const parser::QuadPattern> patterns);

class QuadTemplate {
 public:
  // The treatment of constants that the database does not have.
  enum class Unknown : std::uint8_t {
    leave_out,  // leave their quads out: a quad that does not exist need not be deleted
    bear,       // create them as terms of the query
  };

  // Local. Call QueryDictionary::find_all() for the constants first. `with`: the graph of quads that name none.
  QuadTemplate(std::span<const parser::QuadPattern> patterns, const std::optional<std::string>& with,
               const Schema& solutions, Unknown unknown, QueryDictionary& terms);

  // Local. Appends the quads for all solutions of the chunk. `placeholders`: the number used so far, which is
  // increased.
  void instantiate(const Table& solutions, std::uint64_t& placeholders, std::vector<Quad>& out) const;

  bool empty() const { return places_.empty(); }

 private:
  struct Place {
    enum class Kind : std::uint8_t { constant, column, blank } kind = Kind::constant;
    Huri huri;               // kUnbound leaves the quad out
    std::size_t number = 0;  // of the column; of the template's blank node
  };
  Place place_of(const parser::Node& node, const Schema& solutions, Unknown unknown, QueryDictionary& terms);
  Place constant(TermView term, Unknown unknown, QueryDictionary& terms) const;

  std::vector<std::array<Place, 4>> places_;
  std::vector<std::string> blanks_;  // by label
};

}  // namespace quadrille::query
