#pragma once

// LoadPlaces opens the documents of LOAD <iri>, if `serve --allow-load PREFIX` allows them.
//
//   file:///data/lubm.nt.gz     a file on this machine (allowed_places.hpp, open_allowed_file)
//   http://host/path  https     fetched (http_source.hpp); redirects only to allowed places
//
// The Content-Type determines the syntax if it is one of RDF's; otherwise the name does, with the compression (.gz .zst
// .bz2 .xz). Relative IRIs are relative to the document's address after all redirects.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/client/allowed_places.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

class LoadPlaces {
 public:
  // Throws Error(user) for a malformed prefix (allowed_places.hpp). Without prefixes nothing can be loaded.
  explicit LoadPlaces(const std::vector<std::string>& prefixes) : places_(prefixes) {}

  const std::vector<std::string>& prefixes() const { return places_.prefixes(); }

  // Receives the bytes of a network, still compressed, and may read them to the end at once.
  using Keep = std::function<std::unique_ptr<ByteSource>(std::unique_ptr<ByteSource>)>;
  // Throws StatusError: 403 for an IRI that is not allowed, 502 for a fault of another server; Error: io for an
  // unreadable file, user for a document that is not RDF, unsupported.
  Document open(const std::string& iri, const Keep& keep) const;

 private:
  AllowedPlaces places_;
};

}  // namespace quadrille::server
