#pragma once

// The id by which a client, the logs and an operator name a request.
//
//   X-Request-Id: my-query-7             its value, if it has letters, digits and . _ - alone, and at most 128 of them
//   traceparent: 00-<trace>-<span>-01    otherwise the trace (W3C Trace Context, 3.2)
//   neither                              otherwise a number that no other request of any server has
//
// A value of another form is ignored: it could break the lines of a log.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::server {

bool is_request_id(std::string_view text);
// The trace of a traceparent; empty: it is malformed.
std::string_view trace_of(std::string_view traceparent);
// The id that these headers give, empty if there are none, or a new one. Thread-safe; about 0.1 us.
void take_request_id(std::string_view request_id, std::string_view traceparent, std::string& id);

}  // namespace quadrille::server
