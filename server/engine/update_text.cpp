#include "server/engine/update_text.hpp"

namespace quadrille::server {

namespace {

using parser::GraphTargetKind;
using parser::UpdateKind;
using parser::UpdateOperation;

void apply_using(UpdateOperation& operation, const parser::Dataset& dataset) {
  if (operation.kind != UpdateKind::modify) return;
  if (operation.with || !operation.using_clause.empty()) {
    fail(ErrorKind::user,
         "the request names graphs by using-graph-uri or using-named-graph-uri, and the update by USING or WITH; use "
         "only one of them");
  }
  operation.using_clause = dataset;
}

// Limits an operation to `graph`.
class Confinement {
 public:
  explicit Confinement(const GraphTarget& graph) : graph_(graph) {}

  void apply(UpdateOperation& operation) const {
    for (auto* quads : {&operation.insert_template, &operation.delete_template}) {
      for (parser::QuadPattern& quad : *quads) confine(quad);
    }
    switch (operation.kind) {
      case UpdateKind::insert_data:
      case UpdateKind::delete_data:
        return;
      case UpdateKind::modify:
        return confine_modify(operation);
      case UpdateKind::load:
      case UpdateKind::clear:
      case UpdateKind::drop:
      case UpdateKind::create:
        return confine(operation.target);
      case UpdateKind::add:
      case UpdateKind::move:
      case UpdateKind::copy:
        refuse();
    }
  }

 private:
  bool is_named() const { return graph_.kind == GraphTarget::Kind::named; }

  [[noreturn]] void refuse() const {
    fail(ErrorKind::user, "this PATCH is for {}, but its update changes another graph; POST it to /update instead",
         is_named() ? "the graph <" + graph_.iri + ">" : "the default graph");
  }

  void confine(parser::QuadPattern& quad) const {
    const std::optional<parser::Node> own =
        is_named() ? std::optional<parser::Node>(Term(TermView::iri(graph_.iri))) : std::nullopt;
    if (quad.graph && quad.graph != own) refuse();
    quad.graph = own;
  }

  void confine(parser::GraphTarget& target) const {
    const bool is_own = target.kind == GraphTargetKind::default_graph ||
                        (is_named() && target.kind == GraphTargetKind::graph && target.iri == graph_.iri);
    if (!is_own) refuse();
    if (is_named()) target = {GraphTargetKind::graph, graph_.iri};
  }

  void confine_modify(UpdateOperation& operation) const {
    if (operation.with && !(is_named() && *operation.with == graph_.iri)) refuse();
    if (is_named()) operation.with = graph_.iri;
  }

  const GraphTarget& graph_;
};

}  // namespace

parser::Update parse_update_request(const UpdateRequest& request, const parser::DefaultPrefixes& prefixes) {
  parser::Update update = parser::parse_update(request.text, request.base, prefixes);
  const parser::Dataset dataset{request.using_graphs, request.using_named};
  for (UpdateOperation& operation : update.operations) {
    if (!dataset.empty()) apply_using(operation, dataset);
    if (request.graph) Confinement(*request.graph).apply(operation);
  }
  return update;
}

}  // namespace quadrille::server
