#include "parser/detail/quads.hpp"

#include "parser/detail/build.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

// Passes the graph (nullptr: none is named) and the triplesTemplate of every part of `quads` to `take`.
template <class Take>
void for_each_part(const TripleContext& context, Tree quads, std::vector<TermPattern>& terms, const Take& take) {
  for (const Tree child : quads) {
    if (child.is(Rule::triplesTemplate)) take(std::nullopt, read_template(context, child, terms));
    if (!child.is(Rule::quadsNotTriples)) continue;
    const Node graph = read_node(context, child.child(Rule::varOrIri));
    std::vector<TriplePattern> triples;
    if (child.has(Rule::triplesTemplate)) triples = read_template(context, child.child(Rule::triplesTemplate), terms);
    take(graph, std::move(triples));
  }
}

}  // namespace

std::vector<QuadPattern> read_quads(const TripleContext& context, Tree tree, std::vector<TermPattern>& terms) {
  std::vector<QuadPattern> quads;
  for_each_part(context, tree.child(Rule::quads), terms,
                [&](const std::optional<Node>& graph, std::vector<TriplePattern> triples) {
                  for (TriplePattern& triple : triples) quads.push_back({std::move(triple), graph});
                });
  return quads;
}

std::vector<QuadPattern> read_rule_quads(const TripleContext& context, Tree tree) {
  std::vector<TermPattern> terms;
  std::vector<QuadPattern> quads = read_quads(context, tree, terms);
  if (!terms.empty()) fail_at(tree.position(), "{}", kNoTermsInRules);
  return quads;
}

AlgebraPtr to_pattern(const std::vector<QuadPattern>& quads, std::vector<TermPattern> terms, Position position) {
  std::vector<Pattern> parts;
  if (!terms.empty()) parts.push_back(leaf(Bgp{{}, std::move(terms)}, position));
  for (std::size_t i = 0; i < quads.size();) {
    Bgp bgp;
    const std::optional<Node>& graph = quads[i].graph;
    for (; i < quads.size() && quads[i].graph == graph; ++i) bgp.patterns.push_back(quads[i].triple);
    Pattern part = leaf(std::move(bgp), position);
    parts.push_back(graph ? above(1, Graph{*graph, std::move(part.algebra)}, position) : std::move(part));
  }
  return join_all(std::move(parts), position).algebra;
}

}  // namespace quadrille::parser
