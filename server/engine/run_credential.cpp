#include "server/engine/run_credential.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCredentialPrefix = "credential.";

void remove_left_files(const fs::path& directory) {
  std::vector<fs::path> living;
  for (const LockHolder& holder : lock_holders(directory)) living.push_back(credential_file(directory, holder));
  std::error_code error;
  for (fs::directory_iterator file(directory, error), end; !error && file != end; file.increment(error)) {
    const bool is_credential = file->path().filename().string().starts_with(kCredentialPrefix);
    const bool is_alive = std::find(living.begin(), living.end(), file->path()) != living.end();
    std::error_code ignored;
    if (is_credential && !is_alive) fs::remove(file->path(), ignored);
  }
}

}  // namespace

RunCredential::RunCredential(fs::path directory, const std::string& secret) {
  remove_left_files(directory);
  file_ = credential_file(directory, {.pid = getpid(), .machine = machine_name(), .role = {}, .host = {}});
  std::error_code ignored;
  fs::remove(file_, ignored);
  const int file = open(file_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) return;
  const std::string line = secret + "\n";
  [[maybe_unused]] const ssize_t written = write(file, line.data(), line.size());
  close(file);
}

RunCredential::~RunCredential() {
  std::error_code ignored;
  fs::remove(file_, ignored);
}

fs::path credential_file(const fs::path& directory, const LockHolder& server) {
  return directory / fmt::format("{}{}.{}", kCredentialPrefix, server.machine, server.pid);
}

}  // namespace quadrille::server
