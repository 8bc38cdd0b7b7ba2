#pragma once

// A DocumentWriter writes quads as one JSON-LD document in a form that needs all of them in memory: expanded,
// flattened, or compacted with a context of the caller. Lists are written as @list. json_ld_writer.hpp writes documents
// of any size, compacted with prefixes.
//
//   DocumentWriter writer(remote, {.form = DocumentForm::compacted, .context = context, .most_bytes = 1 << 30});
//   for (...) writer.quad(quad);                 // in any order
//   std::string text = writer.finish();          // once
//
// Literals with datatypes are strings with @type, since only the context of the caller decides what becomes of them; a
// literal of rdf:JSON is its value. Local. Cost: the quads several times, as values; most_bytes bounds those.

#include <optional>
#include <string>

#include "loader/jsonld/processor.hpp"
#include "loader/jsonld/rdf/serialize.hpp"
#include "loader/jsonld/write/document_form.hpp"

namespace quadrille::jsonld {

struct DocumentOptions {
  DocumentForm form = DocumentForm::expanded;
  // The value of an entry @context, an object with such an entry, or an IRI that `remote` loads; it outlives the
  // writer. Without one, compacted and flattened documents have full IRIs; expanded ones have none.
  std::optional<Value> context;
  // Of the values. Tables and the text need about half as much again.
  std::size_t most_bytes = std::size_t{1} << 28;
};

class DocumentWriter : public QuadSink {
 public:
  // `remote` outlives the writer.
  DocumentWriter(RemoteContexts& remote, const DocumentOptions& options);

  // Error (user) if JSON-LD cannot express the quad. Error (memory) if there are too many. The document is that
  // of the other quads; after an error about memory, there is none.
  void quad(const QuadView& quad) override;
  // Of the values so far.
  std::size_t used_bytes() const { return arena_.reserved_bytes(); }
  // Error (memory); JsonLdError, if the context is malformed, cannot be loaded, or would change the meaning of an IRI.
  std::string finish();

 private:
  DocumentOptions options_;
  Arena arena_;
  Processor processor_;
  Serializer serializer_;
};

}  // namespace quadrille::jsonld
