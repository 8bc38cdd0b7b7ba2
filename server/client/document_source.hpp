#pragma once

// A document source turns the bytes of a document (engine.hpp) into quads for updates (query/update/quad_source.hpp).
//
// It reads on demand in the caller's thread: a batch of some ten thousand quads or 16 MiB of terms, so memory is
// bounded whatever the size of the document. To cancel, destroy the source. The first malformed statement ends it with
// Error(syntax), "NAME:LINE:COLUMN: reason"; errors of the bytes pass through. Blank node labels are those of the
// document; nodes without a label get labels that no document can have (loader/rdf/blank_labels.hpp).

#include <memory>
#include <string>
#include <vector>

#include "query/update/quad_source.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

// `warnings` receives what is doubtful, "NAME:LINE:COLUMN: reason", of which the first kMostWarnings are kept; it
// outlives the source. nullptr: they are dropped.
inline constexpr std::size_t kMostWarnings = 100;
std::unique_ptr<query::QuadSource> open_document(Document document, std::vector<std::string>* warnings = nullptr);

}  // namespace quadrille::server
