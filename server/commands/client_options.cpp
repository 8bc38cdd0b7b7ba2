#include "server/commands/client_options.hpp"

namespace quadrille::server {

void add_client(CLI::App& app, ClientOptions& client) {
  app.add_option("--token-file", client.token_file, "Send the token in this file to the server")->type_name("FILE");
  app.add_option("--ca", client.ca,
                 "Authorities that vouch for the server's certificate, in PEM (default: the system's)")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
}

}  // namespace quadrille::server
