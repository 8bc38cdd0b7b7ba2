#include "server/http/http_server.hpp"

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
#include <vector>

#include "server/http/job_table.hpp"
#include "server/http/listener.hpp"
#include "server/http/log_line.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kReservedThreads = 4;
constexpr std::size_t kMaxWaitingOverflow = 256;
constexpr auto kIdleBeforeEnding = std::chrono::seconds(1);  // a new client probably sends a request soon
constexpr auto kCutAfter = std::chrono::seconds(1);

void warn(const std::string& message) {
  log_line(LogLevel::warning, message);
}

RequestSettings request_settings(const HttpOptions& options) {
  return {options.protocol, AllowedOrigins(options.allow_origins), ServedNames(options.host, options.public_names)};
}

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

class HttpServer::Impl {
 public:
  Impl(Engine& engine, Access& access, const HttpOptions& options)
      : options_(options),
        operations_(options.operations ? options.operations : std::make_shared<Operations>()),
        jobs_(engine, options.jobs, operations_.get()),
        tls_(options.tls.empty() ? nullptr : std::make_unique<TlsContext>(options.tls, &warn)),
        settings_(request_settings(options)),
        service_{engine,        access,     settings_, options.database,       options.first,
                 *operations_,  tls_.get(), &jobs_,    options.backup_targets, options.stop,
                 options.reload},
        listener_(options.host, options.port) {
    acceptor_ = std::thread([this] { accept_all(); });
  }

  ~Impl() { stop(); }

  int port() const { return listener_.port(); }

  std::function<void()> prepare(HttpOptions next) {
    next.host = options_.host;
    const auto settings = std::make_shared<const RequestSettings>(request_settings(next));
    const auto tls = tls_ ? tls_->prepare(next.tls) : std::function<void()>([] {});
    settings_.reserve();
    return [this, settings, tls, jobs = next.jobs] {
      settings_.set(settings);
      jobs_.change(jobs.most, jobs.keep_seconds);
      tls();
    };
  }

  void stop() {
    if (stopping_.exchange(true)) return;
    jobs_.cancel_all();
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
    jobs_.stop();
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
    if (admitted_ < options_.max_connections || make_room()) {
      ++admitted_;
      hand_over(regular_, options_.max_connections, socket);
    } else {
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
    ConnectionServer server(service_, options_.connections, options_.max_connections, tls_.get());
    while (const auto connection = take(lane)) {
      const ConnectionEvents events{.stopping = [this] { return stopping_.load(std::memory_order_relaxed); },
                                    .set_idle = [&](bool idle) { set_idle(**connection, idle); }};
      const int socket = (*connection)->socket;
      if (&lane == &regular_) {
        server.serve(socket, events);
      } else {
        server.serve_overflow(socket, events);
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

  const HttpOptions options_;
  const std::shared_ptr<Operations> operations_;
  JobTable jobs_;
  const std::unique_ptr<TlsContext> tls_;
  LiveValue<RequestSettings> settings_;
  Service service_;
  Listener listener_;
  std::thread acceptor_;
  std::atomic<bool> stopping_ = false;

  std::mutex mutex_;  // of all following members
  Lane regular_;
  Lane overflow_;
  Connections connections_;
  std::size_t admitted_ = 0;  // regular connections with waiting ones, without those requested to end
  std::condition_variable ended_;
};

HttpServer::HttpServer(Engine& engine, Access& access, const HttpOptions& options)
    : impl_(std::make_unique<Impl>(engine, access, options)) {}
HttpServer::~HttpServer() = default;
int HttpServer::port() const {
  return impl_->port();
}
std::function<void()> HttpServer::prepare(const HttpOptions& next) {
  return impl_->prepare(next);
}
void HttpServer::stop() {
  impl_->stop();
}

}  // namespace quadrille::server
