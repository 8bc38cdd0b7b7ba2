#pragma once

// A document as quads, for updates: the arrow from what arrives as bytes (engine.hpp) to what the engine stores
// (query/update/quad_source.hpp).
//
// Read as it is asked for, in the thread that asks: a batch of some ten thousand quads or 16 MiB of terms, so memory is
// bounded whatever the size of the document; to give it up, destroy the source. The first malformed statement ends it
// by Error(syntax), "NAME:LINE:COLUMN: reason"; what the bytes throw comes out. Blank node labels are those of the
// document, nodes without a label have some that it cannot hold (loader/rdf/blank_labels.hpp).

#include <memory>

#include "query/update/quad_source.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

std::unique_ptr<query::QuadSource> open_document(Document document);

}  // namespace quadrille::server
