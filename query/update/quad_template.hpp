#pragma once

// The quads of a template, DELETE's or INSERT's, for the solutions of a WHERE (SPARQL 1.1 Update, 3.1.3). Those with an
// unbound variable, a literal as subject or graph, or anything but an IRI as predicate are left out (4.2.6).
//
// HURIs are the query's: terms may be local to this image, and blank nodes of the template are placeholders, new ones
// for each solution; StoredTerms turns both into what is stored.
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
  // What to do with constants that the database does not have.
  enum class Unknown : std::uint8_t {
    leave_out,  // their quads: what is not there needs no deleting
    bear,       // them as terms of the query
  };

  // Local. The constants have been asked for (QueryDictionary::find_all). `with`: the graph of quads that name none.
  QuadTemplate(std::span<const parser::QuadPattern> patterns, const std::optional<std::string>& with,
               const Schema& solutions, Unknown unknown, QueryDictionary& terms);

  // Local. Appends the quads for all solutions of the chunk. `placeholders`: how many have been used, counted on.
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
