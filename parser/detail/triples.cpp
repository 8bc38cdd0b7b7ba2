#include "parser/detail/triples.hpp"

#include "base/assert.hpp"
#include "base/triple_term.hpp"
#include "parser/detail/syntax_error.hpp"

namespace quadrille::parser {

namespace {

constexpr std::string_view kSameAs = "http://www.w3.org/2002/07/owl#sameAs";

// The two families of rules (with and without Path in their names) differ only in verbs, so one class reads both.
class TripleWalk {
 public:
  TripleWalk(const TripleContext& context, std::vector<PatternItem>& out) : context_(context), out_(out) {}

  void same_subject(Tree tree) {
    position_ = tree.position();
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
          if (object.is_rule()) annotated(subject, current, object);
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

  // Adds the triple, and then the object's own triples; for a path these come first. Returns the object.
  Node add(const Node& subject, const Verb& verb, Tree object_tree, Position position) {
    if (const Path* path = std::get_if<Path>(&verb)) {
      Node object = node(object_tree);
      add_path(context_.request, subject, *path, object, position, out_);
      return object;
    }
    const std::size_t at = out_.size();
    out_.emplace_back(TriplePattern());  // its place is before the triples of its object
    Node object = node(object_tree);
    out_[at] = TriplePattern{subject, std::get<Node>(verb), object};
    return object;
  }

  // An object or objectPath: a node, then reifiers and annotations of the triple. A block of annotations is about the
  // reifier just before it; without one it has its own.
  void annotated(const Node& subject, const Verb& verb, Tree tree) {
    const Node object = add(subject, verb, tree.front(), tree.position());
    if (tree.has_one_child()) return;
    if (std::holds_alternative<Path>(verb))
      fail_at(tree.position(),
              "an annotation is about one triple, so it cannot follow a path; write the path's steps as triples");
    std::optional<Node> last;
    for (const Tree child : tree) {
      if (child.is(Rule::reifier)) {
        last = reify(child, subject, std::get<Node>(verb), object);
      } else if (child.is(Rule::annotationBlock) || child.is(Rule::annotationBlockPath)) {
        if (!last) last = reify(std::nullopt, subject, std::get<Node>(verb), object);
        for (const Tree list : child)
          if (list.is_rule()) properties(*last, list);
        last.reset();
      }
    }
  }

  // Adds `reifier rdf:reifies <<( subject predicate object )>>`, and returns the reifier.
  Node reify(std::optional<Tree> reifier, const Node& subject, const Node& predicate, const Node& object) {
    const Tree* named = reifier && !reifier->has_one_child() ? &*reifier : nullptr;
    Node node = named ? read_node(context_, named->child(Rule::varOrReifierId)) : Node(anonymous_reifier());
    const Node term = term_of(subject, predicate, object);
    out_.emplace_back(TriplePattern{node, Term(TermView::iri(iri::kRdfReifies)), term});
    return node;
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
      case Rule::reifiedTriple:
        return reified_triple(tree);
      case Rule::tripleTerm:
        return triple(tree);
      case Rule::varOrTerm:
      case Rule::graphTerm:
      case Rule::reifiedTripleSubject:
      case Rule::reifiedTripleObject:
      case Rule::tripleTermSubject:
      case Rule::tripleTermObject:
        return tree.front().is_rule() ? node(tree.front()) : read_node(context_, tree);
      default:
        return read_node(context_, tree);
    }
  }

  // <<( subject predicate object )>>
  Node triple(Tree tree) {
    const Node subject = node(tree.child(Rule::tripleTermSubject));
    const Node predicate = std::get<Node>(verb(tree.child(Rule::verb)));
    return term_of(subject, predicate, node(tree.child(Rule::tripleTermObject)));
  }
  // << subject predicate object ~ reifier >>, which stands for its reifier.
  Node reified_triple(Tree tree) {
    position_ = tree.position();
    const Node subject = node(tree.child(Rule::reifiedTripleSubject));
    const Node predicate = std::get<Node>(verb(tree.child(Rule::verb)));
    const Node object = node(tree.child(Rule::reifiedTripleObject));
    std::optional<Tree> reifier;
    if (tree.has(Rule::reifier)) reifier = tree.child(Rule::reifier);
    return reify(reifier, subject, predicate, object);
  }
  Node term_of(const Node& subject, const Node& predicate, const Node& object) {
    return triple_term(
        context_.request, subject, predicate, object,
        [&](TermPattern pattern) { out_.emplace_back(std::move(pattern)); }, position_);
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
  Node anonymous_reifier() { return blank_node(context_, Token{TokenKind::ANON, 0, 0, position_}); }

  const TripleContext& context_;
  std::vector<PatternItem>& out_;
  Position position_;  // of the triples of the subject, for messages
};

}  // namespace

void add_triples(const TripleContext& context, Tree tree, std::vector<PatternItem>& out) {
  TripleWalk(context, out).same_subject(tree);
}

std::vector<TriplePattern> read_template(const TripleContext& context, Tree tree, std::vector<TermPattern>& terms) {
  std::vector<PatternItem> items;
  for (const Tree child : tree)
    if (child.is(Rule::triplesSameSubject)) add_triples(context, child, items);
  std::vector<TriplePattern> triples;
  triples.reserve(items.size());
  for (PatternItem& item : items) {
    if (auto* term = std::get_if<TermPattern>(&item)) {
      terms.push_back(std::move(*term));
    } else {
      triples.push_back(std::get<TriplePattern>(std::move(item)));
    }
  }
  return triples;
}

std::optional<Term> constant_triple(const Node& subject, const Node& predicate, const Node& object, Position position) {
  const auto* s = std::get_if<Term>(&subject);
  const auto* p = std::get_if<Term>(&predicate);
  const auto* o = std::get_if<Term>(&object);
  const bool is_constant = s && p && o && s->kind == TermKind::iri && o->kind != TermKind::blank;
  if (!is_constant) return std::nullopt;
  Term term;
  term.kind = TermKind::triple;
  append_triple_term(term.text, s->view(), p->view(), o->view());
  if (depth_of_triple(term.text) > kMostNestedTriples)
    fail_at(position, "triple terms nest more than {} deep, which is the limit", kMostNestedTriples);
  return term;
}

Node triple_term(Request& request, const Node& subject, const Node& predicate, const Node& object,
                 const std::function<void(TermPattern)>& append, Position position) {
  if (auto constant = constant_triple(subject, predicate, object, position)) return std::move(*constant);
  const VariableId term = request.variables.fresh();
  append({term, subject, predicate, object});
  return term;
}

}  // namespace quadrille::parser
