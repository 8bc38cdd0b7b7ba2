#include "query/paths/path_sources.hpp"

#include <algorithm>
#include <memory_resource>
#include <optional>

#include "base/sort_different.hpp"
#include "pgas/exchange.hpp"
#include "quadstore/meant_terms.hpp"
#include "quadstore/sharding.hpp"
#include "quadstore/stated_triples.hpp"
#include "query/index/row_reader.hpp"

namespace quadrille::query {

namespace {

using parser::PathKind;

// A predicate that a path can begin with, and its direction.
struct FirstLink {
  std::string iri;
  bool backward = false;
};

// nullopt if the path may have no length, or can begin with any predicate.
std::optional<std::vector<FirstLink>> first_links(const parser::Path& path) {
  switch (path.kind) {
    case PathKind::link:
      return std::vector<FirstLink>{{path.iri, false}};
    case PathKind::one_or_more:
      return first_links(path.children.front());
    case PathKind::sequence:
      return first_links(path.children.front());
    case PathKind::alternative: {
      std::vector<FirstLink> all;
      for (const parser::Path& child : path.children) {
        const auto links = first_links(child);
        if (!links) return std::nullopt;
        all.insert(all.end(), links->begin(), links->end());
      }
      return all;
    }
    case PathKind::inverse:
      if (path.children.front().kind == PathKind::link)
        return std::vector<FirstLink>{{path.children.front().iri, true}};
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// All matches of a pattern in the shards that this image may read, by chunks with the columns of `path`.
class Matches {
 public:
  // Both outlive it.
  Matches(Context& context, const AccessPath& path)
      : context_(context),
        path_(path),
        reader_(path),
        prefix_(constant_prefix(path)),
        left_(shards_of(context.data, path.permutation, prefix_.values()).within(context.readable_shards())) {}

  // Replaces `found` by the next ones. Returns false if there are no more.
  bool next(Table& found) {
    context_.check();
    found.clear();
    while (rest_.empty()) {
      if (left_.begin >= left_.end) return false;
      reader_.restart();
      rest_ = run_to_filter(context_.data, path_, ShardId{left_.begin++}).find(prefix_);
    }
    reader_.read(rest_, std::min<std::uint64_t>(rest_.size(), context_.chunk_rows), {}, found);
    return true;
  }

 private:
  Context& context_;
  const AccessPath& path_;
  RowReader reader_;
  const QuadPrefix prefix_;
  ShardSpan left_;
  MergedRows rest_;
};

// Appends the values of `variable` in all matches of a pattern in the shards that this image may read.
void append_values(Context& context, const QuadPattern& pattern, VariableId variable, Nodes& out) {
  const AccessPath path = look_up_path(pattern, {}, {&variable, 1});
  Table found(context.arena, path.outputs.size());
  for (Matches matches(context, path); matches.next(found);) {
    for (const Huri value : std::as_const(found).column(0)) {
      if (out.empty() || out.back() != value) out.push_back(value);
    }
  }
}

// The triples of one predicate, or of all, that rows mean which are stored by representatives. Stated ones are left out
// if the snapshot hides them.
class MeantTriples {
 public:
  MeantTriples(Context& context, const EqualTerms& equal, Huri predicate)
      : context_(context),
        predicate_(predicate.is_unbound() ? Slot::of(kPredicate) : Slot::of(equal.representative(predicate))),
        path_(path()),
        matches_(context, path_),
        found_(context.arena, path_.outputs.size()),
        meant_(context.data.default_graph()) {
    if (asks_for_stated(context.data.default_graph()))
      stated_.emplace(context.team, context.arena, context.data.default_graph());
  }

  // Replaces `triples` by the next ones, which may be none. Returns false if there are no more. Collective, if it must
  // ask for stated triples.
  bool next(std::vector<Quad>& triples) {
    bool has_more = true;
    while (!meant_.next(context_.chunk_rows, triples) && has_more) has_more = read();
    if (!stated_) return !triples.empty();
    if (!context_.team.any(!triples.empty())) return false;
    stated_->leave_out(triples);
    return true;
  }

 private:
  static constexpr VariableId kSubject = 0, kObject = 1, kPredicate = 2;

  AccessPath path() const {
    std::vector<VariableId> wanted{kSubject, kObject};
    if (predicate_.variable) wanted.push_back(kPredicate);
    const GraphScope scope = GraphScope::unnamed_part();
    AccessPath path = look_up_path({{Slot::of(kSubject), predicate_, Slot::of(kObject)}, scope}, {}, wanted);
    std::sort(path.outputs.begin(), path.outputs.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return path;
  }

  bool read() {
    rows_.clear();
    const bool has_some = matches_.next(found_);
    const Table& found = found_;
    for (std::size_t row = 0; row < found.rows(); ++row) {
      const Huri its_predicate = predicate_.variable ? found.column(2)[row] : predicate_.term;
      rows_.push_back({found.column(0)[row], its_predicate, found.column(1)[row], kDefaultGraph});
    }
    meant_.begin(rows_);
    return has_some;
  }

  Context& context_;
  const Slot predicate_;
  const AccessPath path_;
  Matches matches_;
  Table found_;
  MeantQuads meant_;
  std::vector<Quad> rows_;
  std::optional<StatedTriples> stated_;
};

// Appends the subjects, or the objects, of these triples.
void append_meant(Context& context, const EqualTerms& equal, Huri predicate, bool objects, Nodes& out) {
  std::vector<Quad> triples;
  std::size_t room = 2 * out.size() + context.chunk_rows;  // a product has each of its terms many times
  for (MeantTriples meant(context, equal, predicate); meant.next(triples);) {
    context.check();
    for (const Quad& triple : triples) {
      const Huri value = objects ? triple.object : triple.subject;
      const bool is_asked = predicate.is_unbound() || triple.predicate == predicate;
      if (is_asked && (out.empty() || out.back() != value)) out.push_back(value);
    }
    if (out.size() < room) continue;
    sort_different(out);
    room = 2 * out.size() + context.chunk_rows;
  }
}

// Collective. Sends each node to the owner of its shard, and replaces `nodes` by those that this image receives.
void exchange_by_owner(Context& context, Nodes& nodes) {
  const auto members = static_cast<std::size_t>(context.team.size());
  std::vector<std::size_t> ends(members + 1, 0);
  const auto owner = [&](Huri node) {
    return static_cast<std::size_t>(context.owner(shard_of(node, context.data.shards())));
  };
  for (const Huri node : nodes) ++ends[owner(node) + 1];
  for (std::size_t member = 0; member < members; ++member) ends[member + 1] += ends[member];
  std::pmr::vector<Huri> packed(nodes.size(), &context.arena);
  std::pmr::vector<pgas::Block> outgoing(&context.arena);
  for (std::size_t member = 0; member < members; ++member) {
    outgoing.push_back(std::as_bytes(std::span(packed).subspan(ends[member], ends[member + 1] - ends[member])));
  }
  for (const Huri node : nodes) packed[ends[owner(node)]++] = node;
  nodes.clear();
  pgas::ExchangeView view(context.team, outgoing);
  for (int member = 0; member < view.size(); ++member) {
    const auto theirs = view.from_as<Huri>(member);
    nodes.insert(nodes.end(), theirs.begin(), theirs.end());
  }
  view.finish();
}

}  // namespace

bool may_have_no_length(const parser::Path& path) {
  const auto of_child = [](const parser::Path& child) { return may_have_no_length(child); };
  switch (path.kind) {
    case PathKind::zero_or_more:
    case PathKind::zero_or_one:
      return true;
    case PathKind::one_or_more:
    case PathKind::inverse:
      return of_child(path.children.front());
    case PathKind::sequence:
      return std::all_of(path.children.begin(), path.children.end(), of_child);
    case PathKind::alternative:
      return std::any_of(path.children.begin(), path.children.end(), of_child);
    default:
      return false;
  }
}

Nodes path_sources(Context& context, const GraphScope& graph, const parser::Path& path) {
  constexpr VariableId kSubject = 0, kPredicate = 1, kObject = 2;
  Nodes nodes(&context.arena.own());
  const EqualTerms* const equal = context.data.classes();
  const auto append = [&](const Slot& predicate, VariableId variable) {
    const auto append_in = [&](const GraphScope& scope) {
      if (scope.is_empty()) return;
      if (equal && scope.kind == GraphScope::Kind::default_graph) {
        return append_meant(context, *equal, predicate.term, variable == kObject, nodes);
      }
      append_values(context, {{Slot::of(kSubject), predicate, Slot::of(kObject)}, scope}, variable, nodes);
    };
    if (graph.kind != GraphScope::Kind::everything) return append_in(graph);
    append_in(GraphScope::unnamed_part());
    append_in(graph.named_part());
  };
  if (const auto links = first_links(path)) {
    for (const FirstLink& link : *links) {
      const Huri predicate = context.dictionary.find(TermView::iri(link.iri));
      if (!predicate.is_unbound()) append(Slot::of(predicate), link.backward ? kObject : kSubject);
    }
  } else {
    append(Slot::of(kPredicate), kSubject);
    append(Slot::of(kPredicate), kObject);
  }
  if (context.data.is_whole()) {
    std::erase_if(
        nodes, [&](Huri node) { return context.owner(shard_of(node, context.data.shards())) != context.team.rank(); });
  } else {
    sort_different(nodes);
    exchange_by_owner(context, nodes);
  }
  sort_different(nodes);
  return nodes;
}

}  // namespace quadrille::query
