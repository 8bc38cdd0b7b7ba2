#pragma once

// Who asks other servers for a query (SPARQL 1.1 Federated Query): the engine says what to ask, server/ knows HTTP and
// which places the owner of this one allows. On a team's first member alone; the others get its
// rows.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "query/results/result_writer.hpp"

namespace quadrille::query {

struct ServiceQuestion {
  std::string endpoint;                // the IRI, as the query has it
  std::string text;                    // a SELECT
  std::vector<std::string> variables;  // whose values are wanted, without '?'
};

class ServiceClient {
 public:
  virtual ~ServiceClient() = default;

  // Throws Error(user) if the endpoint may not be asked.
  virtual void require(const std::string& endpoint) const = 0;

  // Asks and calls take(cells) for every row of the answer, as it comes; cells are in the order of the question's
  // variables and good until take() returns. `check` is called a few times a second while nothing comes. Throws
  // Error(user) for whatever the other server does wrong; what `check` and `take` throw comes out.
  using Take = std::function<void(std::span<const results::Cell>)>;
  virtual void ask(const ServiceQuestion& question, const std::function<void()>& check, const Take& take) const = 0;
};

}  // namespace quadrille::query
