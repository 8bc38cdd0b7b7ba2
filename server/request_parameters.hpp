#pragma once

// What parameters of requests may hold: graphs, times; and the IRI that a request was sent to.

#include <string>
#include <string_view>

#include "server/http_exchange.hpp"
#include "server/url_encoding.hpp"

namespace quadrille::server {

// Throws StatusError(400) for malformed percent-encoding in `where`.
Parameters read_parameters(std::string_view encoded, std::string_view where);

// Seconds, at most `longest`. Throws StatusError(400) for what is no number greater than 0.
double read_timeout(const std::string& text, double longest);

// An absolute IRI begins with a scheme and holds none of the characters that IRIs never hold.
bool is_absolute_iri(std::string_view iri);
// Gives `iri` back, or throws StatusError(400), which names the parameter.
const std::string& check_graph(const std::string& name, const std::string& iri);

// The IRI of the request as its client sees it, without parameters: http://HOST/PATH, as sent. Empty if the client has
// not said to which host it speaks (HTTP/1.0).
std::string request_iri(const HttpRequest& request);

}  // namespace quadrille::server
