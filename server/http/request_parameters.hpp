#pragma once

// The parameters of requests: parsers for graphs, times and formats; and the IRI that a request was sent to.

#include <optional>
#include <string>
#include <string_view>

#include "server/http/http_exchange.hpp"
#include "server/http/url_encoding.hpp"

namespace quadrille::server {

// Throws StatusError(400) for malformed percent-encoding in `where`.
Parameters read_parameters(std::string_view encoded, std::string_view where);

// Seconds, at most `longest`; 0: no wish, which is said by "0" and by nothing at all.
//
//   30  2.5        seconds
//   500ms 30s 2min 1h
//   30000          a bare number greater than `longest`: milliseconds, as Virtuoso counts them
//
// Throws StatusError(400) for anything else.
double read_timeout(const std::string& text, double longest);

// Adds what a parameter wishes for the form of the answer to `names`, which choose_format() of
// query/results/negotiation.hpp reads. Other parameters are left alone, and so is a wish for any form.
//
//   format output results Accept    names and media types, in the words of several servers; "auto": any
//   action                          tsv_export and the like, as QLever has them
void take_format(std::optional<std::string>& names, std::string_view parameter, std::string value);

// An absolute IRI begins with a scheme and holds none of the characters that IRIs never hold.
bool is_absolute_iri(std::string_view iri);
// Gives `iri` back, or throws StatusError(400), which names the parameter.
const std::string& check_graph(const std::string& name, const std::string& iri);

// The IRI of the request as its client sees it, without parameters: http://HOST/PATH, as sent. Empty if the client has
// not said to which host it speaks (HTTP/1.0).
std::string request_iri(const HttpRequest& request);

}  // namespace quadrille::server
