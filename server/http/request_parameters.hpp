#pragma once

// The parameters of requests: parsers for graphs, times and formats; and the IRI that a request was sent to.

#include <optional>
#include <string>
#include <string_view>

#include "base/view.hpp"
#include "query/results/layout.hpp"
#include "server/http/http_exchange.hpp"
#include "server/http/url_encoding.hpp"

namespace quadrille::server {

// Throws StatusError(400) for malformed percent-encoding in `where`.
Parameters read_parameters(std::string_view encoded, std::string_view where);

// Seconds, at most `longest`; 0: no limit requested ("0" or an empty text).
//
//   30  2.5        seconds
//   500ms 30s 2min 1h
//   30000          a bare number greater than `longest`: milliseconds, as in Virtuoso
//
// Throws StatusError(400) for anything else.
double read_timeout(const std::string& text, double longest);

// The view that `infer` selects. Throws StatusError(400) for another value than true, false or only.
View read_infer(std::string_view value);

// Of a parameter that is on or off, in other systems true or false; without a value it is on. Throws StatusError(400)
// for another value.
bool read_switch(std::string_view name, std::string_view value);

// Adds the format that a parameter requests to `names`, which choose_format() of query/results/negotiation.hpp reads.
// Other parameters have no effect, nor has a request for any format.
//
//   format output results Accept    names and media types, also those of other servers; "auto": any
//   action                          tsv_export and similar values of QLever
void take_format(std::optional<std::string>& names, std::string_view parameter, std::string value);

// Takes the layout that a parameter requests. Other parameters have no effect. StatusError(400) for a malformed value.
//
//   pretty    true or false
//   profile   a form of JSON-LD: compacted, expanded, flattened or streaming, or its IRI
//   context   the IRI of a context of JSON-LD
void take_layout(results::LayoutRequest& layout, std::string_view parameter, const std::string& value);

// An absolute IRI begins with a scheme and has no forbidden characters.
bool is_absolute_iri(std::string_view iri);
// Returns `iri`, or throws StatusError(400), which names the parameter.
const std::string& check_graph(const std::string& name, const std::string& iri);

// The IRI of the request as its client sees it, without parameters: http://HOST/PATH, as sent; over TLS it begins
// with https. Empty if the client has not named the host (HTTP/1.0).
std::string request_iri(const HttpRequest& request);
// The same of another path of the server.
std::string iri_at(const HttpRequest& request, std::string_view path);

}  // namespace quadrille::server
