#pragma once

// RemoteContexts loads the contexts that documents name by IRI, each once, and keeps them between documents.
//
// Bounds: the bytes of each context and of all, and how deep contexts may name others. Thread-safe: several readers
// share one. While a context is loaded, other readers that need one wait.

#include <cstddef>
#include <mutex>
#include <string>

#include "loader/jsonld/context/active_context.hpp"
#include "loader/jsonld/context/document_loader.hpp"

namespace quadrille::jsonld {

struct ContextLimits {
  std::size_t most_bytes = std::size_t{4} << 20;  // of each remote context
  std::size_t most_bytes_together = std::size_t{64} << 20;
  std::size_t deepest = 16;  // contexts that name contexts
};

struct RemoteContext {
  DocumentPtr document;  // its value has an entry @context
  std::string url;       // of the document, after redirections
};

class RemoteContexts {
 public:
  // The loader outlives this object; nullptr: remote contexts are an error.
  explicit RemoteContexts(DocumentLoader* loader, ContextLimits limits = {}) : loader_(loader), limits_(limits) {}

  // JsonLdError: loading remote context failed, invalid remote context, context overflow.
  RemoteContext load(const std::string& url);
  DocumentLoader* loader() const { return loader_; }
  const ContextLimits& limits() const { return limits_; }

 private:
  DocumentLoader* loader_;
  ContextLimits limits_;
  std::mutex mutex_;
  StringMap<RemoteContext> loaded_;
  std::size_t bytes_ = 0;  // of these
};

}  // namespace quadrille::jsonld
