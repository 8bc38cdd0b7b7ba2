#include "bench/query/server_options.hpp"

namespace quadrille::bench {

void ServerOptions::add_to(CLI::App& command) {
  command
      .add_option("--server", servers,
                  "A server: [NAME=]http://HOST:PORT[/PATH][#form]; SPARQL is at /sparql if no path is given; #form "
                  "for one that takes queries by a form alone; once for each")
      ->required()
      ->type_name("URL")
      ->allow_extra_args(false);
  command.add_option("--peer", peers, "A server of others that they are held against, likewise")
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
