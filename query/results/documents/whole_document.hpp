#pragma once

// A WholeDocument writes an answer or a dump whose layout needs all quads: pretty Turtle and TriG, the forms of JSON-LD
// that are not streamed, and the canonical form.
//
//   WholeDocument document({ResultFormat::turtle, {Arrangement::pretty}, prefixes}, {room_bytes, memory});
//   document.add(lines);                                  canonical N-Quads, in any pieces, without duplicates
//   document.write([&](std::string_view bytes) { ... });  once
//
// Local. Errors: memory beyond the limit; quads that JSON-LD cannot express; a context that cannot be loaded;
// blank nodes whose canonical labels take too much work.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "loader/jsonld/context/remote_contexts.hpp"
#include "loader/jsonld/write/canonical_quads.hpp"
#include "query/results/layout.hpp"
#include "query/results/result_writer.hpp"

namespace quadrille::results {

struct DocumentSettings {
  ResultFormat format{};
  Layout layout = {};                          // not streamed
  std::vector<Prefix> prefixes = {};           // as for make_graph_writer()
  jsonld::RemoteContexts* contexts = nullptr;  // load that of the layout; null: none is allowed
  std::function<void()> check = {};            // called during long work; may throw, and may be empty
};

struct DocumentMemory {
  std::size_t most_bytes = 0;
  std::pmr::memory_resource& from;
};

class WholeDocument {
 public:
  using Sink = std::function<void(std::string_view)>;

  // `memory` and the contexts outlive the document.
  WholeDocument(const DocumentSettings& settings, const DocumentMemory& memory);
  ~WholeDocument();

  void add(std::string_view lines);
  // Takes quads instead of lines. Lives as long as the document.
  QuadSink& quads();
  // True if a term so far needs RDF 1.2.
  bool needs_version() const;
  // The bytes in use that are not from `memory`.
  std::size_t own_bytes() const;
  void write(const Sink& sink);

  class Form;

 private:
  std::unique_ptr<Form> form_;
  std::string rest_;  // an incomplete line
  jsonld::CanonicalQuads quads_;
};

}  // namespace quadrille::results
