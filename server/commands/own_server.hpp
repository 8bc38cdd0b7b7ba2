#pragma once

// An OwnServer is a server that a command starts for itself: `quadrille serve`, on a free port of 127.0.0.1.

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "server/commands/server_request.hpp"

namespace quadrille::server {

class OwnServer {
 public:
  // Returns when the server answers queries; find_server_access() finds it then. Throws Error(user), with the server's
  // messages, if it ends instead. Must be called before there are threads.
  OwnServer(const std::filesystem::path& database, const ClientOptions& client);
  // Shuts the server down, and waits for its end. It also ends if this process dies.
  ~OwnServer();
  OwnServer(const OwnServer&) = delete;
  OwnServer& operator=(const OwnServer&) = delete;

 private:
  void start(const std::string& database);
  bool has_ended();
  std::string messages() const;

  int messages_file_ = -1;  // without a name
  pid_t process_ = -1;      // -1: it has ended
};

}  // namespace quadrille::server
