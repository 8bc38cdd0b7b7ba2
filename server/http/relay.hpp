#pragma once

// relay() sends a request on to another server of the same database, and its answer back to the client as it arrives.
// Listeners of other groups than image 0's use it for what their engine leaves to image 0 (Elsewhere).
//
//   client  --request-->  this server  --the same request, Connection: close-->  image 0's server
//           <--------------------------  the bytes of its answer  --------------
//
// The connection with the client ends with the answer, by a reset if the answer is cut off there. A client that
// disconnects ends the request there too.

#include <string>

#include "server/access/access.hpp"
#include "server/http/http_exchange.hpp"
#include "server/http/http_head.hpp"

namespace quadrille::server {

inline constexpr std::string_view kRelayHeader = "quadrille-relay";

// The address of image 0's listener.
struct RelayTarget {
  std::string host;
  int port = 0;
};

// Answers with 502 if the other server cannot be reached. The other server gets the caller and the client's address,
// as this one has found them, in the header Quadrille-Relay in place of the client's credentials
// (Access::relay_header()). `tls`: of this server,
// null if it speaks plain HTTP.
void relay(const Access& access, TlsContext* tls, Exchange& exchange, const HttpHead& head, const RelayTarget& target);

}  // namespace quadrille::server
