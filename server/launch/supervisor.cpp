#include "server/launch/supervisor.hpp"

#include <poll.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>

#include "base/clock.hpp"
#include "server/launch/detail/service_manager.hpp"
#include "server/launch/detail/signal_queue.hpp"
#include "server/launch/lost_terminal.hpp"

namespace quadrille::server {

namespace {

constexpr int kMostDeaths = 8;
constexpr double kLongestDelaySeconds = 30;

// Returns false if a signal requests the end meanwhile.
// A SIGHUP needs nothing: the next run reads the settings.
bool wait_unless_stopped(SignalQueue& signals, double seconds, bool reloads) {
  const Deadline deadline = Deadline::after(seconds);
  while (!deadline.passed()) {
    pollfd waited{signals.descriptor(), POLLIN, 0};
    poll(&waited, 1, 50);
    while (const auto signal = signals.next()) {
      const bool is_reload = *signal == SIGHUP && reloads && !has_lost_terminal();
      if (*signal != SIGCHLD && !is_reload) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<double> restart_delay(int deaths, double shortest) {
  if (deaths >= kMostDeaths) return std::nullopt;
  return std::min(kLongestDelaySeconds, shortest * std::exp2(std::max(0, deaths - 1)));
}

int supervise_images(const Launch& launch, const std::function<std::vector<std::string>()>& words) {
  SignalQueue signals;
  for (int deaths = 0;;) {
    const LaunchEnd end = launch_images(launch, words(), signals);
    if (!end.died || end.stopped) return end.status;
    deaths = end.served ? 0 : deaths + 1;
    const auto delay = restart_delay(deaths, launch.restart_seconds);
    if (!delay) {
      std::fprintf(stderr, "quadrille: giving up after %d consecutive runs that ended before they served\n", deaths);
      return end.status;
    }
    std::fprintf(stderr, "quadrille: restarting in %g s\n", *delay);
    notify_service_manager("STATUS=restarting, because a process has died");
    if (!wait_unless_stopped(signals, *delay, launch.reloads)) return 0;
  }
}

}  // namespace quadrille::server
