#include "bench/query/server_options.hpp"

namespace quadrille::bench {

void ServerOptions::add_to(CLI::App& command) {
  command
      .add_option(
          "--server", servers,
          "Server to measure: [NAME=]http[s]://HOST:PORT[/PATH][#form][#token=FILE]; the default path is /sparql; "
          "#form if it accepts queries only from forms; the token is sent with each query; can be repeated")
      ->required()
      ->type_name("URL")
      ->allow_extra_args(false);
  command.add_option("--peer", peers, "Server for comparison, in the same form; can be repeated")
      ->type_name("URL")
      ->allow_extra_args(false);
}

std::vector<Endpoint> ServerOptions::endpoints() const {
  std::vector<Endpoint> all;
  for (const auto* list : {&servers, &peers}) {
    for (const std::string& text : *list) all.push_back(parse_endpoint(text));
  }
  return all;
}

std::vector<ComparedServer> ServerOptions::described() const {
  std::vector<ComparedServer> all;
  for (const Endpoint& endpoint : endpoints()) {
    all.push_back({endpoint.name, endpoint.url(), all.size() < servers.size() ? ServerRole::ours : ServerRole::peer});
  }
  return all;
}

}  // namespace quadrille::bench
