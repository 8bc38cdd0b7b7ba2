#pragma once

// ContextPlaces lists the contexts that JSON-LD documents may name by IRI, and loads them.
//
//   --allow-context https://example.org/       every context whose IRI begins with this (allowed_places.hpp)
//   --context-at https://schema.org/=FILE      this context, from that file
//
// The targets of redirects and of Link headers must be allowed, too. Without options nothing is allowed. A context is
// fetched within kContextSeconds.

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "loader/jsonld/context/document_loader.hpp"
#include "loader/jsonld/context/remote_contexts.hpp"
#include "server/client/allowed_places.hpp"
#include "server/client/context_cache.hpp"

namespace quadrille::server {

inline constexpr double kContextSeconds = 30;

// The values of the two options.
struct ContextOptions {
  std::vector<std::string> allowed;  // prefixes
  std::vector<std::string> at;       // IRI=FILE

  bool empty() const { return allowed.empty() && at.empty(); }
};

class ContextPlaces {
 public:
  // Throws Error(user) for a malformed prefix, a value without IRI=FILE, and a file that cannot be read.
  explicit ContextPlaces(const ContextOptions& options);

  bool empty() const { return places_.prefixes().empty() && files_.empty(); }
  // Throws Error with the reason. `check` is called while it waits, and may throw; it may be empty. Thread-safe.
  jsonld::FetchedDocument fetch(const std::string& iri, std::size_t most_bytes, ContextCache& cache,
                                const std::function<void()>& check) const;

 private:
  jsonld::FetchedDocument download(const std::string& iri, std::size_t most_bytes,
                                   const std::function<void()>& check) const;

  AllowedPlaces places_;
  std::map<std::string, std::string> files_;  // by IRI
};

// The contexts of a load, which keeps those that it has loaded. Local.
std::shared_ptr<jsonld::RemoteContexts> open_contexts(const ContextPlaces& places, std::shared_ptr<ContextCache> cache,
                                                      std::function<void()> check = {});

}  // namespace quadrille::server
