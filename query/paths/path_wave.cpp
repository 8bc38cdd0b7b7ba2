#include "query/paths/path_wave.hpp"

#include <algorithm>
#include <unordered_map>

#include "query/paths/path_sources.hpp"
#include "query/paths/walked_classes.hpp"
#include "query/table/row_limit.hpp"

namespace quadrille::query {

using parser::Path;
using parser::PathKind;

// One node of a path's tree. `nodes` and `out` are those of PathWave::append_ends().
class PathWave::Step {
 public:
  virtual ~Step() = default;
  virtual void append_ends(std::span<const Huri> nodes, bool backward, ReachedRows& out) = 0;
};

namespace {

using Step = PathWave::Step;
using StepPtr = std::unique_ptr<Step>;

// Their places are numbers of 32 bits.
Nodes nodes_of(const ReachedRows& rows) {
  require_row_numbers(rows.size(), "nodes in a property path");
  Nodes nodes(rows.get_allocator().resource());
  nodes.reserve(rows.size());
  for (const Reached& row : rows) nodes.push_back(row.node);
  return nodes;
}

// The edges of a path that is one step; nullopt if it has several steps. An empty list: nothing can match.
std::optional<std::vector<EdgeKind>> edge_kinds(QueryDictionary& dictionary, const Path& path, bool backward) {
  const auto find = [&](const std::string& iri) { return dictionary.find(TermView::iri(iri)); };
  std::vector<EdgeKind> kinds;
  switch (path.kind) {
    case PathKind::link: {
      const Huri predicate = find(path.iri);
      if (!predicate.is_unbound()) kinds.push_back({predicate, backward, {}});
      return kinds;
    }
    case PathKind::inverse:
      return edge_kinds(dictionary, path.children.front(), !backward);
    case PathKind::negated:
      // Each direction only if it is named (18.2.2.3).
      for (const bool against : {false, true}) {
        const std::vector<std::string>& iris = against ? path.backward : path.forward;
        if (iris.empty() && (against || !path.backward.empty())) continue;
        EdgeKind kind{kUnbound, backward != against, {}};
        for (const std::string& iri : iris) kind.excluded.push_back(find(iri));
        kinds.push_back(std::move(kind));
      }
      return kinds;
    case PathKind::alternative:
      for (const Path& child : path.children) {
        auto of_child = edge_kinds(dictionary, child, backward);
        if (!of_child) return std::nullopt;
        std::move(of_child->begin(), of_child->end(), std::back_inserter(kinds));
      }
      return kinds;
    default:
      return std::nullopt;
  }
}

class Edges final : public Step {
 public:
  Edges(Context& context, const GraphScope& scope, std::vector<EdgeKind> ahead, std::vector<EdgeKind> back)
      : ahead_(context, scope, std::move(ahead), false), back_(context, scope, std::move(back), false) {}

  void append_ends(std::span<const Huri> nodes, bool backward, ReachedRows& out) override {
    EdgeBatch& edges = backward ? back_ : ahead_;
    edges.look_up(nodes);
    for (std::size_t edge = 0; edge < edges.edges(); ++edge) out.push_back({edges.place(edge), edges.end(edge)});
  }

 private:
  EdgeBatch ahead_, back_;
};

class Sequence final : public Step {
 public:
  Sequence(Context& context, const GraphScope& scope, const Path& path, std::vector<StepPtr> parts)
      : context_(context), path_(path), parts_(std::move(parts)), walked_(context, scope) {}

  void append_ends(std::span<const Huri> nodes, bool backward, ReachedRows& out) override {
    ReachedRows here(&context_.arena.own()), next(&context_.arena.own());
    for (std::uint32_t place = 0; place < nodes.size(); ++place) here.push_back({place, nodes[place]});
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      context_.check();
      next.clear();
      const std::size_t place = backward ? parts_.size() - 1 - part : part;
      // A path is one of several steps only in a closure, which returns equal ends once.
      walked_.clear();
      if (walked_.has_classes() && !may_have_no_length(path_.children[place])) {
        std::erase_if(here, [&](const Reached& row) { return !walked_.goes_on(row); });
      }
      parts_[place]->append_ends(nodes_of(here), backward, next);
      for (Reached& row : next) row.place = here[row.place].place;
      here.swap(next);
    }
    out.insert(out.end(), here.begin(), here.end());
  }

 private:
  Context& context_;
  const Path path_;
  const std::vector<StepPtr> parts_;
  WalkedClasses walked_;
};

class Alternative final : public Step {
 public:
  explicit Alternative(std::vector<StepPtr> parts) : parts_(std::move(parts)) {}

  void append_ends(std::span<const Huri> nodes, bool backward, ReachedRows& out) override {
    for (const StepPtr& part : parts_) part->append_ends(nodes, backward, out);
  }

