#include "parser/query.hpp"

#include <map>

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

// The pattern of the short form as its template: blank nodes are blank nodes again, and triple terms that have some are
// other terms than those that the pattern matches.
class TemplateOfPattern {
 public:
  explicit TemplateOfPattern(Variables& variables) : variables_(variables) {}

  // Those that the template has in their place, for with_template_terms(). One within another comes before it.
  std::vector<TermPattern> terms(const std::vector<TermPattern>& matched) {
    std::vector<TermPattern> made;
    for (TermPattern term : matched) {
      const bool has_subject = replace(term.subject), has_object = replace(term.object);
      if (!has_subject && !has_object) continue;
      term.term = made_.emplace(term.term, variables_.fresh()).first->second;
      made.push_back(std::move(term));
    }
    return made;
  }

  // After terms(). True if it is another node then.
  bool replace(Node& node) const {
    const auto* variable = std::get_if<VariableId>(&node);
    if (variable == nullptr) return false;
    const std::string& name = variables_.name(*variable);
    if (name.starts_with("_:")) {
      node = Term(TermView::blank(std::string_view(name).substr(2)));
      return true;
    }
    const auto made = made_.find(*variable);
    if (made == made_.end()) return false;
    node = made->second;
    return true;
  }

 private:
  Variables& variables_;
  std::map<VariableId, VariableId> made_;  // by the variable of the matched term
};

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
  // The triple terms of a template are those of the solutions that are left.
  void finish(Tree tree, Pattern where, std::optional<Projection> projection, std::vector<TermPattern> terms = {}) {
    Solutions solutions =
        read_modifiers(request_, std::move(where), std::move(projection), tree.child(Rule::solutionModifier), values_);
    query_.where = with_template_terms(std::move(solutions.pattern), std::move(terms), query_.construct_template,
                                       request_.variables, tree.position())
                       .algebra;
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
      finish(tree, read_where(tree), std::nullopt, std::move(terms));
      return;
    }
    Bgp bgp;  // CONSTRUCT WHERE { triples }: pattern and template in one (16.2.4)
    const TripleContext in_pattern{request_, BlankNodes::variables, request_.blank_nodes.open()};
    if (tree.has(Rule::triplesTemplate))
      bgp.patterns = read_template(in_pattern, tree.child(Rule::triplesTemplate), bgp.terms);
    TemplateOfPattern converted(request_.variables);
    std::vector<TermPattern> terms = converted.terms(bgp.terms);
    for (TriplePattern triple : bgp.patterns) {
      converted.replace(triple.subject);
      converted.replace(triple.object);
      query_.construct_template.push_back({std::move(triple), std::nullopt});
    }
    finish(tree, leaf(std::move(bgp), tree.position()), std::nullopt, std::move(terms));
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
