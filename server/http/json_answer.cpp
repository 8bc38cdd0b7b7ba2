#include "server/http/json_answer.hpp"

#include <nlohmann/json.hpp>

#include "server/http/http_exchange.hpp"

namespace quadrille::server {

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void respond_json(Exchange& exchange, int status, const nlohmann::ordered_json& json) {
  exchange.respond(status, "application/json", json_text(json), {{"Cache-Control", "no-store"}});
}

}  // namespace quadrille::server
