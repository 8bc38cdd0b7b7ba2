#pragma once

// ConstructTriples instantiates the template of a CONSTRUCT for every solution (SPARQL 1.1 Query, 16.2). Columns:
// subject, predicate, object; and the graph if the template has GRAPH, unbound in the default graph. Blank nodes of the
// template are new for each solution. Quads with an unbound variable, a literal or a triple term as subject, a
// predicate that is not an IRI, or a graph that is neither an IRI nor a blank node are left out. Local.

#include <string>
#include <unordered_map>

#include "parser/query.hpp"
#include "query/operators/operator.hpp"

namespace quadrille::query {

class ConstructTriples final : public Pipe {
 public:
  ConstructTriples(OperatorPtr child, const parser::Query& query);
  std::string describe() const override { return "ConstructTriples"; }
  Details details(const PlanWords& words) const override;

  // On the first image if the child is; not sorted.
  static Schema schema_of(const Schema& child, bool has_graphs);

 private:
  // The source of one place of the template.
  struct Place {
    enum class Kind : std::uint8_t { column, blank, constant, unbound } kind = Kind::unbound;
    std::size_t number = 0;  // column of the child, or of the template's blank nodes
    Term term;
    Huri huri;
  };
  struct Quad {
    std::array<Place, 3> triple;
    std::optional<Place> graph;
  };
  Place place_of(const parser::Node& node);
  std::string text_of(const Place& place, const PlanWords& words) const;
  void do_open(Context& context) override;
  void begin(Context& context, Table& input) override;
  bool emit(Context& context, Table& out) override;
  Huri value(const Place& place, std::size_t row) const;
  void add(const Quad& quad, std::size_t row, Table& out) const;

  std::vector<Quad> template_;
  std::unordered_map<std::string, std::size_t> blanks_;  // the template's blank nodes, by label
  std::vector<Huri> blank_huris_;                        // in the current row
  std::uint64_t solutions_ = 0;
  std::size_t next_row_ = 0;
  Table* input_ = nullptr;
};

}  // namespace quadrille::query
