#include "parser/detail/triples.hpp"

#include "base/assert.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kSameAs = "http://www.w3.org/2002/07/owl#sameAs";

// The two families of rules (with and without Path in their names) differ only in verbs, so one class reads both.
class TripleWalk {
 public:
  TripleWalk(const TripleContext& context, std::vector<PatternItem>& out) : context_(context), out_(out) {}

  void same_subject(Tree tree) {
    const Node subject = node(tree.front());
    for (const Tree child : tree)
      if (is_property_list(child)) properties(subject, child);
  }

 private:
  using Verb = std::variant<Node, Path>;

  static bool is_property_list(Tree tree) {
    return tree.is(Rule::propertyList) || tree.is(Rule::propertyListPath) || tree.is(Rule::propertyListNotEmpty) ||
           tree.is(Rule::propertyListPathNotEmpty) || tree.is(Rule::n3Properties);
  }

  void properties(const Node& subject, Tree tree) {
    Verb current;
    for (const Tree child : tree) {
      if (is_property_list(child)) {
        properties(subject, child);
      } else if (child.is(Rule::objectList) || child.is(Rule::objectListPath)) {
        for (const Tree object : child)
          if (object.is_rule()) add(subject, current, object.front(), object.position());
      } else if (child.is_rule()) {
        current = verb(child);
      }
    }
  }

  // A verb, verbSimple, verbPath or n3Verb.
  Verb verb(Tree tree) {
    if (tree.is(Rule::verbPath)) {
      Path path = read_path(context_.request, tree.front());
      if (path.kind == PathKind::link) return Node(Term(TermView::iri(path.iri)));
      return path;
    }
    if (tree.front().is(TokenKind::A)) return Node(Term(TermView::iri(iri::kRdfType)));
    if (tree.front().is(TokenKind::EQUAL)) return Node(Term(TermView::iri(kSameAs)));
    Node node = read_node(context_, tree.front());
    if (const auto* term = std::get_if<Term>(&node); term != nullptr && is_stored_blank(term->view()))
      fail_at(tree.position(), "{} is a blank node, and predicates are IRIs", term->text);
    return node;
  }

  // Adds the triple, and then the object's own triples; for a path these come first.
  void add(const Node& subject, const Verb& verb, Tree object_tree, Position position) {
    if (const Path* path = std::get_if<Path>(&verb))
      return add_path(context_.request, subject, *path, node(object_tree), position, out_);
    const std::size_t at = out_.size();
    out_.emplace_back(TriplePattern());  // its place is before the triples of its object
    Node object = node(object_tree);
    out_[at] = TriplePattern{subject, std::get<Node>(verb), std::move(object)};
  }

  // A graphNode, graphNodePath, varOrTerm, triplesNode or triplesNodePath; its own triples are appended.
  Node node(Tree tree) {
    switch (tree.rule()) {
      case Rule::graphNode:
      case Rule::graphNodePath:
      case Rule::triplesNode:
      case Rule::triplesNodePath:
        return node(tree.front());
      case Rule::collection:
      case Rule::collectionPath:
        return collection(tree);
      case Rule::blankNodePropertyList:
      case Rule::blankNodePropertyListPath:
        return property_list(tree);
      default:
        return read_node(context_, tree);
    }
  }

  Node property_list(Tree tree) {
    const Node subject = anonymous(tree);
    for (const Tree child : tree)
      if (child.is_rule()) properties(subject, child);
    return subject;
  }

  // ( a b ): a list of rdf:first and rdf:rest (4.2.3).
  Node collection(Tree tree) {
    const Term first(TermView::iri(iri::kRdfFirst)), rest(TermView::iri(iri::kRdfRest));
    const Node head = anonymous(tree);
    Node cell = head;
    bool is_first = true;
    for (const Tree child : tree) {
      if (!child.is_rule()) continue;
      if (!std::exchange(is_first, false)) {
        const Node next = anonymous(tree);
        out_.emplace_back(TriplePattern{cell, rest, next});
        cell = next;
      }
      add(cell, Node(first), child, child.position());
    }
    out_.emplace_back(TriplePattern{cell, rest, Term(TermView::iri(iri::kRdfNil))});
    return head;
  }

  Node anonymous(Tree tree) { return blank_node(context_, tree.token()); }

  const TripleContext& context_;
  std::vector<PatternItem>& out_;
};

}  // namespace

void add_triples(const TripleContext& context, Tree tree, std::vector<PatternItem>& out) {
  TripleWalk(context, out).same_subject(tree);
}

std::vector<TriplePattern> read_template(const TripleContext& context, Tree tree) {
  std::vector<PatternItem> items;
  for (const Tree child : tree)
    if (child.is(Rule::triplesSameSubject)) add_triples(context, child, items);
  std::vector<TriplePattern> triples;
  triples.reserve(items.size());
  for (PatternItem& item : items) triples.push_back(std::get<TriplePattern>(std::move(item)));
  return triples;
}

}  // namespace quadrille::parser
