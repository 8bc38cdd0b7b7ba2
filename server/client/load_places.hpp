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
  // Throws Error(user) for a prefix that is none (allowed_places.hpp). Without prefixes nothing may be loaded.
  explicit LoadPlaces(const std::vector<std::string>& prefixes) : places_(prefixes) {}

  const std::vector<std::string>& prefixes() const { return places_.prefixes(); }

  // What comes over a network, still compressed, is given to `keep`, which may read it to its end there and then.
  using Keep = std::function<std::unique_ptr<ByteSource>(std::unique_ptr<ByteSource>)>;
  // Throws StatusError: 403 what is not allowed, 502 what another server does not give; Error: io a file that cannot be
  // read, user what is not RDF, unsupported.
  Document open(const std::string& iri, const Keep& keep) const;

 private:
  AllowedPlaces places_;
};

}  // namespace quadrille::server
