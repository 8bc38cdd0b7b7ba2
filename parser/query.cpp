#include "parser/query.hpp"

#include "base/assert.hpp"
#include "parser/detail/groups.hpp"
#include "parser/detail/quads.hpp"
#include "parser/detail/request_tree.hpp"
#include "parser/detail/select.hpp"
#include "parser/detail/template_terms.hpp"
#include "parser/detail/triples.hpp"

namespace quadrille::parser {

namespace {

// The dataset of the FROM clauses of `tree`.
Dataset read_dataset(const Request& request, Tree tree) {
  Dataset dataset;
  for (const Tree clause : tree) {
    if (!clause.is(Rule::datasetClause)) continue;
    const bool is_named = clause.has(Rule::namedGraphClause);
    const Tree source =
        clause.child(is_named ? Rule::namedGraphClause : Rule::defaultGraphClause).child(Rule::sourceSelector);
    (is_named ? dataset.named_graphs : dataset.default_graphs).push_back(read_iri(request, source));
  }
  return dataset;
}

// In a template the blank nodes of a pattern are blank nodes again.
void to_template(std::vector<TriplePattern>& triples, const Variables& variables) {
  const auto convert = [&](Node& node) {
    const auto* variable = std::get_if<VariableId>(&node);
    if (variable == nullptr || !variables.name(*variable).starts_with("_:")) return;
    node = Term(TermView::blank(std::string_view(variables.name(*variable)).substr(2)));
  };
  for (TriplePattern& triple : triples) convert(triple.subject), convert(triple.object);
}

class QueryReader {
 public:
  QueryReader(Request& request, Tree values) : request_(request), values_(values) {}

  Query read(Tree tree) {
    query_.dataset = read_dataset(request_, tree);
    switch (tree.rule()) {
      case Rule::selectQuery:
        select(tree);
        break;
      case Rule::constructQuery:
        construct(tree);
        break;
      case Rule::describeQuery:
        describe(tree);
        break;
      case Rule::askQuery:
        ask(tree);
        break;
      default:
        QUADRILLE_ASSERT(false, "the grammar has four forms of queries");
    }
    query_.variables = request_.variables.take_names();
    query_.prefixes = request_.names.declared();
    return std::move(query_);
  }

 private:
  Pattern read_where(Tree tree) {
    if (!tree.has(Rule::whereClause)) return unit(tree.position());
    return read_group(request_, tree.child(Rule::whereClause).child(Rule::groupGraphPattern));
  }
  void finish(Tree tree, Pattern where, std::optional<Projection> projection) {
    Solutions solutions =
        read_modifiers(request_, std::move(where), std::move(projection), tree.child(Rule::solutionModifier), values_);
    query_.where = std::move(solutions.pattern.algebra);
    query_.projection = std::move(solutions.columns);
  }

  void select(Tree tree) {
    query_.form = QueryForm::select;
    Projection projection = read_projection(request_, tree.child(Rule::selectClause));
    finish(tree, read_where(tree), std::move(projection));
  }

  void ask(Tree tree) {
    query_.form = QueryForm::ask;
    finish(tree, read_where(tree), std::nullopt);
  }

  void construct(Tree tree) {
    query_.form = QueryForm::construct;
    const TripleContext in_template{request_, BlankNodes::terms};
    if (tree.has(Rule::quadPattern)) {
      std::vector<TermPattern> terms;
      query_.construct_template = read_quads(in_template, tree.child(Rule::quadPattern), terms);
      Pattern where = read_where(tree);
      finish(tree,
             with_template_terms(std::move(where), std::move(terms), query_.construct_template, request_.variables,
                                 tree.position()),
             std::nullopt);
      return;
    }
    Bgp bgp;  // CONSTRUCT WHERE { triples }: pattern and template in one (16.2.4)
    const TripleContext in_pattern{request_, BlankNodes::variables, request_.blank_nodes.open()};
    if (tree.has(Rule::triplesTemplate))
      bgp.patterns = read_template(in_pattern, tree.child(Rule::triplesTemplate), bgp.terms);
    std::vector<TriplePattern> triples = bgp.patterns;
    to_template(triples, request_.variables);
    for (TriplePattern& triple : triples) query_.construct_template.push_back({std::move(triple), std::nullopt});
    finish(tree, leaf(std::move(bgp), tree.position()), std::nullopt);
  }

  void describe(Tree tree) {
    query_.form = QueryForm::describe;
    Projection projection;
    projection.position = tree.position();
    projection.star = tree.has(TokenKind::STAR);
    for (const Tree child : tree) {
      if (!child.is(Rule::varOrIri)) continue;
      const Node node = read_node({request_}, child);
      if (const auto* variable = std::get_if<VariableId>(&node)) {
        projection.items.push_back({*variable, std::nullopt, child.position()});
      } else {
        query_.described.push_back(std::get<Term>(node));
      }
    }
    finish(tree, read_where(tree), std::move(projection));
  }

  Request& request_;
  Tree values_;
  Query query_;
};

}  // namespace

void read_declaration(Request& request, Tree tree) {
  const auto tokens = tree.tokens();
  if (tree.is(Rule::baseDecl)) {
    request.names.declare_base(tokens[1]);
  } else if (tree.is(Rule::prefixDecl)) {
    request.names.declare_prefix(tokens[1], tokens[2]);
  }
}

void read_prologue(Request& request, Tree tree) {
  for (const Tree declaration : tree) read_declaration(request, declaration);
}

Query parse_query(std::string_view text, std::string_view base, const DefaultPrefixes& prefixes) {
  const ParsedText parsed(text, Rule::queryUnit);
  Request request(parsed.source(), base, prefixes);
  const Tree query = parsed.root().child(Rule::query);
  auto child = query.begin();
  read_prologue(request, *child);
  const Tree form = *++child;
  return QueryReader(request, query.child(Rule::valuesClause)).read(form);
}

}  // namespace quadrille::parser
