#pragma once

// A request of a command to the server of its database, on this machine or another.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/engine/database_lock.hpp"

namespace quadrille::server {

struct ServerRequest {
  std::string server;             // http://HOST[:PORT]
  std::string path;               // with its parameters, encoded
  std::string content_type = {};  // of the POSTed body; empty: a GET
  std::string body = {};
  std::string method = {};  // empty: GET or POST
};

// A server as users write it: http://HOST[:PORT], or with the path of one of its endpoints.
struct ServerAddress {
  std::string server;  // http://HOST[:PORT]
  std::string path;
};
// `usual_path` is used if the address has no path. Throws Error(user) for a malformed address.
ServerAddress parse_server(const std::string& url, const std::string& usual_path);

// The address of a server on this machine: http://HOST:PORT.
std::string server_url(const LockHolder& server);

// The server of a database on this machine, if there is one. If a server is ending or was killed and no longer accepts
// connections, this waits until it has gone.
std::optional<std::string> find_server_url(const std::filesystem::path& database);

// Passes the answer to `take`, piece by piece, without a time limit: the server keeps the time. Throws Error: of the
// kind of the answer's status, with the server's message; io if there is no server, or if it ends the answer in the
// middle; user if the address is not a server's; and the exceptions of `take`.
void ask_server(const ServerRequest& request, const std::function<void(std::string_view)>& take);
// The same; returns the whole answer.
std::string ask_server(const ServerRequest& request);

// The same, with a body that is made while it is sent: the pieces that `next` returns, up to an empty one. Passes on
// the exceptions of `next`; the server detects then that the body is incomplete.
std::string send_to_server(const ServerRequest& request, const std::function<std::string()>& next);

}  // namespace quadrille::server
