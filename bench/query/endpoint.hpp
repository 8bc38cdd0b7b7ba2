#pragma once

// Where a server answers SPARQL queries, and what a request to it is, byte by byte.

#include <string>
#include <string_view>

namespace quadrille::bench {

struct Endpoint {
  std::string name;  // what tables call it
  std::string host;
  std::string port = "80";
  std::string path = "/sparql";  // with a query string, if it needs one: /sparql?timeout=600

  std::string url() const { return "http://" + host + ":" + port + path; }
};

// "[NAME=]http://HOST[:PORT][/PATH]"; without a name the URL is the name. Error (user) for what is something else.
Endpoint parse_endpoint(std::string_view text);

// A whole request: the query itself as the body of a POST (SPARQL 1.1 Protocol, 2.1.3), answers as TSV or N-Triples,
// the connection kept.
std::string sparql_request(const Endpoint& endpoint, std::string_view query);

}  // namespace quadrille::bench
