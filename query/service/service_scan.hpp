#pragma once

// A ServiceScan returns the solutions that another server has for a group (SPARQL 1.1 Federated Query, 2 to 4). It is
// a leaf of the plan; its rows are on the first member, which sends the requests.
//
//   alone                       one request; all solutions are received
//   beside BindJoinRows         requests in batches (service_text.hpp), with the values to which the rows of the other
//                               side of the join bind shared variables; no request if there are no rows; no values
//                               if there are more than kMostKeys of them
//   SERVICE ?s                  the same for each different value of ?s there
//
// With SILENT, if one of the requests to an endpoint fails, one solution that binds nothing (except ?s) replaces all
// answers of that endpoint. Failures are: refused by the owner, not an IRI, no server, an answer that cannot be read.
// Limits of the query itself remain errors. Terms of answers are local to the query; each answer has new blank nodes.

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "query/operators/bind_join_rows.hpp"
#include "query/operators/operator.hpp"
#include "query/service/service_client.hpp"
#include "query/service/service_keys.hpp"
#include "query/service/service_text.hpp"

namespace quadrille::query {

struct ServicePlan {
  std::string endpoint;                         // IRI, or the name of the variable
  std::optional<VariableId> endpoint_variable;  // set if the endpoint is a variable
  bool silent = false;
  std::string group;                             // text, including the braces
  std::vector<ServiceColumn> columns;            // whose values are wanted, including the endpoint's variable
  std::vector<ServiceColumn> keys;               // values that are sent; columns of `bind_join_rows`
  std::shared_ptr<BindJoinRows> bind_join_rows;  // may be null; never if the endpoint is a variable
  std::optional<VariableId> endpoint_key;        // BindJoinRows::add_endpoint()
};

class ServiceScan final : public Operator {
 public:
  // `client`: on the first member; null if no endpoint is allowed.
  ServiceScan(ServicePlan plan, const ServiceClient* client, int team_size);
  std::string describe() const override { return "Service"; }
  Details details(const PlanWords& words) const override;

  // On the first image; not sorted.
  static Schema schema_of(const ServicePlan& plan);

 private:
  void do_open(Context& context) override;
  bool do_next(Context& context, Table& out) override;

  ServiceKeys gather_keys(Context& context) const;
  void require(const std::string& endpoint) const;
  void ask_endpoint(Context& context, const EndpointKeys* keys);
  void ask(Context& context, const std::string& endpoint, Huri endpoint_term, const ValuesBlock& values);
  void add_row(std::span<const results::Cell> cells, const std::string& endpoint, Huri endpoint_term);
  void set_endpoint(std::size_t row, Huri term);
  Huri huri_of(TermView term);
  template <class Work>
  void unless_it_fails(Huri endpoint_term, Work&& work);

  const ServicePlan plan_;
  const ServiceClient* const client_;
  std::vector<std::string> names_;   // of plan_.columns
  std::vector<std::size_t> places_;  // by column of the plan: that of the schema
  std::unique_ptr<Table> rows_;
  QueryDictionary* dictionary_ = nullptr;
  std::unordered_map<std::string, Huri> blanks_;  // by label, of one answer
  std::string blank_prefix_;
  std::uint64_t next_blank_ = 0;
  std::size_t next_row_ = 0;
};

}  // namespace quadrille::query
