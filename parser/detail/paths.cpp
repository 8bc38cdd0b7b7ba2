#include "parser/detail/paths.hpp"

namespace quadrille::parser {

namespace {

Path link(std::string iri) {
  return Path{PathKind::link, std::move(iri), {}, {}, {}};
}

Path with_children(PathKind kind, std::vector<Path> children) {
  return Path{kind, {}, std::move(children), {}, {}};
}

// The children of `tree` that are rules, as the children of one path.
Path read_list(const Request& request, Tree tree, PathKind kind) {
  std::vector<Path> parts;
  for (const Tree child : tree)
    if (child.is_rule()) parts.push_back(read_path(request, child));
  return with_children(kind, std::move(parts));
}

Path read_below(const Request& request, PathKind kind, Tree tree) {
  std::vector<Path> child;
  child.push_back(read_path(request, tree));
  return with_children(kind, std::move(child));
}

std::string predicate_iri(const Request& request, Tree tree) {
  return tree.is(TokenKind::A) ? std::string(iri::kRdfType) : request.names.iri(tree.token());
}

Path read_negated(const Request& request, Tree tree) {
  Path path;
  path.kind = PathKind::negated;
  for (const Tree one : tree) {
    if (!one.is(Rule::pathOneInPropertySet)) continue;
    const bool inverse = one.front().is(TokenKind::CARET);
    for (const Tree name : one)
      if (!name.is(TokenKind::CARET)) (inverse ? path.backward : path.forward).push_back(predicate_iri(request, name));
  }
  return path;
}

PathKind modifier(TokenKind kind) {
  if (kind == TokenKind::STAR) return PathKind::zero_or_more;
  return kind == TokenKind::PLUS ? PathKind::one_or_more : PathKind::zero_or_one;
}

}  // namespace

// Loops through rules with a single child, so that the recursion is as deep as the path and not as its tree.
Path read_path(const Request& request, Tree tree) {
  while (true) {
    switch (tree.rule()) {
      case Rule::pathAlternative:
        if (!tree.has_one_child()) return read_list(request, tree, PathKind::alternative);
        break;
      case Rule::pathSequence:
        if (!tree.has_one_child()) return read_list(request, tree, PathKind::sequence);
        break;
      case Rule::pathEltOrInverse:
        if (!tree.has_one_child()) return read_below(request, PathKind::inverse, tree.child(Rule::pathElt));
        break;
      case Rule::pathElt:
        if (!tree.has_one_child())
          return read_below(request, modifier(tree.child(Rule::pathMod).front().kind()), tree.front());
        break;
      case Rule::pathPrimary:
        if (tree.has(Rule::path)) {
          tree = tree.child(Rule::path);
          continue;
        }
        if (!tree.has_one_child()) return read_negated(request, tree.child(Rule::pathNegatedPropertySet));
        return link(predicate_iri(request, tree.front()));
      default:
        break;
    }
    tree = tree.front();
  }
}

void add_path(Request& request, const Node& subject, const Path& path, const Node& object, Position position,
              std::vector<PatternItem>& out) {
  switch (path.kind) {
    case PathKind::link:
      out.emplace_back(TriplePattern{subject, Term(TermView::iri(path.iri)), object});
      return;
    case PathKind::inverse:
      add_path(request, object, path.children.front(), subject, position, out);
      return;
    case PathKind::sequence: {
      Node from = subject;
      for (std::size_t i = 0; i < path.children.size(); ++i) {
        const Node to = i + 1 == path.children.size() ? object : Node(request.variables.fresh());
        add_path(request, from, path.children[i], to, position, out);
        from = to;
      }
      return;
    }
    case PathKind::alternative: {
      std::vector<Pattern> alternatives;
      for (const Path& child : path.children) {
        std::vector<PatternItem> items;
        add_path(request, subject, child, object, position, items);
        alternatives.push_back(join_all(to_patterns(std::move(items), position), position));
      }
      out.emplace_back(unite_all(std::move(alternatives), position));
      return;
    }
    default:
      out.emplace_back(leaf(PathPattern{subject, path, object}, position));
  }
}

std::vector<Pattern> to_patterns(std::vector<PatternItem> items, Position position) {
  std::vector<Pattern> parts;
  Bgp bgp;
  const auto end_bgp = [&] {
    if (!bgp.patterns.empty() || !bgp.terms.empty()) parts.push_back(leaf(std::exchange(bgp, {}), position));
  };
  for (PatternItem& item : items) {
    if (auto* triple = std::get_if<TriplePattern>(&item)) {
      bgp.patterns.push_back(std::move(*triple));
    } else if (auto* term = std::get_if<TermPattern>(&item)) {
      bgp.terms.push_back(std::move(*term));
    } else {
      end_bgp();
      parts.push_back(std::get<Pattern>(std::move(item)));
    }
  }
  end_bgp();
  return parts;
}

}  // namespace quadrille::parser
