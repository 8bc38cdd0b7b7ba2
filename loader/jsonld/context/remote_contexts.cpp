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
  std::size_t bytes = 0;
  try {
    RemoteDocument document = load_document(*loader_, url, limits_.most_bytes);
    bytes = document.bytes;
    context = {std::move(document.document), std::move(document.url)};
  } catch (const JsonLdError& error) {
    refuse(ErrorCode::loading_remote_context_failed, "{}", error.explanation());
  }
  if (bytes_ + bytes > limits_.most_bytes_together) {
    refuse(ErrorCode::context_overflow, "with <{}>, the contexts from outside have more than {} bytes, the limit", url,
           limits_.most_bytes_together);
  }
  if (!context.document->value.has("@context")) {
    refuse(ErrorCode::invalid_remote_context, "<{}> is no object with an entry \"@context\"", url);
  }
  bytes_ += bytes;
  return loaded_[url] = context;
}

}  // namespace quadrille::jsonld
