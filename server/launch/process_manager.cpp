#include "server/launch/detail/process_manager.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "pgas/launch_protocol.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kJobName = "quadrille";

// The text after "key=" in a line, up to the next space; the value of "value=" extends to the end of the line.
std::string_view field(std::string_view line, std::string_view name) {
  const std::string wanted = fmt::format(" {}=", name);
  const std::size_t at = line.find(wanted);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + wanted.size());
  return name == "value" ? rest : rest.substr(0, rest.find(' '));
}

// The answers to these go to all images.
bool is_for_all(std::string_view command) {
  return command == "barrier_in" || command == "gather";
}

std::string_view command_of(std::string_view line) {
  constexpr std::string_view kBegin = "cmd=";
  if (!line.starts_with(kBegin)) return {};
  line.remove_prefix(kBegin.size());
  return line.substr(0, line.find(' '));
}

}  // namespace

ProcessManager::ProcessManager(int images)
    : received_(static_cast<std::size_t>(images)), gathered_(static_cast<std::size_t>(images)) {
  for (int rank = 0; rank < images; ++rank) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      fail(ErrorKind::io, "cannot make a pair of sockets: {}", std::strerror(errno));
    }
    here_.push_back(ends[0]);
    there_.push_back(ends[1]);
  }
  // MPI learns from this which images share a host: all `images` are on one node, the first.
  values_["PMI_process_mapping"] = fmt::format("(vector,(0,1,{}))", images);
}

ProcessManager::~ProcessManager() {
  close_ends_of_images();
  for (const int descriptor : here_) {
    if (descriptor >= 0) close(descriptor);
  }
}

void ProcessManager::keep_open_for(int rank) const {
  fcntl(there_[static_cast<std::size_t>(rank)], F_SETFD, 0);
}

std::vector<std::string> ProcessManager::variables(int rank) const {
  const int socket = there_[static_cast<std::size_t>(rank)];
  return {fmt::format("PMI_FD={}", socket), fmt::format("PMI_RANK={}", rank), fmt::format("PMI_SIZE={}", here_.size()),
          fmt::format("{}={}", pgas::kGatherVariable, socket)};
}

void ProcessManager::close_ends_of_images() {
  for (const int descriptor : std::exchange(there_, {})) close(descriptor);
}

bool ProcessManager::serve(int rank) {
  const auto image = static_cast<std::size_t>(rank);
  std::array<char, 4096> bytes;
  const ssize_t got = recv(here_[image], bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  if (got <= 0) {
    close(std::exchange(here_[image], -1));
    return true;
  }
  std::string& received = received_[image];
  received.append(bytes.data(), static_cast<std::size_t>(got));
  for (std::size_t end; (end = received.find('\n')) != std::string::npos; received.erase(0, end + 1)) {
    const std::string line = received.substr(0, end);
    if (command_of(line) == "abort") return false;
    const std::string reply = answer(line);
    if (reply.empty()) continue;
    if (!is_for_all(command_of(line))) {
      send(rank, reply);
      continue;
    }
    for (std::size_t other = 0; other < here_.size(); ++other) send(static_cast<int>(other), reply);
  }
  return true;
}

// An image reads its answers at once, so the socket has space for them. The end of an image is detected elsewhere.
void ProcessManager::send(int rank, const std::string& line) {
  const std::string whole = line + "\n";
  const int descriptor = here_[static_cast<std::size_t>(rank)];
  if (descriptor < 0) return;
  [[maybe_unused]] const ssize_t sent = ::send(descriptor, whole.data(), whole.size(), MSG_NOSIGNAL);
}

std::string ProcessManager::answer(std::string_view line) {
  const std::string_view command = command_of(line);
  if (command == "init") return "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0";
  if (command == "get_maxes") return "cmd=maxes kvsname_max=64 keylen_max=64 vallen_max=1024 rc=0";
  if (command == "get_appnum") return "cmd=appnum appnum=0 rc=0";
  if (command == "get_my_kvsname") return fmt::format("cmd=my_kvsname kvsname={} rc=0", kJobName);
  if (command == "get_universe_size") return fmt::format("cmd=universe_size size={} rc=0", here_.size());
  if (command == "put") return put(line);
  if (command == "get") return get(line);
  if (command == "barrier_in") return enter_barrier();
  if (command == "gather") return gather(line);
  if (command == "finalize") return "cmd=finalize_ack rc=0";
  return {};
}

std::string ProcessManager::put(std::string_view line) {
  values_.insert_or_assign(std::string(field(line, "key")), std::string(field(line, "value")));
  return "cmd=put_result rc=0 msg=success";
}

std::string ProcessManager::get(std::string_view line) const {
  const auto found = values_.find(field(line, "key"));
  if (found == values_.end()) return "cmd=get_result rc=-1 msg=key_not_found value=unknown";
  return fmt::format("cmd=get_result rc=0 msg=success value={}", found->second);
}

std::string ProcessManager::enter_barrier() {
  if (++waiting_ < here_.size()) return {};
  waiting_ = 0;
  return "cmd=barrier_out rc=0";
}

std::string ProcessManager::gather(std::string_view line) {
  const std::string rank(field(line, "rank"));
  const auto image = static_cast<std::size_t>(std::atoi(rank.c_str()));
  if (image >= gathered_.size()) return {};
  gathered_[image] = field(line, "value");
  if (++gathering_ < gathered_.size()) return {};
  gathering_ = 0;
  std::string all = "cmd=gathered value=";
  for (const std::string& value : gathered_) all += value;
  return all;
}

}  // namespace quadrille::server
