#include "query/paths/path_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dictionary/volatile_huri.hpp"
#include "query/operators/graph_names.hpp"
#include "query/paths/path_sources.hpp"

namespace quadrille::query {

bool PathScan::can_spread(const Slot& subject, const parser::Path& path, const Slot& object) {
  return subject.variable.has_value() != object.variable.has_value() && SpreadClosure::fits(path);
}

Schema PathScan::schema_of(const Slot& subject, const Slot& object, const GraphScope& scope, const PathStarts& starts,
                           PathWay way) {
  Schema schema;
  const bool local =
      (!subject.variable && is_query_term(subject.term)) || (!object.variable && is_query_term(object.term));
  if (subject.variable) schema.columns.push_back({*subject.variable, false, local});
  if (object.variable && object.variable != subject.variable)
    schema.columns.push_back({*object.variable, false, local});
  if (scope.kind == GraphScope::Kind::each) schema.columns.push_back({*scope.graph.variable});
  const bool from_everywhere = subject.variable && object.variable;
  const VariableId start = from_everywhere ? (starts.at_object ? *object.variable : *subject.variable) : 0;
  schema.distribution = from_everywhere ? Distribution::by(start) : Distribution::first();
  if (way == PathWay::spread) schema.distribution = Distribution::by(schema.columns.front().variable);
  return schema;
}

PathScan::PathScan(Slot subject, parser::Path path, Slot object, GraphScope scope, PathWay way, PathStarts starts)
    : Operator(schema_of(subject, object, scope, starts, way), way != PathWay::alone),
      subject_(subject),
      object_(object),
      path_(std::move(path)),
      scope_(std::move(scope)),
      way_(way),
      starts_(std::move(starts)),
      backward_(subject.variable && (!object.variable || starts_.at_object)) {}

std::vector<const Operator*> PathScan::children() const {
  if (!starts_.values) return {};
  return {starts_.values.get()};
}

Details PathScan::details(const PlanWords& words) const {
  Details details{{"pattern", fmt::format("{} {} {}", words.slot(subject_), words.path(path_), words.slot(object_))},
                  {"from", starts_.values ? (backward_ ? "values of the object" : "values of the subject")
                           : backward_    ? "the object"
                                          : "the subject"}};
  if (way_ == PathWay::spread) details.emplace_back("images", "share the work");
  if (const std::string graph = words.graph(scope_); !graph.empty()) details.emplace_back("graph", graph);
  return details;
}

void PathScan::do_open(Context& context) {
  if (starts_.values) {
    starts_.values->open(context);
    known_ = std::make_unique<Table>(drain(context, *starts_.values));
  }
  if (scope_.kind != GraphScope::Kind::each) {
    graphs_.all.push_back(scope_);
    return;
  }
  for (const Huri name : names_of_graphs(context, scope_.allowed.get())) {
    graphs_.all.push_back({GraphScope::Kind::one, Slot::of(name), nullptr});
  }
}

bool PathScan::next_graph(Context& context) {
  if (graphs_.next == graphs_.all.size()) return false;
  const GraphScope& graph = graphs_.all[graphs_.next++];
  if (way_ == PathWay::spread) {
    const Huri start = backward_ ? object_.term : subject_.term;
    closure_ = std::make_unique<SpreadClosure>(context, graph, path_, start, backward_);
    return true;
  }
  if (way_ == PathWay::waves) {
    wave_ = std::make_unique<PathWave>(context, graph, path_);
  } else {
    walk_ = std::make_unique<PathWalk>(context, graph, path_);
  }
  sources_ = {std::make_unique<Nodes>(&context.arena.own())};
  if (known_) {
    take_starts_in(context, graph);
  } else if (subject_.variable && object_.variable) {
    *sources_.nodes = path_sources(context, graph, path_);
  } else if (context.team.is_first()) {
    sources_.nodes->push_back(backward_ ? object_.term : subject_.term);
  }
  return true;
}

// A path of no length joins each node of the graph with itself. It does not apply to terms that are not nodes.
void PathScan::take_starts_in(Context& context, const GraphScope& graph) {
  const auto values = std::as_const(*known_).column(0);
  NodeTest test(context, graph);
  for (std::size_t row = 0; row < values.size(); ++row) {
    if ((row & 0xfff) == 0) context.check();
    if (!starts_.may_be_elsewhere || test.is_node(values[row])) sources_.nodes->push_back(values[row]);
  }
  std::sort(sources_.nodes->begin(), sources_.nodes->end());
}

bool PathScan::do_next(Context& context, Table& out) {
  switch (way_) {
    case PathWay::alone:
      return next_alone(context, out);
    case PathWay::waves:
      return next_together(context, out);
    case PathWay::spread:
      return next_spread(context, out);
  }
  fail(ErrorKind::internal, "a path is walked in an unknown way");
}

bool PathScan::next_alone(Context& context, Table& out) {
  while (out.rows() < context.chunk_rows) {
    if (sources_.has_next()) {
      const Huri source = (*sources_.nodes)[sources_.next++];
      for (const Huri end : walk_->ends(source, backward_)) write(source, end, out);
      if ((sources_.next & 0xff) == 0) context.check();
    } else if (!next_graph(context)) {
      return !out.empty();
    }
  }
  return true;
}

std::size_t SourceBatch::walk(PathWave& wave, std::span<const Huri> sources, bool backward, std::size_t chunk_rows) {
  sources_ = sources.first(std::min(sources.size(), wanted_));
  reached_ = wave.ends(sources_, backward);
  next_ = 0;
  // Memory for visited nodes grows with the rows; the number of exchanges falls with the number of sources.
  if (reached_.size() < chunk_rows) wanted_ = std::min(wanted_ * 4, kMostSources);
  if (reached_.size() > 4 * chunk_rows) wanted_ = std::max<std::size_t>(wanted_ / 4, 1);
  return sources_.size();
}

// When no image has rows left, all images walk from their next sources, or in the next graph.
bool PathScan::next_together(Context& context, Table& out) {
  while (!context.team.any(batch_.has_pair())) {
    if (context.team.any(sources_.has_next())) {
      sources_.next +=
          batch_.walk(*wave_, std::span(*sources_.nodes).subspan(sources_.next), backward_, context.chunk_rows);
    } else if (!next_graph(context)) {
      return false;
    }
  }
  while (batch_.has_pair() && out.rows() < context.chunk_rows) {
    const auto [source, end] = batch_.next_pair();
    write(source, end, out);
  }
  return true;
}

bool PathScan::next_spread(Context& context, Table& out) {
  while (!context.team.any(closure_ && closure_->has_node())) {
    if (!next_graph(context)) return false;
  }
  const Huri start = backward_ ? object_.term : subject_.term;
  while (closure_->has_node() && out.rows() < context.chunk_rows) write(start, closure_->next_node(), out);
  return true;
}

void PathScan::write(Huri source, Huri end, Table& out) const {
  const bool loops = subject_.variable && subject_.variable == object_.variable;
  if (loops && end != source) return;
  if (!subject_.variable && !object_.variable && end != object_.term) return;
  const std::size_t row = out.rows();
  out.resize(row + 1);
  std::size_t column = 0;
  if (subject_.variable) out.column(column++)[row] = backward_ ? end : source;
  if (object_.variable && !loops) out.column(column++)[row] = backward_ ? source : end;
  if (scope_.kind == GraphScope::Kind::each) out.column(column)[row] = graphs_.all[graphs_.next - 1].graph.term;
}

}  // namespace quadrille::query
