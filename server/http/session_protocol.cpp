#include "server/http/session_protocol.hpp"

#include <nlohmann/json.hpp>

#include "server/access/session_tokens.hpp"
#include "server/http/http_status.hpp"
#include "server/http/json_answer.hpp"

namespace quadrille::server {

namespace {

using Told = nlohmann::ordered_json;

Told user_of(const Caller& caller) {
  return caller.user().empty() ? Told() : Told(caller.user());
}

Told tiles_of(const MapTiles& tiles) {
  return tiles.address.empty() ? Told() : Told{{"address", tiles.address}, {"attribution", tiles.attribution}};
}

}  // namespace

void show_session(Service& service, Exchange& exchange) {
  const Caller& caller = exchange.caller();
  const std::string_view database = service.database;
  respond_json(exchange, 200,
               {{"user", user_of(caller)},
                {"how", Caller::how_name(caller.how())},
                {"accounts", service.access.has_accounts()},
                {"reads", !caller.graphs(Right::read, database).is_none()},
                {"writes", !caller.graphs(Right::write, database).is_none()},
                {"administers", caller.may(Right::admin, database)},
                {"map_tiles", tiles_of(service.map_tiles())}});
}

void begin_session(Service& service, Exchange& exchange) {
  service.origins().require_may_write(exchange.request().origin, exchange.request().host);
  const auto session = service.access.new_session(exchange.caller());
  if (!session)
    throw StatusError(400, "a session begins with the name and password of an account, by HTTP Basic authentication");
  respond_json(exchange, 200,
               {{"user", user_of(exchange.caller())}, {"token", session->token}, {"seconds", kSessionSeconds}});
}

}  // namespace quadrille::server
