#pragma once

// The server that a shell talks to. `server/commands` implements it over HTTP, tests without a server.

#include <functional>
#include <string>
#include <string_view>

namespace quadrille::server {

struct ShellRequest {
  std::string path;               // below the database, with its parameters, encoded; empty: the endpoint of queries
  std::string parameters = {};    // more of these: "format=tsv&..."
  std::string content_type = {};  // of the POSTed body; empty: a GET
  std::string body = {};
};

// Returns true if the user no longer wants the answer. From any thread.
using IsStopped = std::function<bool()>;

class ShellServer {
 public:
  virtual ~ShellServer() = default;

  // Passes the answer to `take`, piece by piece, in another thread. Throws Error with the server's message, and
  // Error(cancelled) soon after `is_stopped` returns true; the server ends the query then. Passes on the exceptions of
  // `take`.
  virtual void ask(const ShellRequest& request, const std::function<void(std::string_view)>& take,
                   const IsStopped& is_stopped) = 0;
  // Sends a file to the server, with its progress on standard error, and prints the result. `graph`: an IRI; empty: the
  // default graph. Throws the same.
  virtual void load(const std::string& file, const std::string& graph, const IsStopped& is_stopped) = 0;
};

}  // namespace quadrille::server
