#include "server/http/hints_protocol.hpp"

#include <variant>

#include "server/http/piece_sink.hpp"
#include "server/http/schema_protocol.hpp"
#include "server/http/time_limit.hpp"

namespace quadrille::server {

std::vector<Hint> hints_about(const QueryRequest& query, Service& service, Exchange& exchange) {
  const QueryHints hints(parser::parse_query(query.text, query.base, parser::DefaultPrefixes::well_known));
  QueryRequest question = own_query(service, exchange);
  question.view = query.view;
  question.union_default_graph = query.union_default_graph;
  question.text = hints.question();
  question.format = "tsv";
  if (question.text.empty()) return hints.found({}, {});
  std::string answer;
  const std::function<void(std::string_view)> take = [&](std::string_view piece) { answer += piece; };
  const std::function<bool()> cancelled = [&] { return exchange.cancelled(); };
  PieceSink sink(take, cancelled);
  within_limit(question.timeout_seconds, kMoreTime, [&] { service.engine.answer(question, sink); });
  return hints.found(answer, *schema_counts(service, exchange));
}

void serve_hints(Service& service, Exchange& exchange) {
  const auto operation =
      read_operation(protocol_message(exchange, exchange.read_body()), service.protocol(), Takes::queries);
  const auto& query = std::get<QueryRequest>(operation);
  exchange.set_operation(RequestKind::query, query.text);
  exchange.respond(200, "application/json", hints_json(hints_about(query, service, exchange)),
                   {{"Cache-Control", "no-store"}});
}

}  // namespace quadrille::server
