#pragma once

// HttpServices sends SERVICE requests over HTTP (SPARQL 1.1 Protocol, 2.1.2): a query is POSTed as a form; the answer,
// SPARQL results in JSON or XML, plain or gzip, is read as it arrives.
//
//   http_transfer --> [gzip] --> result_reader --> rows
//
// At most kMostRedirects redirects are followed, each only if service_places.hpp allows its target. An endpoint has no
// time limit of its own: the query's limits end the request, within a part of a second. One object for each query, used
// by one thread: successive requests to one server share a connection.

#include <exception>
#include <string>

#include "query/service/service_client.hpp"
#include "server/client/http_transfer.hpp"
#include "server/client/service_places.hpp"

namespace quadrille::server {

class HttpServices final : public query::ServiceClient {
 public:
  explicit HttpServices(const ServicePlaces& places) : places_(places) {}

  // Throws StatusError: 403 for an endpoint that is not allowed, 502 for a fault of another server.
  void require(const std::string& endpoint) const override;
  void ask(const query::ServiceQuestion& question, const std::function<void()>& check, const Take& take) const override;

  // Called while an error of a query is being handled. Teams pass an error to their members as kind and message. This
  // returns the original error of this image, with its status, if a service has caused it.
  std::exception_ptr as_it_was(const Error& error) const;

 private:
  template <class Work>
  void remembering(const std::string& endpoint, Work&& work) const;

  const ServicePlaces& places_;
  mutable std::shared_ptr<HttpConnection> connection_;  // of the last request
  mutable std::exception_ptr failure_;
  mutable std::string failure_words_;
};

}  // namespace quadrille::server
