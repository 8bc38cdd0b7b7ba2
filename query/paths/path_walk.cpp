#include "query/paths/path_walk.hpp"

#include <algorithm>

#include "query/paths/path_sources.hpp"
#include "query/paths/reached_set.hpp"
#include "query/paths/walked_classes.hpp"

namespace quadrille::query {

using parser::PathKind;

class PathWalk::Step {
 public:
  Step(Context& context, const GraphScope& scope, const parser::Path& path)
      : context_(context),
        kind_(path.kind),
        may_have_no_length_(may_have_no_length(path)),
        found_(&context.arena.own()),
        seen_(context.arena),
        walked_(context, scope) {
    for (const parser::Path& child : path.children) children_.push_back(std::make_unique<Step>(context, scope, child));
    const auto find = [&](const std::string& iri) { return context.dictionary.find(TermView::iri(iri)); };
    if (kind_ == PathKind::link) {
      const Huri predicate = find(path.iri);
      if (predicate.is_unbound()) return;  // no edge has it
      forward_ = std::make_unique<EdgeLookup>(context, scope, predicate, false);
      backward_ = std::make_unique<EdgeLookup>(context, scope, predicate, true);
    } else if (kind_ == PathKind::negated) {
      for (const std::string& iri : path.forward) not_forward_.push_back(find(iri));
      for (const std::string& iri : path.backward) not_backward_.push_back(find(iri));
      forward_ = std::make_unique<EdgeLookup>(context, scope, kUnbound, false);
      backward_ = std::make_unique<EdgeLookup>(context, scope, kUnbound, true);
    }
  }

  void append_ends(Huri node, bool backward, Nodes& out) {
    if ((++steps_ & 0xff) == 0) context_.check();
    switch (kind_) {
      case PathKind::link:
        if (forward_) (backward ? backward_ : forward_)->append_ends(node, out);
        return;
      case PathKind::inverse:
        return children_.front()->append_ends(node, !backward, out);
      case PathKind::sequence:
        return append_sequence(node, backward, out);
      case PathKind::alternative:
        for (const auto& child : children_) child->append_ends(node, backward, out);
        return;
      case PathKind::zero_or_one:
        return append_closure(node, backward, true, false, out);
      case PathKind::zero_or_more:
        return append_closure(node, backward, true, true, out);
      case PathKind::one_or_more:
        return append_closure(node, backward, false, true, out);
      case PathKind::negated:
        return append_negated(node, backward, out);
    }
  }

 private:
  void append_sequence(Huri node, bool backward, Nodes& out) {
    Nodes here({node}, &context_.arena.own()), next(&context_.arena.own());
    for (std::size_t place = 0; place < children_.size(); ++place) {
      Step& child = *children_[backward ? children_.size() - 1 - place : place];
      next.clear();
      walked_.clear();
      for (const Huri from : here) {
        // A path is one of several steps only in a closure, which returns equal ends once.
        if (child.may_have_no_length_ || walked_.goes_on({0, from})) child.append_ends(from, backward, next);
      }
      here.swap(next);
    }
    out.insert(out.end(), here.begin(), here.end());
  }

  // Appends every node once, in the order of its distance. `with_start`: a path of no length counts; `further`: more
  // than one step.
  void append_closure(Huri node, bool backward, bool with_start, bool further, Nodes& out) {
    std::pmr::memory_resource* const memory = &context_.arena.own();
    Nodes frontier(memory), next(memory);
    seen_.clear();
    walked_.clear();
    walked_.goes_on({0, node});
    if (with_start) {
      seen_.insert({0, node});
      out.push_back(node);
    }
    children_.front()->append_ends(node, backward, next);
    while (!next.empty()) {
      frontier.clear();
      for (const Huri reached : next) {
        if (!seen_.insert({0, reached})) continue;
        out.push_back(reached);
        if (walked_.goes_on({0, reached})) frontier.push_back(reached);
      }
      next.clear();
      if (!further) return;
      for (const Huri from : frontier) children_.front()->append_ends(from, backward, next);
    }
  }

  // !(a | ^b): edges forward except a, and edges backward except b; each direction only if it is named (18.2.2.3).
  void append_negated(Huri node, bool backward, Nodes& out) {
    const auto append = [&](EdgeLookup& edges, const std::vector<Huri>& excluded) {
      found_.clear();
      edges.append_edges(node, found_);
      for (const auto& [predicate, end] : found_) {
        if (std::find(excluded.begin(), excluded.end(), predicate) == excluded.end()) out.push_back(end);
      }
    };
    if (!not_forward_.empty() || not_backward_.empty()) append(backward ? *backward_ : *forward_, not_forward_);
    if (!not_backward_.empty()) append(backward ? *forward_ : *backward_, not_backward_);
  }

  Context& context_;
  const PathKind kind_;
  const bool may_have_no_length_;
  std::vector<std::unique_ptr<Step>> children_;
  std::unique_ptr<EdgeLookup> forward_, backward_;
  std::vector<Huri> not_forward_, not_backward_;
  PredicatesAndEnds found_;
  ReachedSet seen_;       // of a closure
  WalkedClasses walked_;  // of a closure or a sequence
  std::uint64_t steps_ = 0;
};

PathWalk::PathWalk(Context& context, const GraphScope& scope, const parser::Path& path)
    : context_(context), root_(std::make_unique<Step>(context, scope, path)), ends_(&context.arena.own()) {}

PathWalk::~PathWalk() = default;

std::span<const Huri> PathWalk::ends(Huri node, bool backward) {
  ends_.clear();
  root_->append_ends(node, backward, ends_);
  return ends_;
}

}  // namespace quadrille::query
