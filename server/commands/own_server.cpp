#include "server/commands/own_server.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

#include "base/error.hpp"
#include "server/engine/database_lock.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{10};

// True if the server of the database answers queries.
bool is_ready(const std::filesystem::path& database, const ClientOptions& client) {
  if (!find_server(database)) return false;
  const auto server = find_server_access(database, client);
  if (!server) return false;
  try {
    ask_server({*server, "/ready"});
    return true;
  } catch (const Error&) {  // it is starting
    return false;
  }
}

// In the child. Control-C is for the command, not for its server.
[[noreturn]] void become_server(pid_t command, int messages, char* const* words) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != command) _exit(1);
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(messages, STDERR_FILENO);
  execv("/proc/self/exe", words);
  _exit(1);
}

}  // namespace

OwnServer::OwnServer(const std::filesystem::path& database, const ClientOptions& client) {
  start(database.string());
  while (!is_ready(database, client)) {
    if (has_ended()) fail(ErrorKind::user, "the server of {} did not start:\n{}", database.string(), messages());
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

OwnServer::~OwnServer() {
  if (process_ > 0) {
    kill(process_, SIGTERM);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  close(messages_file_);
}

void OwnServer::start(const std::string& database) {
  std::array<std::string, 7> words{"quadrille", "serve", "--db", database, "--host", "127.0.0.1", "--port=0"};
  std::array<char*, words.size() + 1> pointers{};
  for (std::size_t at = 0; at < words.size(); ++at) pointers[at] = words[at].data();
  messages_file_ = memfd_create("quadrille-messages", MFD_CLOEXEC);
  if (messages_file_ < 0) fail(ErrorKind::io, "cannot make a file for the messages of a server");
  const pid_t command = getpid();
  process_ = fork();
  if (process_ < 0) fail(ErrorKind::io, "cannot start a process for a server");
  if (process_ == 0) become_server(command, messages_file_, pointers.data());
}

bool OwnServer::has_ended() {
  if (process_ > 0 && waitpid(process_, nullptr, WNOHANG) == process_) process_ = -1;
  return process_ < 0;
}

std::string OwnServer::messages() const {
  std::array<char, 4096> bytes{};
  const ssize_t size = pread(messages_file_, bytes.data(), bytes.size(), 0);
  return {bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

}  // namespace quadrille::server
