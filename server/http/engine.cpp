#include "server/http/engine.hpp"

namespace quadrille::server {

namespace {

[[noreturn]] void fail_unsupported(std::string_view what) {
  fail(ErrorKind::unsupported, "{} is not supported: this server only answers queries", what);
}

}  // namespace

void Engine::check(const QueryRequest&) {}
void Engine::check(const UpdateRequest&) {
  if (!features().updates) fail_unsupported("SPARQL Update");
}
WriteResult Engine::update(const UpdateRequest&, const Cancelled&) {
  fail_unsupported("SPARQL Update");
}
bool Engine::graph_exists(const GraphTarget&, const GraphRights&) {
  fail_unsupported("the Graph Store Protocol");
}
void Engine::get_graph(const GraphRead&, AnswerSink&) {
  fail_unsupported("the Graph Store Protocol");
}
WriteResult Engine::put_graph(const GraphWrite&, Payload&, const Cancelled&) {
  fail_unsupported("the Graph Store Protocol");
}
WriteResult Engine::post_graph(const GraphWrite&, Payload&, const Cancelled&) {
  fail_unsupported("the Graph Store Protocol");
}
WriteResult Engine::delete_graph(const GraphWrite&, const Cancelled&) {
  fail_unsupported("the Graph Store Protocol");
}
std::string Engine::compact(const CompactionRequest&) {
  fail_unsupported("compaction");
}
std::string Engine::rules_json() {
  fail_unsupported("a list of rules");
}
std::string Engine::rules_status_json() {
  fail_unsupported("the state of an inference");
}
std::string Engine::algorithms_json() const {
  fail_unsupported("a list of algorithms");
}
RulesText Engine::rules_text(const std::string&) {
  fail_unsupported("texts of rules");
}
WriteResult Engine::change_rules(const RulesChange&, const Cancelled&) {
  fail_unsupported("a change of rules");
}
std::string Engine::check_rules(const RulesChange::Put&) {
  fail_unsupported("a check of rules");
}
WhyAnswer Engine::why(const WhyRequest&, const Cancelled&) {
  fail_unsupported("a search for proofs");
}
std::string Engine::backup(const std::string&, bool) {
  fail_unsupported("a backup");
}

}  // namespace quadrille::server
