#pragma once

// An HTTP source reads the document of an http: or https: IRI (http_transfer.hpp).
//
// At most kMostRedirects redirects are followed, each only if `require` accepts it.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "loader/rdf/byte_source.hpp"
#include "server/client/http_transfer.hpp"

namespace quadrille::server {

struct HttpDocument {
  std::string iri;  // the final address, without fragment
  std::string content_type;
  std::string content_encoding;    // the coding of the bytes
  std::vector<std::string> links;  // the values of Link
  std::unique_ptr<ByteSource> bytes;
};

// What is read, and how.
struct HttpRead {
  std::string operation = "LOAD";  // for messages: "LOAD <iri>: no answer"
  std::string accept;
  double seconds = kSilenceSeconds;  // without a byte
  std::function<void()> check = {};  // may be empty
};

// Local; waits for the header of the answer. `require` throws for an IRI that is not allowed. Throws StatusError(502)
// if no server answers, or for a status other than 200; read() throws it if the connection breaks.
HttpDocument open_http(const std::string& iri, const HttpRead& read,
                       const std::function<void(const std::string&)>& require);

}  // namespace quadrille::server
