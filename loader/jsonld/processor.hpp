#pragma once

// A Processor applies the algorithms of JSON-LD to whole documents (JSON-LD 1.1 API, 9.1, JsonLdProcessor).
//
//   RemoteContexts remote(&loader);
//   Processor processor(remote, {.base = "http://example/"});
//   Arena arena;
//   Value expanded = processor.expand({parse_json(text, arena)}, arena);
//
// JsonLdError with the code of the specification; the input is not changed. Results lie in `arena`, share parts with
// the input, and are valid as long as both. Local; a processor belongs to one thread. Documents that are too large for
// memory: json_ld_reader.hpp.

#include <optional>

#include "loader/jsonld/options.hpp"
#include "loader/rdf/quad_sink.hpp"

namespace quadrille::jsonld {

class Processor {
 public:
  // `remote` outlives the processor.
  explicit Processor(RemoteContexts& remote, Options options = {});

  Value expand(const Input& input, Arena& arena);
  // `context` is the value of an entry @context, or an object with such an entry.
  Value compact(const Input& input, Value context, Arena& arena);
  // Compacted if there is a context.
  Value flatten(const Input& input, std::optional<Value> context, Arena& arena);
  void to_rdf(const Input& input, QuadSink& sink, Arena& arena);

  // The active context at the start of a document, and its base URL.
  ContextPtr initial_context(const Input& input);
  std::optional<std::string> base_url(const Input& input) const;
  ContextProcessor& contexts() { return contexts_; }
  const Options& options() const { return options_; }

 private:
  Value expand(const Input& input, bool ordered, Arena& arena);
  Value compact_expanded(Value expanded, const Input& input, Value context, Arena& arena);

  ContextProcessor contexts_;
  Options options_;
};

}  // namespace quadrille::jsonld
