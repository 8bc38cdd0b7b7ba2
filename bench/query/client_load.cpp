#include "bench/query/client_load.hpp"

#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "bench/query/http_link.hpp"

namespace quadrille::bench {

namespace {

double thread_seconds() {
  rusage use{};
  getrusage(RUSAGE_THREAD, &use);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

class Descriptor {
 public:
  Descriptor() : number_(epoll_create1(EPOLL_CLOEXEC)) {
    if (number_ < 0) fail(ErrorKind::io, "epoll: {}", std::generic_category().message(errno));
  }
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

struct Client {
  HttpLink link;
  std::size_t step = 0;   // in its order
  std::size_t taken = 0;  // number of answers
  std::size_t watched_connection = 0;
  bool waits = false;
  HttpAnswer answer;
  std::uint64_t lines = 0, bytes = 0;
  std::string begin;  // the start of a faulty answer
  Stopwatch watch;
};

class Load {
 public:
  Load(const Endpoint& endpoint, const Workload& work, std::span<const std::uint64_t> lines, const LoadExtent& extent)
      : work_(work), lines_(lines), extent_(extent) {
    for (const NamedQuery& query : work.queries) requests_.push_back(sparql_request(endpoint, query.text));
    for (std::size_t client = 0; client < work.orders.size(); ++client) {
      const std::size_t first = client * work.orders[client].size() / work.orders.size() + extent.first;
      clients_.push_back({HttpLink(endpoint, extent.most_seconds), first, 0, 0, false, {}, 0, 0, {}, {}});
    }
  }

  LoadResult run() {
    const double used = thread_seconds();
    const Stopwatch watch;
    for (Client& client : clients_) ask(client);
    if (extent_.steps > 0) {
      serve_until_all_have_answers(true);
    } else {
      const Deadline end = Deadline::after(extent_.seconds);
      while (!end.passed()) serve(*end.seconds_left(), true);
    }
    result_.seconds = watch.seconds();
    result_.client_seconds = thread_seconds() - used;
    serve_until_all_have_answers(false);
    for (const Client& client : clients_) result_.connections += client.link.connections();
    return std::move(result_);
  }

 private:
  void serve_until_all_have_answers(bool counts) {
    double longest = 0;  // since the question of a client that waits
    const auto any_waits = [&] {
      longest = 0;
      bool waits = false;
      for (const Client& client : clients_) {
        if (client.waits) longest = std::max(longest, client.watch.seconds());
        waits = waits || client.waits;
      }
      return waits;
    };
    while (any_waits()) {
      if (longest > extent_.most_seconds) {
        fail(ErrorKind::timeout, "no answer to a query in {} s", extent_.most_seconds);
      }
      serve(extent_.most_seconds - longest, counts);
    }
  }

  std::uint32_t query_of(std::size_t client) const {
    const auto& order = work_.orders[client];
    return order[clients_[client].step % order.size()];
  }
  std::size_t number_of(const Client& client) const { return static_cast<std::size_t>(&client - clients_.data()); }

  void ask(Client& client) {
    client.answer = HttpAnswer();
    client.lines = client.bytes = 0;
    client.begin.clear();
    client.waits = true;
    client.watch.restart();
    client.link.send(requests_[query_of(number_of(client))]);
    attend(client);
  }

  // The descriptor may be that of a new connection.
  void attend(Client& client) {
    if (client.watched_connection == client.link.connections()) return;
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.u64 = number_of(client);
    epoll_ctl(epoll_.number(), EPOLL_CTL_ADD, client.link.descriptor(), &event);  // the old one went with its socket
    client.watched_connection = client.link.connections();
  }

  void serve(double seconds, bool counts) {
    constexpr double kMostMilliseconds = 100;
    std::array<epoll_event, 64> events{};
    const int wait = static_cast<int>(std::min(seconds * 1e3 + 1, kMostMilliseconds));
    const int ready = epoll_wait(epoll_.number(), events.data(), static_cast<int>(events.size()), wait);
    for (int at = 0; at < ready; ++at) {
      Client& client = clients_[events[static_cast<std::size_t>(at)].data.u64];
      if (client.waits) take(client, counts);
    }
  }

  void take(Client& client, bool counts) {
    constexpr std::size_t kMostErrorBytes = 300;
    const bool done = client.link.receive(client.answer, [&](std::string_view piece) {
      client.bytes += piece.size();
      client.lines += static_cast<std::uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
      if (client.answer.status() != 200) client.begin.append(piece.substr(0, kMostErrorBytes));
    });
    attend(client);
    if (!done) return;
    client.waits = false;
    if (!counts) return;
    count(client);
    ++client.step;
    if (++client.taken != extent_.steps) ask(client);
  }

  void count(Client& client) {
    const std::uint32_t query = query_of(number_of(client));
    result_.ms.push_back(static_cast<float>(client.watch.seconds() * 1e3));
    result_.of.push_back(query);
    result_.bytes += client.bytes;
    std::string fault;
    if (client.answer.status() != 200) {
      fault = fmt::format("status {}: {}", client.answer.status(), client.begin);
    } else if (!lines_.empty() && client.lines != lines_[query]) {
      fault = fmt::format("{} lines, expected {} as without load", client.lines, lines_[query]);
    }
    if (fault.empty()) return;
    if (result_.faults++ == 0) result_.first_fault = fmt::format("{}: {}", work_.queries[query].name, fault);
  }

  const Workload& work_;
  std::span<const std::uint64_t> lines_;
  const LoadExtent extent_;
  std::vector<std::string> requests_;  // by query
  std::vector<Client> clients_;
  Descriptor epoll_;
  LoadResult result_;
};

}  // namespace

void LoadResult::add(LoadResult other) {
  seconds += other.seconds;
  ms.insert(ms.end(), other.ms.begin(), other.ms.end());
  of.insert(of.end(), other.of.begin(), other.of.end());
  bytes += other.bytes;
  if (faults == 0) first_fault = std::move(other.first_fault);
  faults += other.faults;
  connections += other.connections;
  client_seconds += other.client_seconds;
}

LoadResult put_load(const Endpoint& endpoint, const Workload& work, std::span<const std::uint64_t> lines,
                    const LoadExtent& extent) {
  return Load(endpoint, work, lines, extent).run();
}

}  // namespace quadrille::bench
