#pragma once

// A request of a command to the server of its database, on this machine or another.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "server/engine/database_lock.hpp"

namespace quadrille::server {

// The options of a command that uses a server.
struct ClientOptions {
  std::string token_file;  // its first line is sent as a bearer token; empty: the credential of a local server, or none
  std::string ca;          // a file with the authorities of https, in PEM; empty: those of the system
};

// A server, and how a command proves to it who it is.
struct ServerAccess {
  ServerAccess() = default;
  ServerAccess(std::string its_url) : url(std::move(its_url)) {}  // NOLINT(google-explicit-constructor)

  std::string url;     // http://HOST[:PORT] or https://
  std::string prefix;  // of the database's paths: "/people"; empty: the default one
  std::string token;   // for Authorization: Bearer; empty: none
  std::string ca;      // as in ClientOptions
  // Of a server on this machine that has been found by the lock of its database: its certificate has the public names
  // of the server, so it is not compared with the address. Nobody else can use the token, which is of this run.
  bool is_own = false;
  std::string no_token;  // why there is no token, for messages
  std::string health;    // of such a server: its answer at /health when it was found; empty: it was starting or ending
};

struct ServerRequest {
  ServerAccess server;
  std::string path;               // below the server's prefix, with its parameters, encoded
  std::string content_type = {};  // of the POSTed body; empty: a GET
  std::string body = {};
  std::string method = {};  // empty: GET or POST
  std::string id = {};      // by which the server can be asked to end the request; empty: one of the server's
};

struct ServerAddress {
  ServerAccess server;
  std::string path;
};
// A server as users write it: http[s]://HOST[:PORT], behind it a database (/people) or an endpoint (/sparql), or both.
// `usual_path` is used if the address has no endpoint. Throws Error(user) for a malformed address, a token file that
// others may read, and a token that would be sent to another machine without TLS.
ServerAddress parse_server(const std::string& url, const std::string& usual_path, const ClientOptions& client = {});

// The host of http[s]://HOST[:PORT]; an IPv6 address without its brackets.
std::string host_of_url(const std::string& url);

// The address of a server on this machine: http://HOST:PORT.
std::string server_url(const LockHolder& server);

// The server of a database on this machine, if there is one, with its credential. If a server is ending or was killed
// and no longer accepts connections, this waits until it has gone.
std::optional<ServerAccess> find_server_access(const std::filesystem::path& database, const ClientOptions& client);

// The server of a command: the one at `url`, or if that is empty the one of the database; nullopt: it has none.
std::optional<ServerAddress> server_of(const std::filesystem::path& database, const std::string& url,
                                       const std::string& usual_path, const ClientOptions& client);

// Passes the answer to `take`, piece by piece, without a time limit: the server keeps the time. Throws Error: of the
// kind of the answer's status, with the server's message; io if there is no server, or if it ends the answer in the
// middle; user if the address is not a server's; and the exceptions of `take`.
void ask_server(const ServerRequest& request, const std::function<void(std::string_view)>& take);
// The same; returns the whole answer.
std::string ask_server(const ServerRequest& request);

// The same, with `take` called in another thread, until `is_stopped` returns true: then the server ends the request,
// and this throws Error(cancelled).
void ask_server(const ServerRequest& request, const std::function<void(std::string_view)>& take,
                const std::function<bool()>& is_stopped);

// The same, with a body that is made while it is sent: the pieces that `next` returns, up to an empty one. Passes on
// the exceptions of `next`; the server detects then that the body is incomplete.
std::string send_to_server(const ServerRequest& request, const std::function<std::string()>& next);

}  // namespace quadrille::server
