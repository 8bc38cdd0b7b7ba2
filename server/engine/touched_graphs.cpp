#include "server/engine/touched_graphs.hpp"

#include <set>

namespace quadrille::server {

namespace {

using parser::GraphTargetKind;
using parser::UpdateKind;
using parser::UpdateOperation;

using GraphNames = std::set<std::string>;

std::string target_name(const parser::GraphTarget& target) {
  switch (target.kind) {
    case GraphTargetKind::graph:
      return name_of_graph(target.iri);
    case GraphTargetKind::default_graph:
      return kDefaultGraphName;
    case GraphTargetKind::named:
      return kNamedGraphsName;
    case GraphTargetKind::all:
      return kAllGraphsName;
  }
  return kAllGraphsName;
}

// `usual`: the graph of quads that name none. A variable may stand for every named graph.
void add_graphs(GraphNames& names, const std::vector<parser::QuadPattern>& quads, const std::string& usual) {
  const std::optional<parser::Node>* last = nullptr;
  for (const parser::QuadPattern& quad : quads) {
    if (last != nullptr && *last == quad.graph) continue;
    last = &quad.graph;
    const Term* const term = quad.graph ? std::get_if<Term>(&*quad.graph) : nullptr;
    names.insert(!quad.graph ? usual : term != nullptr ? name_of_graph(term->text) : kNamedGraphsName);
  }
}

void add_operation(GraphNames& written, GraphNames& read, const UpdateOperation& operation) {
  const std::string usual = operation.with ? name_of_graph(*operation.with) : kDefaultGraphName;
  add_graphs(written, operation.insert_template, usual);
  add_graphs(written, operation.delete_template, usual);
  read.insert(operation.using_clause.default_graphs.begin(), operation.using_clause.default_graphs.end());
  read.insert(operation.using_clause.named_graphs.begin(), operation.using_clause.named_graphs.end());
  switch (operation.kind) {
    case UpdateKind::insert_data:
    case UpdateKind::delete_data:
    case UpdateKind::modify:
      return;
    case UpdateKind::load:
    case UpdateKind::clear:
    case UpdateKind::drop:
    case UpdateKind::create:
      written.insert(target_name(operation.target));
      return;
    case UpdateKind::move:  // its source is empty afterwards
      written.insert(target_name(operation.source));
      written.insert(target_name(operation.target));
      return;
    case UpdateKind::add:
    case UpdateKind::copy:
      read.insert(target_name(operation.source));
      written.insert(target_name(operation.target));
      return;
  }
}

}  // namespace

std::string name_of_graph(const std::string& iri) {
  const bool is_taken = iri == kDefaultGraphName || iri == kNamedGraphsName || iri == kAllGraphsName;
  return is_taken ? "<" + iri + ">" : iri;
}

void expect_writable(const TouchedGraphs& graphs, const GraphRights& rights) {
  if (rights.is_all()) return;
  for (const std::string& graph : graphs.written) {
    if (graph == kNamedGraphsName || graph == kAllGraphsName) continue;
    const bool is_default = graph == kDefaultGraphName;
    if (is_default ? rights.has_default_graph() : rights.holds(graph)) continue;
    fail(ErrorKind::forbidden, "the user may not write {}; nothing was changed",
         is_default ? "the default graph" : "the graph <" + graph + ">");
  }
}

TouchedGraphs touched_graphs(const parser::Update& update) {
  GraphNames written, read;
  for (const UpdateOperation& operation : update.operations) add_operation(written, read, operation);
  return {{written.begin(), written.end()}, {read.begin(), read.end()}};
}

}  // namespace quadrille::server
