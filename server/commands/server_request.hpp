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
  std::string content_type = {};  // of what is POSTed; empty: a GET
  std::string body = {};
};

// A server as people name it: http://HOST[:PORT], or with the path of one of its endpoints.
struct ServerAddress {
  std::string server;  // http://HOST[:PORT]
  std::string path;
};
// `usual_path` is taken where the address has none. Throws Error(user) for what is no address.
ServerAddress parse_server(const std::string& url, const std::string& usual_path);

// Where a server on this machine listens: http://HOST:PORT.
std::string server_url(const LockHolder& server);

// The server of a database on this machine, if there is one. One that is about to end, or is killed, and takes no more
// connections is waited for: it is none a moment later.
std::optional<std::string> find_server_url(const std::filesystem::path& database);

// Gives the answer to `take`, piece by piece, however long that takes: the server keeps the time. Throws Error: of the
// kind that the status tells, with the server's message; io where there is no server, or where it gives the answer up
// in the middle; user for another address; and what `take` throws.
void ask_server(const ServerRequest& request, const std::function<void(std::string_view)>& take);
// The same, the whole answer.
std::string ask_server(const ServerRequest& request);

// The same, with a body that is made while it is sent: the pieces that `next` gives, until it gives none. What `next`
// throws comes out; the server then knows that the body is not complete.
std::string send_to_server(const ServerRequest& request, const std::function<std::string()>& next);

}  // namespace quadrille::server
