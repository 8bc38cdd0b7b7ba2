#include "bench/query/answer_times.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

class Asking {
 public:
  Asking(std::span<AskedServer> servers, std::string_view name, std::string_view query, const Turns& turns)
      : servers_(servers),
        name_(name),
        query_(query),
        turns_(turns),
        times_(servers.size()),
        seconds_(servers.size()) {}

  std::vector<AnswerTimes> run() {
    for (std::size_t server = 0; server < servers_.size(); ++server) {
      attempt(server, [&] {
        const AskedServer::Answer answer = servers_[server].examine(name_, query_);
        times_[server].rows = answer.rows;
        times_[server].digest = answer.digest;
        times_[server].bytes = answer.bytes;
      });
    }
    for (int turn = 1; turn < turns_.warm_up; ++turn) {
      for (std::size_t server = 0; server < servers_.size(); ++server) ask(server, false);
    }
    for (int round = 0; round < turns_.rounds; ++round) {
      for (std::size_t server = 0; server < servers_.size(); ++server) {
        if (turns_.in_a_row > 1) ask(server, false);
        for (int i = 0; i < turns_.in_a_row; ++i) ask(server, true);
      }
    }
    for (AnswerTimes& times : times_) std::sort(times.ms.begin(), times.ms.end());
    return std::move(times_);
  }

 private:
  void ask(std::size_t server, bool counts) {
    const bool had_time = seconds_[server] >= turns_.most_seconds_each;
    if (had_time && (!counts || !times_[server].ms.empty())) return;
    attempt(server, [&] {
      const double ms = servers_[server].ask(name_, query_).ms;
      seconds_[server] += ms * 1e-3;
      if (counts) times_[server].ms.push_back(ms);
    });
  }

  template <class Work>
  void attempt(std::size_t server, Work&& work) {
    if (!times_[server].error.empty()) return;
    try {
      work();
    } catch (const Error& error) {
      times_[server].error = error.what();
      times_[server].ms.clear();
    }
  }

  std::span<AskedServer> servers_;
  std::string_view name_, query_;
  const Turns turns_;
  std::vector<AnswerTimes> times_;
  std::vector<double> seconds_;
};

}  // namespace

std::vector<AnswerTimes> time_answers(std::span<AskedServer> servers, std::string_view name, std::string_view query,
                                      const Turns& turns) {
  return Asking(servers, name, query, turns).run();
}

void require_same(std::span<const AskedServer> servers, std::string_view name, std::span<const AnswerTimes> times) {
  for (std::size_t server = 0; server < servers.size(); ++server) {
    if (!times[server].error.empty()) fail(ErrorKind::io, "{}", times[server].error);
    if (times[server].rows != times[0].rows || times[server].digest != times[0].digest) {
      fail(ErrorKind::user, "{}: {} and {} return different answers", name, servers[0].url(), servers[server].url());
    }
  }
}

double median(std::span<const double> ascending) {
  return ascending[ascending.size() / 2];
}

double quantile(std::span<const double> ascending, double share) {
  const auto at = static_cast<std::size_t>(std::ceil(share * static_cast<double>(ascending.size())));
  return ascending[std::clamp<std::size_t>(at, 1, ascending.size()) - 1];
}

}  // namespace quadrille::bench
