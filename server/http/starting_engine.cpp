#include "server/http/starting_engine.hpp"

#include "base/assert.hpp"

namespace quadrille::server {

std::optional<NotReady> StartingEngine::not_ready() const {
  if (engine_.load() != nullptr) return std::nullopt;
  const int percent = percent_;
  const std::string doing = percent < 0 ? "opening the database" : fmt::format("recovering, {} %", percent);
  return NotReady{doing, "the server is starting: " + doing};
}

Engine& StartingEngine::engine() const {
  Engine* const engine = engine_.load();
  QUADRILLE_ASSERT(engine != nullptr, "nothing is asked before not_ready() is nullopt");
  return *engine;
}

WriteResult StartingEngine::update(const UpdateRequest& request, const Cancelled& cancelled) {
  return engine().update(request, cancelled);
}

WriteResult StartingEngine::put_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) {
  return engine().put_graph(write, payload, cancelled);
}

WriteResult StartingEngine::post_graph(const GraphWrite& write, Payload& payload, const Cancelled& cancelled) {
  return engine().post_graph(write, payload, cancelled);
}

WriteResult StartingEngine::delete_graph(const GraphWrite& write, const Cancelled& cancelled) {
  return engine().delete_graph(write, cancelled);
}

}  // namespace quadrille::server
