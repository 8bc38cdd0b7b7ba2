#include "loader/jsonld/write/document_writer.hpp"

#include "loader/jsonld/context/error_code.hpp"
#include "loader/jsonld/flatten/node_map.hpp"
#include "loader/jsonld/json/write_json.hpp"
#include "loader/jsonld/write/expressible.hpp"

namespace quadrille::jsonld {

namespace {

// The quads have no duplicates, so none are searched for.
Value flattened_values(Value expanded, Arena& arena) {
  NumberedBlankNodes blank_nodes;
  NodeMap map(blank_nodes, arena, Duplicates::kept);
  map.add(expanded);
  return flattened(map, arena, false);
}

Value document_of(Value expanded, const DocumentOptions& options, Processor& processor, Arena& arena) {
  if (options.form == DocumentForm::expanded) return expanded;
  if (options.form == DocumentForm::flattened) expanded = flattened_values(expanded, arena);
  if (options.form == DocumentForm::flattened && !options.context) return expanded;
  const Value context = options.context ? *options.context : Value::object(arena);
  return processor.compact({expanded, {}, {}}, context, arena);
}

// Calls `work`, with a message for the user if the arena is full.
template <class Work>
auto within_limit(const DocumentOptions& options, const Work& work) {
  try {
    return work();
  } catch (const ArenaFull&) {
    fail(
        ErrorKind::memory,
        "the JSON-LD document would need more than {} MB of memory in this form; ask for JSON-LD without a profile and "
        "a context, which has no such limit, or for fewer quads",
        options.most_bytes / 1'000'000);
  }
}

}  // namespace

DocumentWriter::DocumentWriter(RemoteContexts& remote, const DocumentOptions& options)
    : options_(options), arena_(options.most_bytes), processor_(remote), serializer_({}, arena_) {}

void DocumentWriter::quad(const QuadView& quad) {
  check_expressible(quad);
  try {
    within_limit(options_, [&] { serializer_.quad(quad); });
  } catch (const JsonLdError&) {
    refuse_quad(quad, "literals of rdf:JSON that are no JSON");
  }
}

std::string DocumentWriter::finish() {
  return within_limit(options_, [&] {
    std::string text;
    write_json(text, document_of(serializer_.finish(), options_, processor_, arena_));
    return text += '\n';
  });
}

}  // namespace quadrille::jsonld
