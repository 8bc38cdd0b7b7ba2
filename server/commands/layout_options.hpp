#pragma once

// The layout of an answer or a dump as the command line names it: for our own writers, and for a server.

#include <memory>
#include <string>

#include "loader/jsonld/context/remote_contexts.hpp"
#include "query/results/layout.hpp"
#include "server/commands/command_line.hpp"

namespace quadrille::server {

// The contexts that --allow-context and --context-at allow; null without a context of the layout, and without options.
std::shared_ptr<jsonld::RemoteContexts> contexts_of(const LayoutOptions& options);

// The parameters of a request for this layout, each after an "&".
std::string layout_parameters(const results::Layout& layout);

}  // namespace quadrille::server
