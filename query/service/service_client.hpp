#pragma once

// A ServiceClient sends the requests of a query to other servers (SPARQL 1.1 Federated Query). The engine makes the
// text of a request; server/ implements HTTP and checks which endpoints the owner of this server allows. It is called
// on a team's first member only; the others get its rows by Exchange.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "query/results/result_writer.hpp"

namespace quadrille::query {

struct ServiceQuestion {
  std::string endpoint;                // the IRI, as the query has it
  std::string text;                    // a SELECT
  std::vector<std::string> variables;  // whose values are returned, without '?'
};

class ServiceClient {
 public:
  virtual ~ServiceClient() = default;

  // Throws Error(user) if requests to the endpoint are not allowed.
  virtual void require(const std::string& endpoint) const = 0;

  // Sends the request and calls take(cells) for every row of the answer as it arrives. The cells are in the order of
  // the request's variables and valid until take() returns. `check` is called a few times a second while nothing
  // arrives. Throws Error(user) for every error of the other server; exceptions of `check` and `take` pass through.
  using Take = std::function<void(std::span<const results::Cell>)>;
  virtual void ask(const ServiceQuestion& question, const std::function<void()>& check, const Take& take) const = 0;
};

}  // namespace quadrille::query
