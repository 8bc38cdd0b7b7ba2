#include "loader/jsonld/processor.hpp"

#include "loader/jsonld/compact/compactor.hpp"
#include "loader/jsonld/expand/expander.hpp"
#include "loader/jsonld/flatten/node_map.hpp"
#include "loader/jsonld/rdf/deserialize.hpp"

namespace quadrille::jsonld {

namespace {

Value context_entry(Value context) {
  const Value* const entry = context.find("@context");
  return entry ? *entry : context;
}

}  // namespace

Processor::Processor(RemoteContexts& remote, Options options)
    : contexts_(remote, options.mode), options_(std::move(options)) {}

std::optional<std::string> Processor::base_url(const Input& input) const {
  return input.url ? input.url : options_.base;
}

ContextPtr Processor::initial_context(const Input& input) {
  const auto base = base_url(input);
  ContextPtr context = make_initial_context(options_.base ? options_.base : base, base);
  if (options_.expand_context) {
    context = contexts_.process(context, context_entry(options_.expand_context->value), base);
  }
  if (input.context_url) {
    context = contexts_.process(context, Value(std::string_view(*input.context_url)), input.context_url);
  }
  return context;
}

Value Processor::expand(const Input& input, bool ordered, Arena& arena) {
  Expander expander(contexts_, arena, base_url(input), ordered, options_.streaming_profile);
  const Value expanded = expander.expand(initial_context(input), std::nullopt, input.document);
  if (expanded.is_null()) return Value::array(arena);
  if (expanded.is_object() && expanded.size() == 1 && expanded.has("@graph")) {
    return as_array(expanded.at("@graph"), arena);
  }
  return as_array(expanded, arena);
}

Value Processor::expand(const Input& input, Arena& arena) {
  return expand(input, options_.ordered, arena);
}

Value Processor::compact(const Input& input, Value context, Arena& arena) {
  return compact_expanded(expand(input, false, arena), input, context, arena);
}

Value Processor::compact_expanded(Value expanded, const Input& input, Value context, Arena& arena) {
  context = context_entry(context);
  const auto base = base_url(input);
  const auto start = make_initial_context(options_.base ? options_.base : input.url, base);
  ContextPtr active = contexts_.process(start, context, base);
  if (!options_.compact_to_relative) {
    auto without_base = std::make_shared<ActiveContext>(*active);
    without_base->base_iri.reset();
    active = without_base;
  }
  Compactor compactor(contexts_, arena, options_.compact_arrays, options_.ordered);
  Value result = compactor.compact(active, std::nullopt, expanded);
  if (result.is_array()) {
    const Value graph = result;
    result = Value::object(arena);
    if (graph.size() > 0) result.set(arena, compactor.keyword(*active, "@graph"), graph);
  }
  const bool is_empty = context.is_null() || ((context.is_object() || context.is_array()) && context.size() == 0);
  if (is_empty) return result;
  const Value with_context = Value::object(arena);
  with_context.set(arena, "@context", context);
  for (const Member& member : result.members()) with_context.set(arena, member.key, member.value);
  return with_context;
}

Value Processor::flatten(const Input& input, std::optional<Value> context, Arena& arena) {
  NumberedBlankNodes blank_nodes;
  NodeMap map(blank_nodes, arena, Duplicates::removed);
  map.add(expand(input, false, arena));
  const Value flat = flattened(map, arena, options_.ordered);
  return context ? compact_expanded(flat, input, *context, arena) : flat;
}

void Processor::to_rdf(const Input& input, QuadSink& sink, Arena& arena) {
  WrittenBlankNodes blank_nodes;
  NodeMap map(blank_nodes, arena, Duplicates::kept);
  map.add(expand(input, false, arena));
  deserialize(map, options_.rdf_direction, blank_nodes, arena, sink);
}

}  // namespace quadrille::jsonld
