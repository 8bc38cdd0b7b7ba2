#pragma once

// The address at which a server answers SPARQL queries, and the bytes of a request to it.

#include <string>
#include <string_view>

namespace quadrille::bench {

struct Endpoint {
  std::string name;  // its name in tables
  std::string host;
  std::string port = "80";
  std::string path = "/sparql";  // with a query string, if it needs one: /sparql?timeout=600
  bool by_form = false;          // the query is sent as a field of a form; else as the body itself
  bool by_tls = false;           // https; the certificate is not checked, since only time is measured
  std::string token = {};        // for Authorization: Bearer; empty: none

  std::string url() const { return (by_tls ? "https://" : "http://") + host + ":" + port + path; }
};

// "[NAME=]http[s]://HOST[:PORT][/PATH][#form][#token=FILE]"; without a name the URL is the name. #form is for servers
// that do not accept a query as the body of a request; the first line of FILE is sent as a bearer token. Error (user)
// for other texts.
Endpoint parse_endpoint(std::string_view text);

// A whole request: a POST of the query (SPARQL 1.1 Protocol, 2.1.3, or 2.1.2 by a form), answers as TSV or N-Triples,
// the connection kept.
std::string sparql_request(const Endpoint& endpoint, std::string_view query);

}  // namespace quadrille::bench
