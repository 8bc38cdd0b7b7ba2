#pragma once

// An HTTP source reads the document of an http: or https: IRI for LOAD (http_transfer.hpp).
//
// At most kMostRedirects redirects are followed, each only if `require` accepts it.

#include <functional>
#include <memory>
#include <string>

#include "loader/rdf/byte_source.hpp"

namespace quadrille::server {

struct HttpDocument {
  std::string iri;  // where it was found in the end, without fragment
  std::string content_type;
  std::string content_encoding;  // the bytes are still encoded so
  std::unique_ptr<ByteSource> bytes;
};

// Local; waits for the header of the answer. `require` throws for an IRI that may not be asked. Throws
// StatusError(502) where nobody answers, or by another status than 200; so does read() where the connection breaks.
HttpDocument open_http(const std::string& iri, const std::function<void(const std::string&)>& require);

}  // namespace quadrille::server
