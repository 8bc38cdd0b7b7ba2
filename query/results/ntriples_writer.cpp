// RDF 1.1 N-Triples (application/n-triples).

#include "query/results/detail/framed_rows.hpp"
#include "query/results/detail/long_form.hpp"
#include "query/results/detail/writers.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::results {

namespace {

class NTriplesWriter : public GraphWriter {
 public:
  void begin(std::string&) const override {}
  void triples(std::span<const TripleView> triples, std::string& out) override {
    for (const TripleView& triple : triples) {
      append_long_form(out, triple.subject);
      out += ' ';
      append_long_form(out, triple.predicate);
      out += ' ';
      append_long_form(out, triple.object);
      out += " .\n";
    }
  }
  void end(std::string&) const override {}
};

}  // namespace

std::unique_ptr<TextRows> make_ntriples_rows() {
  return make_long_form_rows(3);
}

std::unique_ptr<GraphWriter> make_ntriples_writer() {
  return std::make_unique<NTriplesWriter>();
}

}  // namespace quadrille::results
