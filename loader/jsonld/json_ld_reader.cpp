#include "loader/jsonld/json_ld_reader.hpp"

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/json/parse_json.hpp"
#include "loader/jsonld/rdf/deserialize.hpp"

namespace quadrille::jsonld {

namespace {

TextPlace place_in(TextPlace begin, const JsonSyntaxError& error) {
  if (error.line() == 1) return {begin.line, begin.column + error.column() - 1};
  return {begin.line + error.line() - 1, error.column()};
}

Input input_of(const ReaderOptions& options) {
  return {Value(), options.jsonld.base, options.context_url};
}

}  // namespace

JsonLdReadError::JsonLdReadError(ErrorKind kind, TextPlace place, std::string reason, std::string code,
                                 bool ends_stream)
    : Error(kind, fmt::format("line {}, column {}: {}", place.line, place.column, reason)),
      place_(place),
      reason_(std::move(reason)),
      code_(std::move(code)),
      ends_stream_(ends_stream) {}

JsonLdReader::JsonLdReader(ReadBytes read, RemoteContexts& remote, ReaderOptions options)
    : options_(std::move(options)),
      processor_(remote, options_.jsonld),
      cutter_(
          std::move(read), [this](std::string_view head, std::string_view key) { return is_graph_key(head, key); },
          options_.limits),
      direct_(processor_.contexts(), blank_nodes_, options_.jsonld.rdf_direction, options_.jsonld.base) {}

Expander JsonLdReader::expander() {
  return Expander(processor_.contexts(), arena_, options_.jsonld.base, false, options_.jsonld.streaming_profile);
}

bool JsonLdReader::is_graph_key(std::string_view head, std::string_view key) {
  Arena arena;
  const Value name = parse_json(key, arena);
  ContextPtr type_scoped;
  const ContextPtr active = expander().enter(initial_, std::nullopt, parse_json(head, arena), false, type_scoped);
  return expand_iri(*active, name.text(), IriRole::vocab) == "@graph";
}

bool JsonLdReader::read_piece(QuadSink& sink) {
  if (has_ended_) return false;
  piece_ = {};
  bool is_cut = false;
  const auto ends_stream = [&] {
    return has_ended_ = !initial_ || cutter_.has_ended() || piece_.kind == PieceKind::graph_head;
  };
  try {
    if (!initial_) initial_ = processor_.initial_context(input_of(options_));
    piece_ = cutter_.next();
    is_cut = true;
    if (piece_.kind == PieceKind::end) return false;
    read(piece_, sink);
    return true;
  } catch (const JsonSyntaxError& error) {
    const TextPlace begin = is_cut ? piece_.place : TextPlace();
    throw JsonLdReadError(error.kind(), place_in(begin, error), error.reason(), "", ends_stream());
  } catch (const JsonLdError& error) {
    const TextPlace begin = is_cut ? piece_.place : cutter_.place();
    throw JsonLdReadError(error.kind(), begin, error.what(), std::string(name_of(error.code())), ends_stream());
  }
}

void JsonLdReader::read(const Piece& piece, QuadSink& sink) {
  arena_.reset();
  blank_nodes_.set_document(piece.document);
  const Value value = parse_json_in_place(piece.text, arena_);
  switch (piece.kind) {
    case PieceKind::document:
      return read_document(value, sink);
    case PieceKind::array_item:
      return read_item(initial_, std::nullopt, value, sink);
    case PieceKind::graph_head:
      return open_graph(value);
    case PieceKind::graph_item:
      return read_item(graph_->active, "@graph", value, sink);
    case PieceKind::graph_tail:
      return close_graph(value, sink);
    case PieceKind::end:
      break;
  }
}

void JsonLdReader::pass_on(Value expanded, std::string_view graph, QuadSink& sink) {
  NodeMap map(blank_nodes_, arena_, Duplicates::kept);
  map.add(expanded, graph);
  deserialize(map, options_.jsonld.rdf_direction, blank_nodes_, arena_, sink);
}

void JsonLdReader::read_document(Value document, QuadSink& sink) {
  if (options_.use_direct && direct_.convert(initial_, document, DirectPlace::document, "@default", arena_, sink))
    return;
  Value expanded = expander().expand(initial_, std::nullopt, document);
  if (expanded.is_object() && expanded.size() == 1 && expanded.has("@graph")) expanded = expanded.at("@graph");
  pass_on(expanded, "@default", sink);
}

void JsonLdReader::read_item(const ContextPtr& active, Property property, Value item, QuadSink& sink) {
  const std::string_view graph = graph_ ? std::string_view(graph_->name) : "@default";
  if (options_.use_direct && direct_.convert(active, item, DirectPlace::item, graph, arena_, sink)) return;
  pass_on(expander().expand(active, property, item), graph, sink);
}

// The entries before @graph decide the context of its items, and the graph's name.
void JsonLdReader::open_graph(Value head) {
  OpenGraph graph;
  graph.head = own_copy(head);
  ContextPtr type_scoped;
  graph.active = expander().enter(initial_, std::nullopt, head, false, type_scoped);
  head.set(arena_, "@graph", Value::array(arena_));
  const Value expanded = expander().expand(initial_, std::nullopt, head);
  graph.name = "@default";
  if (expanded.size() > 1) {
    const Value id = expanded.at("@id");
    if (!id.is_string()) {
      refuse(ErrorCode::invalid_streaming_key_order,
             "the object with @graph has other entries, but no @id before @graph; give it an @id there, since the "
             "document is too large to be read as a whole");
    }
    graph.name = id.text();
    if (graph.name.starts_with("_:")) graph.name = blank_nodes_.relabel(graph.name, arena_);
  }
  graph_ = std::move(graph);
}

// The entries behind @graph may only be properties of the named graph.
void JsonLdReader::close_graph(Value tail, QuadSink& sink) {
  const OpenGraph graph = *std::exchange(graph_, std::nullopt);
  for (const Member& member : tail.members()) {
    const auto name = expand_iri(*graph.active, member.key, IriRole::vocab);
    const bool is_dropped = !name || (!is_keyword(*name) && name->find(':') == std::string::npos);
    if (is_dropped) continue;
    if (is_keyword(*name) || graph.name == "@default") {
      refuse(ErrorCode::invalid_streaming_key_order,
             "the entry '{}' comes after @graph; put it before, since the document is too large to be read as a whole",
             member.key);
    }
  }
  const Value whole = deep_copy(graph.head->value, arena_);
  for (const Member& member : tail.members()) whole.set(arena_, member.key, member.value);
  if (whole.size() == 0) return;
  pass_on(expander().expand(initial_, std::nullopt, whole), "@default", sink);
}

}  // namespace quadrille::jsonld
