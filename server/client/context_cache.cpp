#include "server/client/context_cache.hpp"

namespace quadrille::server {

std::optional<jsonld::FetchedDocument> ContextCache::find(const std::string& iri) {
  const std::lock_guard lock(mutex_);
  const auto found = kept_.find(iri);
  if (found == kept_.end() || found->second.end.passed()) return std::nullopt;
  return found->second.document;
}

void ContextCache::add(const std::string& iri, const jsonld::FetchedDocument& document) {
  const std::lock_guard lock(mutex_);
  if (const auto old = kept_.find(iri); old != kept_.end()) {
    bytes_ -= old->second.document.body.size();
    kept_.erase(old);
  }
  if (bytes_ + document.body.size() > kMostBytes) {
    kept_.clear();
    bytes_ = 0;
  }
  if (document.body.size() > kMostBytes) return;
  kept_.emplace(iri, Kept{document, Deadline::after(kKeptSeconds)});
  bytes_ += document.body.size();
}

}  // namespace quadrille::server