 private:
  const std::vector<StepPtr> parts_;
};

class Inverse final : public Step {
 public:
  explicit Inverse(StepPtr inner) : inner_(std::move(inner)) {}
  void append_ends(std::span<const Huri> nodes, bool backward, ReachedRows& out) override {
    inner_->append_ends(nodes, !backward, out);
  }

 private:
  const StepPtr inner_;
};

// *, + and ?: returns every node once for each start.
class Closure final : public Step {
 public:
  Closure(Context& context, const GraphScope& scope, StepPtr inner, bool with_start, bool further)
      : context_(context),
        inner_(std::move(inner)),
        with_start_(with_start),
        further_(further),
        seen_(context.arena),
        walked_(context, scope) {}

  void append_ends(std::span<const Huri> nodes, bool backward, ReachedRows& out) override {
    // Equal starts are walked from once.
    std::pmr::memory_resource* const memory = &context_.arena.own();
    std::pmr::unordered_map<Huri, std::uint32_t> start_of(memory);
    Nodes starts(memory);
    std::pmr::vector<std::uint32_t> start_at(memory);  // by place
    for (const Huri node : nodes) {
      const auto [entry, is_new] = start_of.emplace(node, static_cast<std::uint32_t>(starts.size()));
      if (is_new) starts.push_back(node);
      start_at.push_back(entry->second);
    }
    if (starts.size() == nodes.size()) return walk(starts, backward, out);
    ReachedRows from_starts(memory);
    walk(starts, backward, from_starts);
    std::sort(from_starts.begin(), from_starts.end(),
              [](const Reached& a, const Reached& b) { return a.place < b.place; });
    for (std::uint32_t place = 0; place < nodes.size(); ++place) {
      auto row = std::lower_bound(from_starts.begin(), from_starts.end(), start_at[place],
                                  [](const Reached& a, std::uint32_t start) { return a.place < start; });
      for (; row != from_starts.end() && row->place == start_at[place]; ++row) out.push_back({place, row->node});
    }
  }

 private:
  void walk(std::span<const Huri> starts, bool backward, ReachedRows& out) {
    seen_.clear();
    walked_.clear();
    std::pmr::memory_resource* const memory = &context_.arena.own();
    ReachedRows frontier(memory), next(memory);
    for (std::uint32_t place = 0; place < starts.size(); ++place) {
      frontier.push_back({place, starts[place]});
      walked_.goes_on(frontier.back());
      if (with_start_ && seen_.insert(frontier.back())) out.push_back(frontier.back());
    }
    while (context_.team.any(!frontier.empty())) {
      context_.check();
      next.clear();
      inner_->append_ends(nodes_of(frontier), backward, next);
      ReachedRows reached(memory);
      for (const Reached& row : next) {
        const Reached at{frontier[row.place].place, row.node};
        if (!seen_.insert(at)) continue;
        out.push_back(at);
        if (walked_.goes_on(at)) reached.push_back(at);
      }
      if (!further_) break;
      frontier.swap(reached);
    }
  }

  Context& context_;
  const StepPtr inner_;
  const bool with_start_, further_;
  ReachedSet seen_;
  WalkedClasses walked_;
};

StepPtr make_step(Context& context, const GraphScope& scope, const Path& path) {
  if (auto ahead = edge_kinds(context.dictionary, path, false)) {
    return std::make_unique<Edges>(context, scope, std::move(*ahead), *edge_kinds(context.dictionary, path, true));
  }
  std::vector<StepPtr> parts;
  for (const Path& child : path.children) parts.push_back(make_step(context, scope, child));
  switch (path.kind) {
    case PathKind::sequence:
      return std::make_unique<Sequence>(context, scope, path, std::move(parts));
    case PathKind::alternative:
      return std::make_unique<Alternative>(std::move(parts));
    case PathKind::inverse:
      return std::make_unique<Inverse>(std::move(parts.front()));
    case PathKind::zero_or_one:
      return std::make_unique<Closure>(context, scope, std::move(parts.front()), true, false);
    case PathKind::zero_or_more:
      return std::make_unique<Closure>(context, scope, std::move(parts.front()), true, true);
    case PathKind::one_or_more:
      return std::make_unique<Closure>(context, scope, std::move(parts.front()), false, true);
    case PathKind::link:
    case PathKind::negated:
      break;
  }
  fail(ErrorKind::internal, "a path of an unknown kind");
}

}  // namespace

PathWave::PathWave(Context& context, const GraphScope& scope, const Path& path)
    : root_(make_step(context, scope, path)), ends_(&context.arena.own()) {}

PathWave::~PathWave() = default;

std::span<const Reached> PathWave::ends(std::span<const Huri> nodes, bool backward) {
  ends_.clear();
  root_->append_ends(nodes, backward, ends_);
  return ends_;
}

}  // namespace quadrille::query
