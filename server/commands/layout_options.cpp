#include "server/commands/layout_options.hpp"

#include "server/http/url_encoding.hpp"

namespace quadrille::server {

std::shared_ptr<jsonld::RemoteContexts> contexts_of(const LayoutOptions& options) {
  if (options.context.empty() || options.contexts.empty()) return nullptr;
  return open_contexts(ContextPlaces(options.contexts), std::make_shared<ContextCache>());
}

std::string layout_parameters(const results::Layout& layout) {
  std::string text;
  if (layout.arrangement == results::Arrangement::pretty) text += "&pretty=true";
  if (const auto profile = results::profile_of(layout); !profile.empty()) text.append("&profile=").append(profile);
  if (!layout.context.empty()) text += "&context=" + encode_url(layout.context);
  return text;
}

}  // namespace quadrille::server
