#include "query/paths/path_sources.hpp"

#include <algorithm>
#include <memory_resource>

#include "base/sort_different.hpp"
#include "pgas/exchange.hpp"
#include "quadstore/meant_terms.hpp"
#include "quadstore/sharding.hpp"
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

// Calls use(rows) for all matches of a pattern in the shards that this image may read, by chunks with the columns of
// `path`.
template <class Use>
void for_each_match(Context& context, const AccessPath& path, const Use& use) {
  RowReader reader(path);
  const QuadPrefix prefix = constant_prefix(path);
  const ShardSpan shards =
      shards_of(context.snapshot, path.permutation, prefix.values()).within(context.readable_shards());
  Table found(context.arena, path.outputs.size());
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    reader.restart();
    MergedRows rest = context.snapshot.run(path.permutation, ShardId{shard}).find(prefix);
    while (!rest.empty()) {
      context.check();
      found.clear();
      reader.read(rest, std::min<std::uint64_t>(rest.size(), context.chunk_rows), {}, found);
      use(std::as_const(found));
    }
  }
}

// Appends the values of `variable` in all matches of a pattern in the shards that this image may read.
void append_values(Context& context, const QuadPattern& pattern, VariableId variable, Nodes& out) {
  for_each_match(context, look_up_path(pattern, {}, {&variable, 1}), [&](const Table& found) {
    for (const Huri value : found.column(0)) {
      if (out.empty() || out.back() != value) out.push_back(value);
    }
  });
}

// The same of what rows mean that are stored by representatives: the subjects, or the objects, of triples of one
// predicate or of all.
void append_meant(Context& context, const EqualTerms& equal, Huri predicate, bool objects, Nodes& out) {
  constexpr VariableId kSubject = 0, kObject = 1, kPredicate = 2;
  const bool is_one = !predicate.is_unbound();
  const Slot middle = is_one ? Slot::of(equal.representative(predicate)) : Slot::of(kPredicate);
  std::vector<VariableId> wanted{kSubject, kObject};
  if (!is_one) wanted.push_back(kPredicate);
  const GraphScope scope{GraphScope::Kind::default_graph, {}, nullptr};
  AccessPath path = look_up_path({{Slot::of(kSubject), middle, Slot::of(kObject)}, scope}, {}, wanted);
  std::sort(path.outputs.begin(), path.outputs.end(), [](auto& a, auto& b) { return a.second < b.second; });
  MeantQuads meant(context.snapshot);
  std::vector<Quad> rows, quads;
  std::vector<Huri> values;  // of a chunk: a product has each of its terms many times
  for_each_match(context, path, [&](const Table& found) {
    rows.clear();
    values.clear();
    for (std::size_t row = 0; row < found.rows(); ++row) {
      const Huri its_predicate = is_one ? middle.term : found.column(2)[row];
      rows.push_back({found.column(0)[row], its_predicate, found.column(1)[row], kDefaultGraph});
    }
    for (meant.begin(rows); meant.next(context.chunk_rows, quads);) {
      context.check();
      for (const Quad& quad : quads) {
        const Huri value = objects ? quad.object : quad.subject;
        const bool is_asked = !is_one || quad.predicate == predicate;
        if (is_asked && (values.empty() || values.back() != value)) values.push_back(value);
      }
      sort_different(values);
    }
    out.insert(out.end(), values.begin(), values.end());
  });
}

// Collective. Sends each node to the owner of its shard, and replaces `nodes` by those that this image receives.
void exchange_by_owner(Context& context, Nodes& nodes) {
  const auto members = static_cast<std::size_t>(context.team.size());
  std::vector<std::size_t> ends(members + 1, 0);
  const auto owner = [&](Huri node) {
    return static_cast<std::size_t>(context.owner(shard_of(node, context.snapshot.shards())));
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
  const EqualTerms* const equal = classes_of(context.snapshot);
  const auto append = [&](const Slot& predicate, VariableId variable) {
    const auto append_in = [&](const GraphScope& scope) {
      if (equal && scope.kind == GraphScope::Kind::default_graph) {
        return append_meant(context, *equal, predicate.term, variable == kObject, nodes);
      }
      append_values(context, {{Slot::of(kSubject), predicate, Slot::of(kObject)}, scope}, variable, nodes);
    };
    if (graph.kind != GraphScope::Kind::everything) return append_in(graph);
    append_in({GraphScope::Kind::default_graph, {}, nullptr});
    append_in({GraphScope::Kind::merged, {}, nullptr});
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
  if (context.snapshot.is_whole()) {
    std::erase_if(nodes, [&](Huri node) {
      return context.owner(shard_of(node, context.snapshot.shards())) != context.team.rank();
    });
  } else {
    sort_different(nodes);
    exchange_by_owner(context, nodes);
  }
  sort_different(nodes);
  return nodes;
}

}  // namespace quadrille::query
