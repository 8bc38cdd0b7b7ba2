#pragma once

// SERVICE: the solutions that another server has for a group (SPARQL 1.1 Federated Query, 2 to 4). A leaf of the plan;
// its rows are on the first member, which asks.
//
//   alone                       one question; all solutions are brought here
//   beside BindJoinRows         questions in batches (service_text.hpp), with the values that the rows of the other
//                               side of the join bind shared variables to; none if there are no rows, or if
//                               kMostKeys of them are passed
//   SERVICE ?s                  the same for each different value of ?s there
//
// SILENT makes one solution that binds nothing (but ?s) of all that an endpoint has answered, if one of the questions
// fails: refused by the owner, no IRI, no server, no answer that can be read. Limits of the query itself stay errors.
// Terms of answers are the query's own (local), blank nodes new ones for each answer.

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
  std::string endpoint;                         // IRI, or the name of
  std::optional<VariableId> endpoint_variable;  // this one
  bool silent = false;
  std::string group;                             // text, braces included
  std::vector<ServiceColumn> columns;            // whose values are wanted, if the endpoint's variable is one also that
  std::vector<ServiceColumn> keys;               // what is sent; columns of `bind_join_rows`
  std::shared_ptr<BindJoinRows> bind_join_rows;  // may be null; if the endpoint is a variable, it has it then
  std::optional<VariableId> endpoint_key;        // BindJoinRows::add_endpoint()
};

class ServiceScan final : public Operator {
 public:
  // `client`: on the first member; may be null where nothing is allowed.
  ServiceScan(ServicePlan plan, const ServiceClient* client, int team_size);
  std::string describe() const override { return "Service"; }
  Details details(const PlanWords& words) const override;

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
  std::vector<std::uint32_t> picked_;
  std::size_t next_row_ = 0;
};

}  // namespace quadrille::query
