#include "server/http/connection_pool.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace quadrille::server {

namespace {

constexpr std::size_t kReservedThreads = 4;
constexpr std::size_t kMaxWaitingOverflow = 256;
constexpr auto kIdleBeforeEnding = std::chrono::seconds(1);  // a new client probably sends a request soon
constexpr auto kCutAfter = std::chrono::seconds(1);

struct Connection {
  int socket;
  bool idle = false;
  bool asked_to_end = false;
  std::chrono::steady_clock::time_point idle_since{};
};

using Connections = std::list<Connection>;

// Sockets that wait for a thread, and the threads for them.
struct Lane {
  std::deque<int> waiting;
  std::condition_variable arrived;
  std::vector<std::thread> threads;
  std::size_t idle_threads = 0;
};

}  // namespace

class ConnectionPool::Impl {
 public:
  Impl(const ListenAddress& address, std::string_view option, std::size_t most, MakeServer make_server)
      : most_(most), make_server_(std::move(make_server)), listener_(address.host, address.port, option) {
    acceptor_ = std::thread([this] { accept_all(); });
  }

  ~Impl() { stop(); }

  int port() const { return listener_.port(); }

  ConnectionCounts counts() const {
    const std::lock_guard lock(mutex_);
    const auto idle =
        std::count_if(connections_.begin(), connections_.end(), [](const Connection& c) { return c.idle; });
    return {connections_.size(), static_cast<std::size_t>(idle), most_, accepted_, overflowed_};
  }

  void stop() {
    if (stopping_.exchange(true)) return;
    listener_.close_down();
    acceptor_.join();
    std::unique_lock lock(mutex_);
    for (Connection& connection : connections_) {
      if (connection.idle) shutdown(connection.socket, SHUT_RD);
    }
    regular_.arrived.notify_all();
    overflow_.arrived.notify_all();
    ended_.wait_for(lock, kCutAfter, [&] { return connections_.empty(); });
    for (Connection& connection : connections_) shutdown(connection.socket, SHUT_RDWR);
    lock.unlock();
    for (Lane* lane : {&regular_, &overflow_}) {
      for (std::thread& thread : lane->threads) thread.join();
      for (const int socket : lane->waiting) close(socket);
    }
  }

 private:
  void accept_all() {
    while (const std::optional<int> socket = listener_.accept_next()) {
      const std::lock_guard lock(mutex_);
      admit(*socket);
    }
  }

  // Needs the mutex, like all functions up to take().
  void admit(int socket) {
    ++accepted_;
    if (admitted_ < most_ || make_room()) {
      ++admitted_;
      hand_over(regular_, most_, socket);
    } else {
      ++overflowed_;
      hand_over(overflow_, kReservedThreads, socket);
      if (overflow_.waiting.size() <= kMaxWaitingOverflow) return;
      close(overflow_.waiting.front());
      overflow_.waiting.pop_front();
    }
  }

  // Requests the end of the connection that has been idle longest. Its place counts as free at once; its thread
  // follows.
  bool make_room() {
    const auto latest = std::chrono::steady_clock::now() - kIdleBeforeEnding;
    Connection* longest = nullptr;
    for (Connection& connection : connections_) {
      if (!connection.idle || connection.asked_to_end || connection.idle_since > latest) continue;
      if (!longest || connection.idle_since < longest->idle_since) longest = &connection;
    }
    if (!longest) return false;
    longest->asked_to_end = true;
    shutdown(longest->socket, SHUT_RD);
    --admitted_;
    return true;
  }

  void hand_over(Lane& lane, std::size_t max_threads, int socket) {
    lane.waiting.push_back(socket);
    if (lane.waiting.size() > lane.idle_threads && lane.threads.size() < max_threads) {
      lane.threads.emplace_back([this, &lane] { serve_lane(lane); });
    }
    lane.arrived.notify_one();
  }

  void serve_lane(Lane& lane) {
    const std::unique_ptr<ConnectionServer> server = make_server_();
    while (const auto connection = take(lane)) {
      const ConnectionEvents events{.stopping = [this] { return stopping_.load(std::memory_order_relaxed); },
                                    .set_idle = [&](bool idle) { set_idle(**connection, idle); }};
      const int socket = (*connection)->socket;
      if (&lane == &regular_) {
        server->serve(socket, events);
      } else {
        server->serve_overflow(socket, events);
      }
      end(lane, *connection);
      close(socket);  // after its removal from the list: its number is soon reused
    }
  }

  std::optional<Connections::iterator> take(Lane& lane) {
    std::unique_lock lock(mutex_);
    ++lane.idle_threads;
    lane.arrived.wait(lock, [&] { return stopping_ || !lane.waiting.empty(); });
    --lane.idle_threads;
    if (stopping_) return std::nullopt;
    return connections_.insert(connections_.end(), {take_next(lane)});
  }

  // For the reserved threads: the latest one.
  int take_next(Lane& lane) const {
    const bool latest = &lane == &overflow_;
    const int socket = latest ? lane.waiting.back() : lane.waiting.front();
    latest ? lane.waiting.pop_back() : lane.waiting.pop_front();
    return socket;
  }

  void end(Lane& lane, Connections::iterator connection) {
    const std::lock_guard lock(mutex_);
    if (&lane == &regular_ && !connection->asked_to_end) --admitted_;
    connections_.erase(connection);
    ended_.notify_all();
  }

  void set_idle(Connection& connection, bool idle) {
    const std::lock_guard lock(mutex_);
    connection.idle = idle;
    connection.idle_since = std::chrono::steady_clock::now();
    if (idle && stopping_) shutdown(connection.socket, SHUT_RD);
  }

  const std::size_t most_;
  const MakeServer make_server_;
  Listener listener_;
  std::thread acceptor_;
  std::atomic<bool> stopping_ = false;

  mutable std::mutex mutex_;  // of all following members
  Lane regular_;
  Lane overflow_;
  Connections connections_;
  std::size_t admitted_ = 0;  // regular connections with waiting ones, without those requested to end
  std::uint64_t accepted_ = 0, overflowed_ = 0;
  std::condition_variable ended_;
};

ConnectionPool::ConnectionPool(const ListenAddress& address, std::string_view option, std::size_t most,
                               MakeServer make_server)
    : impl_(std::make_unique<Impl>(address, option, most, std::move(make_server))) {}
ConnectionPool::~ConnectionPool() = default;
int ConnectionPool::port() const {
  return impl_->port();
}
ConnectionCounts ConnectionPool::counts() const {
  return impl_->counts();
}
void ConnectionPool::stop() {
  impl_->stop();
}

}  // namespace quadrille::server
