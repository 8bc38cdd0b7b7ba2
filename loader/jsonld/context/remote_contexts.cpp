#include "loader/jsonld/context/remote_contexts.hpp"

#include "loader/jsonld/context/error_code.hpp"

namespace quadrille::jsonld {

RemoteContext RemoteContexts::load(const std::string& url) {
  const std::lock_guard lock(mutex_);
  if (const auto found = loaded_.find(url); found != loaded_.end()) return found->second;
  if (!loader_) {
    refuse(ErrorCode::loading_remote_context_failed,
           "the document names the context <{}>, but contexts from outside of documents are not allowed here", url);
  }
  RemoteContext context;
  try {
    RemoteDocument document = load_document(*loader_, url, limits_.most_bytes);
    context = {std::move(document.document), std::move(document.url)};
  } catch (const JsonLdError& error) {
    refuse(ErrorCode::loading_remote_context_failed, "{}", error.what());
  }
  if (!context.document->value.has("@context")) {
    refuse(ErrorCode::invalid_remote_context, "<{}> is no object with an entry \"@context\"", url);
  }
  return loaded_[url] = context;
}

}  // namespace quadrille::jsonld
