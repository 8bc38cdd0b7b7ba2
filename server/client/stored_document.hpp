#pragma once

// Stores a document of a request until it is complete, with the contexts that it names, so that neither a slow client
// nor a slow server of contexts delays other updates.

#include <functional>
#include <memory>
#include <string>

#include "server/client/context_places.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// The remote contexts of JSON-LD documents.
struct DocumentContexts {
  const ContextPlaces& places;
  std::shared_ptr<ContextCache> cache;
};

// Local. Spools the bytes of the document (spool.hpp). One in JSON-LD is read to its end if any context is allowed:
// that loads its contexts, and finds errors early. Throws what spool() throws; Error(syntax) for a malformed document.
// `cancelled` is called while waiting.
void store_document(Document& document, const DocumentContexts& contexts, const std::string& folder,
                    const std::function<bool()>& cancelled);

}  // namespace quadrille::server
