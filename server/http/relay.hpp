#pragma once

// relay() sends a request on to another server of the same database, and its answer back to the client as it arrives.
// Listeners of other groups than image 0's use it for what their engine leaves to image 0 (Elsewhere).
//
//   client  --request-->  this server  --the same request, Connection: close-->  image 0's server
//           <--------------------------  the bytes of its answer  --------------
//
// The connection with the client ends with the answer. A client that disconnects ends the request there too.

#include <string>

#include "server/http/http_exchange.hpp"
#include "server/http/http_head.hpp"

namespace quadrille::server {

// The address of image 0's listener.
struct RelayTarget {
  std::string host;
  int port = 0;
};

// Answers with 502 if the other server cannot be reached, with 403 if a client of another machine asks for something
// below /admin.
void relay(Exchange& exchange, const HttpHead& head, const RelayTarget& target);

}  // namespace quadrille::server
