#include "query/paths/path_sources.hpp"

#include <algorithm>
#include <memory_resource>

#include "base/sort_different.hpp"
#include "pgas/exchange.hpp"
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

// Appends the values of `variable` in all matches of a pattern in the shards that this image may read.
void append_values(Context& context, const QuadPattern& pattern, VariableId variable, Nodes& out) {
  const AccessPath path = look_up_path(pattern, {}, {&variable, 1});
  RowReader reader(path);
  const QuadPrefix prefix = constant_prefix(path);
  const ShardSpan shards =
      shards_of(context.snapshot, path.permutation, prefix.values()).within(context.readable_shards());
  Table found(context.arena, 1);
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    reader.restart();
    MergedRows rest = context.snapshot.run(path.permutation, ShardId{shard}).find(prefix);
    while (!rest.empty()) {
      context.check();
      found.clear();
      reader.read(rest, std::min<std::uint64_t>(rest.size(), context.chunk_rows), {}, found);
      for (const Huri value : std::as_const(found).column(0)) {
        if (out.empty() || out.back() != value) out.push_back(value);
      }
    }
  }
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
  const auto append = [&](const Slot& predicate, VariableId variable) {
    const auto append_in = [&](const GraphScope& scope) {
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
