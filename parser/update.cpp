#include "base/assert.hpp"
#include "parser/detail/data_block.hpp"
#include "parser/detail/groups.hpp"
#include "parser/detail/quads.hpp"
#include "parser/detail/request_tree.hpp"
#include "parser/detail/syntax_error.hpp"
#include "parser/detail/template_terms.hpp"
#include "parser/detail/triples.hpp"
#include "parser/query.hpp"

namespace quadrille::parser {

namespace {

// A graphOrDefault, graphRef or graphRefAll.
GraphTarget read_target(const Request& request, Tree tree) {
  for (const Tree child : tree) {
    if (child.is(Rule::graphRef)) return read_target(request, child);
    if (child.is(Rule::iri)) return {GraphTargetKind::graph, read_iri(request, child)};
    if (child.is(TokenKind::DEFAULT)) return {GraphTargetKind::default_graph, {}};
    if (child.is(TokenKind::NAMED)) return {GraphTargetKind::named, {}};
    if (child.is(TokenKind::ALL)) return {GraphTargetKind::all, {}};
  }
  QUADRILLE_ASSERT(false, "a target is a graph or a word for some");
}

class OperationReader {
 public:
  explicit OperationReader(Request& request) : request_(request) {}

  // `tree` is the content of an update1.
  UpdateOperation read(Tree tree) {
    operation_.silent = tree.has(TokenKind::SILENT);
    read_kind(tree);
    operation_.variables = request_.variables.take_names();
    request_.variables = {};
    return std::move(operation_);
  }

 private:
  void read_kind(Tree tree) {
    switch (tree.rule()) {
      case Rule::load:
        return load(tree);
      case Rule::clear:
        return on_target(UpdateKind::clear, tree.child(Rule::graphRefAll));
      case Rule::drop:
        return on_target(UpdateKind::drop, tree.child(Rule::graphRefAll));
      case Rule::create:
        return on_target(UpdateKind::create, tree.child(Rule::graphRef));
      case Rule::add:
        return between_graphs(UpdateKind::add, tree);
      case Rule::move:
        return between_graphs(UpdateKind::move, tree);
      case Rule::copy:
        return between_graphs(UpdateKind::copy, tree);
      case Rule::insertData:
        return insert_data(tree);
      case Rule::deleteData:
        return delete_data(tree);
      case Rule::deleteWhere:
        return delete_where(tree);
      case Rule::modify:
        return modify(tree);
      default:
        QUADRILLE_ASSERT(false, "the grammar has no other operations");
    }
  }
  void load(Tree tree) {
    operation_.kind = UpdateKind::load;
    operation_.load_source = read_iri(request_, tree.child(Rule::iri));
    operation_.target.kind = GraphTargetKind::default_graph;
    if (tree.has(Rule::graphRef)) operation_.target = read_target(request_, tree.child(Rule::graphRef));
  }
  void on_target(UpdateKind kind, Tree target) {
    operation_.kind = kind;
    operation_.target = read_target(request_, target);
  }
  void between_graphs(UpdateKind kind, Tree tree) {
    operation_.kind = kind;
    operation_.source = read_target(request_, tree.child(Rule::graphOrDefault));
    for (const Tree child : tree)  // the last one
      if (child.is(Rule::graphOrDefault)) operation_.target = read_target(request_, child);
  }

  void insert_data(Tree tree) {
    operation_.kind = UpdateKind::insert_data;
    operation_.insert_template = read_data(request_, tree.child(Rule::quadData).token(), request_.blank_nodes.open());
  }
  void delete_data(Tree tree) {
    operation_.kind = UpdateKind::delete_data;
    operation_.delete_template = read_data(request_, tree.child(Rule::quadData).token(), std::nullopt);
  }
  void delete_where(Tree tree) {
    operation_.kind = UpdateKind::modify;
    std::vector<TermPattern> terms;
    operation_.delete_template = read_quads({request_, BlankNodes::forbidden}, tree.child(Rule::quadPattern), terms);
    operation_.where = to_pattern(operation_.delete_template, std::move(terms), tree.position());
  }

  void modify(Tree tree) {
    operation_.kind = UpdateKind::modify;
    std::vector<TermPattern> delete_terms, insert_terms;
    Pattern where;
    for (const Tree child : tree) {
      switch (child.is_rule() ? child.rule() : Rule::update) {
        case Rule::iri:
          operation_.with = read_iri(request_, child);
          break;
        case Rule::deleteClause:
          operation_.delete_template =
              read_quads({request_, BlankNodes::forbidden}, child.child(Rule::quadPattern), delete_terms);
          break;
        case Rule::insertClause:
          operation_.insert_template =
              read_quads({request_, BlankNodes::terms}, child.child(Rule::quadPattern), insert_terms);
          break;
        case Rule::usingClause:
          (child.has(TokenKind::NAMED) ? operation_.using_clause.named_graphs : operation_.using_clause.default_graphs)
              .push_back(read_iri(request_, child.child(Rule::iri)));
          break;
        case Rule::groupGraphPattern:
          where = read_group(request_, child);
          break;
        default:
          break;  // keywords
      }
    }
    const auto add = [&](std::vector<TermPattern> terms, std::vector<QuadPattern>& quads) {
      where = with_template_terms(std::move(where), std::move(terms), quads, request_.variables, tree.position());
    };
    add(std::move(delete_terms), operation_.delete_template);
    add(std::move(insert_terms), operation_.insert_template);
    operation_.where = std::move(where.algebra);
  }

  Request& request_;
  UpdateOperation operation_;
};

// Operations are separated by ";"; only the last one can be missing.
void check_not_empty(const ParsedText& parsed, Tree update) {
  const auto tokens = update.tokens();
  bool is_missing = false;
  for (const Tree child : update) {
    if (child.is(TokenKind::SEMICOLON)) {
      const auto before = static_cast<std::size_t>(&child.token() - tokens.data());
      if (is_missing)
        fail_unexpected(parsed.source(), tokens.first(before), child.token(),
                        {TokenKind::LOAD, TokenKind::CLEAR, TokenKind::DROP, TokenKind::CREATE, TokenKind::ADD,
                         TokenKind::MOVE, TokenKind::COPY, TokenKind::INSERT, TokenKind::DELETE, TokenKind::WITH});
      is_missing = true;
    }
    if (child.is(Rule::update1)) is_missing = false;
  }
}

}  // namespace

Update parse_update(std::string_view text, std::string_view base, const DefaultPrefixes& prefixes) {
  const ParsedText parsed(text, Rule::updateUnit);
  Request request(parsed.source(), base, prefixes);
  const Tree tree = parsed.root().child(Rule::update);
  check_not_empty(parsed, tree);
  Update update;
  for (const Tree child : tree) {
    if (child.is(Rule::prologue)) read_prologue(request, child);
    if (child.is(Rule::update1)) update.operations.push_back(OperationReader(request).read(child.front()));
  }
  return update;
}

}  // namespace quadrille::parser
