#pragma once

// Services without a network, for tests: the graphs of a test database, queried by one image alone.
//
//   <http://test.example/at/NAME>     an endpoint whose default graph is the graph <NAME>
//   <http://test.example/at/all>      one of the whole database
//   everything else                   refused; <http://test.example/at/broken> fails after the first row of an answer
//
// The engine parses and answers each request, like a server of that data, and returns JSON.

#include <memory>
#include <string>
#include <vector>

#include "loader/database/database.hpp"
#include "pgas/team.hpp"
#include "query/service/service_client.hpp"

namespace quadrille::testing {

class TestServices final : public query::ServiceClient {
 public:
  // Local. Opens the database as it is now.
  explicit TestServices(const std::string& path);
  void require(const std::string& endpoint) const override;
  void ask(const query::ServiceQuestion& question, const std::function<void()>& check, const Take& take) const override;

  // The requests so far.
  mutable std::vector<query::ServiceQuestion> asked;

 private:
  const std::unique_ptr<pgas::Team> solo_;
  Database database_;
};

}  // namespace quadrille::testing
