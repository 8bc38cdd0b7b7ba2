#include "server/detail/mpiexec.hpp"

#include <unistd.h>

#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>

namespace quadrille::server {

namespace {

std::string this_program() {
  std::array<char, PATH_MAX> path;
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  const std::string name(path.data(), static_cast<std::size_t>(size > 0 ? size : 0));
  if (access(name.c_str(), X_OK) == 0) return name;
  return "/proc/" + std::to_string(getpid()) + "/exe";  // replaced or deleted since
}

std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char character : word) quoted += character == '\'' ? std::string("'\\''") : std::string(1, character);
  return quoted + "'";
}

std::string version_text(const std::string& mpiexec) {
  std::string text;
  FILE* const pipe = popen((shell_quoted(mpiexec) + " --version 2>/dev/null </dev/null").c_str(), "re");
  if (!pipe) return text;
  std::array<char, 4096> bytes;
  while (const std::size_t got = fread(bytes.data(), 1, bytes.size(), pipe)) text.append(bytes.data(), got);
  pclose(pipe);
  return text;
}

}  // namespace

std::vector<std::string> mpiexec_options(const std::string& version_text) {
  for (const char* name : {"Open MPI", "OpenRTE", "PRRTE"}) {
    if (version_text.find(name) != std::string::npos) return {"--allow-run-as-root", "--oversubscribe"};
  }
  if (version_text.find("HYDRA") != std::string::npos) {
    return {"-disable-auto-cleanup", "-rmk", "user", "-launcher", "fork"};
  }
  return {};
}

std::vector<std::string> mpiexec_command(int images, std::span<const std::string> words) {
  const char* const chosen = std::getenv("QUADRILLE_MPIEXEC");
  std::vector<std::string> command{chosen ? chosen : "mpiexec"};
  for (std::string& option : mpiexec_options(version_text(command[0]))) command.push_back(std::move(option));
  for (std::string word : {std::string("-n"), std::to_string(images), this_program()})
    command.push_back(std::move(word));
  command.insert(command.end(), words.begin(), words.end());
  return command;
}

}  // namespace quadrille::server
