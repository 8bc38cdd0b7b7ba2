#pragma once

// A RunCredential is the secret by which commands on the server's own machine prove that they may administer it:
// whoever can read the files of the server's user can read it.
//
//   DIR/credential.MACHINE.PID     one line, mode 0600; beside DIR/lock, which names the machine and the process
//
// Each run of a server has another one, so a file that a killed server has left opens nothing; the next server of the
// folder removes it. In a folder that cannot be written there is no file.

#include <filesystem>
#include <string>

#include "server/engine/database_lock.hpp"

namespace quadrille::server {

class RunCredential {
 public:
  // Writes the file, and removes those of dead servers. Called after the lock of `directory` has been taken. A
  // failure is no error: commands without a credential get messages about it.
  RunCredential(std::filesystem::path directory, const std::string& secret);
  ~RunCredential();
  RunCredential(const RunCredential&) = delete;
  RunCredential& operator=(const RunCredential&) = delete;

 private:
  std::filesystem::path file_;
};

// The file of a server of this folder.
std::filesystem::path credential_file(const std::filesystem::path& directory, const LockHolder& server);

}  // namespace quadrille::server
