#include "query/path_scan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "quadstore/sharding.hpp"
#include "query/graph_names.hpp"

namespace quadrille::query {

namespace {

// Appends the values of `variable` in all matches of a pattern, in the shards of all images.
void append_values(Context& context, const QuadPattern& pattern, VariableId variable, std::vector<Huri>& out) {
  const VariableId outputs[] = {variable};
  AccessPath path = look_up_path(pattern, {}, outputs);
  RowReader reader(path);
  QuadPrefix prefix;
  for (const Slot& slot : path.prefix) prefix.push_back(slot.term);
  const ShardSpan shards = shards_of(context.snapshot, path.permutation, prefix.values());
  Table found(context.arena, 1);
  for (std::uint32_t shard = shards.begin; shard < shards.end; ++shard) {
    const RunView& run = context.snapshot.run(path.permutation, ShardId{shard});
    reader.restart();
    for (RowRange rest = run.find(prefix); !rest.empty();) {
      const RowRange part{rest.begin, std::min(rest.end, rest.begin + context.chunk_rows)};
      found.clear();
      reader.read(run, part, {}, found);
      for (const Huri value : std::as_const(found).column(0)) {
        if (out.empty() || out.back() != value) out.push_back(value);
      }
      rest.begin = part.end;
      context.check();
    }
  }
}

}  // namespace

Schema PathScan::schema_of(const Slot& subject, const Slot& object, const GraphScope& scope) {
  Schema schema;
  const bool local =
      (!subject.variable && subject.term.is_volatile()) || (!object.variable && object.term.is_volatile());
  if (subject.variable) schema.columns.push_back({*subject.variable, false, local});
  if (object.variable && object.variable != subject.variable)
    schema.columns.push_back({*object.variable, false, local});
  if (scope.kind == GraphScope::Kind::each) schema.columns.push_back({*scope.graph.variable});
  const bool from_everywhere = subject.variable && object.variable;
  schema.distribution = from_everywhere ? Distribution::by(*subject.variable) : Distribution::first();
  return schema;
}

PathScan::PathScan(Slot subject, parser::Path path, Slot object, GraphScope scope)
    : Operator(schema_of(subject, object, scope), false),
      subject_(subject),
      object_(object),
      path_(std::move(path)),
      scope_(std::move(scope)),
      backward_(subject.variable && !object.variable) {}

std::string PathScan::describe() const {
  return fmt::format("PathScan {}", backward_ ? "from the object" : "from the subject");
}

void PathScan::do_open(Context& context) {
  if (scope_.kind != GraphScope::Kind::each) {
    graphs_.push_back(scope_);
    return;
  }
  for (const Huri name : names_of_graphs(context, scope_.allowed.get())) {
    graphs_.push_back({GraphScope::Kind::one, Slot::of(name), nullptr});
  }
}

bool PathScan::next_graph(Context& context) {
  if (graph_ == graphs_.size()) return false;
  ++graph_;
  walk_ = std::make_unique<PathWalk>(context, graphs_[graph_ - 1], path_);
  find_sources(context);
  next_source_ = 0;
  return true;
}

// The nodes that this image starts from.
void PathScan::find_sources(Context& context) {
  sources_.clear();
  if (!subject_.variable || !object_.variable) {
    if (context.team.is_first()) sources_.push_back(backward_ ? object_.term : subject_.term);
    return;
  }
  constexpr VariableId kSubject = 0, kPredicate = 1, kObject = 2;
  const auto append = [&](const Slot& predicate, VariableId variable) {
    const auto append_in = [&](const GraphScope& scope) {
      append_values(context, {{Slot::of(kSubject), predicate, Slot::of(kObject)}, scope}, variable, sources_);
    };
    const GraphScope& scope = graphs_[graph_ - 1];
    if (scope.kind != GraphScope::Kind::everything) return append_in(scope);
    append_in({GraphScope::Kind::default_graph, {}, nullptr});
    append_in({GraphScope::Kind::merged, {}, nullptr});
  };
  if (const auto links = first_links(path_)) {
    for (const FirstLink& link : *links) {
      const Huri predicate = context.dictionary.find(TermView::iri(link.iri));
      if (!predicate.is_unbound()) append(Slot::of(predicate), link.backward ? kObject : kSubject);
    }
  } else {
    append(Slot::of(kPredicate), kSubject);
    append(Slot::of(kPredicate), kObject);
  }
  std::erase_if(sources_, [&](Huri node) {
    return context.owner(shard_of(node, context.snapshot.shards())) != context.team.rank();
  });
  std::sort(sources_.begin(), sources_.end());
  sources_.erase(std::unique(sources_.begin(), sources_.end()), sources_.end());
}

bool PathScan::do_next(Context& context, Table& out) {
  while (out.rows() < context.chunk_rows) {
    if (next_source_ < sources_.size()) {
      walk_from(sources_[next_source_++], out);
      if ((next_source_ & 0xff) == 0) context.check();
    } else if (!next_graph(context)) {
      return !out.empty();
    }
  }
  return true;
}

void PathScan::walk_from(Huri source, Table& out) {
  ends_.clear();
  walk_->append_ends(source, backward_, ends_);
  const bool loops = subject_.variable && subject_.variable == object_.variable;
  for (const Huri end : ends_) {
    if (loops && end != source) continue;
    if (!subject_.variable && !object_.variable && end != object_.term) continue;
    const std::size_t row = out.rows();
    out.resize(row + 1);
    std::size_t column = 0;
    if (subject_.variable) out.column(column++)[row] = backward_ ? end : source;
    if (object_.variable && !loops) out.column(column++)[row] = end;
    if (scope_.kind == GraphScope::Kind::each) out.column(column)[row] = graphs_[graph_ - 1].graph.term;
  }
}

}  // namespace quadrille::query
