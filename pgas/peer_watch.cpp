#include "pgas/peer_watch.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace quadrille::pgas {

namespace {

// Other threads handle signals, never this one.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

PeerWatch::PeerWatch(const std::vector<Peer>& peers, std::function<void(Peer)> on_death) : peers_(peers) {
  if (peers_.empty()) return;
  stop_fd_ = eventfd(0, EFD_CLOEXEC);
  for (const Peer& peer : peers_) pid_fds_.push_back(static_cast<int>(syscall(SYS_pidfd_open, peer.pid, 0)));
  thread_ = std::thread([this, on_death = std::move(on_death)] { watch(on_death); });
}

PeerWatch::~PeerWatch() {
  if (!thread_.joinable()) return;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(stop_fd_, &one, sizeof one);
  thread_.join();
  close(stop_fd_);
  for (const int fd : pid_fds_) {
    if (fd >= 0) close(fd);
  }
}

void PeerWatch::watch(std::function<void(Peer)> on_death) {
  block_signals();
  std::vector<pollfd> fds{{stop_fd_, POLLIN, 0}};
  for (const int fd : pid_fds_) fds.push_back({fd, POLLIN, 0});  // poll skips negative descriptors
  while (true) {
    if (poll(fds.data(), fds.size(), -1) < 0) continue;
    if (fds[0].revents != 0) return;
    for (std::size_t place = 1; place < fds.size(); ++place) {
      if (fds[place].revents == 0) continue;
      fds[place].fd = -1;
      on_death(peers_[place - 1]);
    }
  }
}

}  // namespace quadrille::pgas
