#pragma once

// What an http: or https: IRI gives, as bytes that come as they are read.
//
//   open_http() --> thread: GET ... --> [at most kPipeBytes] --> read()
//
// Redirects are followed, at most kMostRedirects, each after `require` has agreed. Limits: 10 s to connect, 30 s
// without a byte. Destroying the bytes ends the transfer at once. Certificates are checked against those that the
// machine trusts.

#include <functional>
#include <memory>
#include <string>

#include "loader/byte_source.hpp"

namespace quadrille::server {

constexpr std::size_t kPipeBytes = std::size_t{1} << 20;
constexpr int kMostRedirects = 5;

struct HttpDocument {
  std::string iri;  // where it was found in the end, without fragment
  std::string content_type;
  std::string content_encoding;  // the bytes are still encoded so
  std::unique_ptr<ByteSource> bytes;
};

// Local; waits for the header of the answer. `require` throws for an IRI that may not be asked. Throws Error(user)
// where nobody answers, or by another status than 200; read() throws Error(io) where the connection breaks.
HttpDocument open_http(const std::string& iri, const std::function<void(const std::string&)>& require);

}  // namespace quadrille::server
