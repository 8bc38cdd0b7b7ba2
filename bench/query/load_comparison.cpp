#include "bench/query/load_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "bench/query/asked_server.hpp"
#include "bench/report/machine.hpp"

namespace quadrille::bench {

namespace {

std::string kind_of(const std::string& name) {
  return name.substr(0, name.rfind('-'));
}

double quantile_of(std::span<const float> ascending, double share) {
  if (ascending.empty()) return 0;
  const auto at = static_cast<std::size_t>(share * static_cast<double>(ascending.size()));
  return static_cast<double>(ascending[std::min(at, ascending.size() - 1)]);
}

class Measurement {
 public:
  Measurement(LoadComparison& all, std::span<const Endpoint> endpoints, const Workload& work,
              const ExpectedRows& expected)
      : all_(all), endpoints_(endpoints), work_(work), expected_(expected), lines_(endpoints.size()) {}

  void run() {
    examine();
    const LoadTurns& turns = all_.turns;
    const LoadExtent warm_up{turns.warm_up_seconds, 0, 0, turns.most_seconds};
    for (std::size_t server = 0; server < endpoints_.size(); ++server) turn(server, warm_up, false);
    for (std::size_t number = 0; number < static_cast<std::size_t>(turns.turns); ++number) {
      const LoadExtent extent{turns.seconds, turns.steps, number * turns.steps, turns.most_seconds};
      for (std::size_t server = 0; server < endpoints_.size(); ++server) turn(server, extent, true);
    }
    for (LoadOfServer& server : all_.servers) {
      server.ms = server.result.ms;
      std::sort(server.ms.begin(), server.ms.end());
      if (server.result.faults > 0) {
        remark(server, fmt::format("{} wrong answers; the first: {}", server.result.faults, server.result.first_fault));
      }
    }
    sum_up_kinds();
  }

 private:
  void remark(const LoadOfServer& server, const std::string& what) {
    all_.remarks.push_back(fmt::format("{}: {}", server.server.name, what));
  }

  // Every query once, by one client.
  void examine() {
    std::vector<AskedServer::Answer> first(work_.queries.size());
    for (std::size_t server = 0; server < endpoints_.size(); ++server) {
      attempt(server, [&] {
        AskedServer asked(endpoints_[server], all_.turns.most_seconds);
        std::size_t strange = 0, spelled = 0;
        for (std::size_t query = 0; query < work_.queries.size(); ++query) {
          const auto& [name, text] = work_.queries[query];
          const AskedServer::Answer answer = asked.examine(name, text);
          lines_[server].push_back(answer.line_ends);
          if (server == 0) first[query] = answer;
          const auto expected = expected_.find(name);
          const std::uint64_t rows = expected == expected_.end() ? first[query].rows : expected->second;
          if (answer.rows != rows && strange++ == 0) {
            remark(all_.servers[server], fmt::format("{}: {} rows, expected {}", name, answer.rows, rows));
          }
          spelled += answer.rows == rows && answer.digest != first[query].digest;
        }
        if (strange > 0) remark(all_.servers[server], fmt::format("{} queries with other numbers of rows", strange));
        if (spelled > 0) {
          remark(all_.servers[server],
                 fmt::format("{} queries with as many rows as at the first server, but with other "
                             "spellings or contents",
                             spelled));
        }
        if (strange > 0 && all_.servers[server].server.role == ServerRole::ours) ++all_.servers[server].result.faults;
      });
    }
  }

  void turn(std::size_t server, const LoadExtent& extent, bool counts) {
    attempt(server, [&] {
      LoadResult result = put_load(endpoints_[server], work_, lines_[server], extent);
      if (counts) all_.servers[server].result.add(std::move(result));
    });
  }

  template <class Work>
  void attempt(std::size_t server, Work&& work) {
    std::string& failed = all_.servers[server].error;
    if (!failed.empty()) return;
    try {
      work();
    } catch (const Error& error) {
      failed = error.what();
      remark(all_.servers[server], failed);
    }
  }

  void sum_up_kinds() {
    std::map<std::string, std::vector<std::vector<float>>> kinds;  // by server
    for (const NamedQuery& query : work_.queries) kinds[kind_of(query.name)].resize(all_.servers.size());
    for (std::size_t server = 0; server < all_.servers.size(); ++server) {
      const LoadResult& result = all_.servers[server].result;
      for (std::size_t at = 0; at < result.ms.size(); ++at) {
        kinds[kind_of(work_.queries[result.of[at]].name)][server].push_back(result.ms[at]);
      }
    }
    if (kinds.size() < 2) return;
    for (auto& [name, by_server] : kinds) {
      LoadOfKind kind{name, {}, {}};
      for (std::vector<float>& ms : by_server) {
        std::sort(ms.begin(), ms.end());
        const auto at = [&](double share) { return ms.empty() ? std::nullopt : std::optional(quantile_of(ms, share)); };
        kind.median_ms.push_back(at(0.5));
        kind.p99_ms.push_back(at(0.99));
      }
      all_.kinds.push_back(std::move(kind));
    }
  }

  LoadComparison& all_;
  std::span<const Endpoint> endpoints_;
  const Workload& work_;
  const ExpectedRows& expected_;
  std::vector<std::vector<std::uint64_t>> lines_;  // by server, by query
};

}  // namespace

double LoadOfServer::queries_per_second() const {
  return result.seconds > 0 ? static_cast<double>(result.ms.size()) / result.seconds : 0;
}

double LoadOfServer::mixes_per_hour(std::size_t mix_queries) const {
  return queries_per_second() * 3600 / static_cast<double>(mix_queries);
}

double LoadOfServer::quantile_ms(double share) const {
  return quantile_of(ms, share);
}

std::optional<double> LoadComparison::factor(std::size_t server) const {
  if (servers[server].server.role != ServerRole::ours) return std::nullopt;
  double best = 0;
  bool has_peers = false;
  for (const LoadOfServer& other : servers) {
    if (other.server.role == ServerRole::ours) continue;
    has_peers = true;
    best = std::max(best, other.queries_per_second());
  }
  if (!has_peers && server > 0) best = servers[0].queries_per_second();
  return best > 0 ? std::optional(servers[server].queries_per_second() / best) : std::nullopt;
}

std::size_t LoadComparison::faults() const {
  std::size_t found = 0;
  for (const LoadOfServer& server : servers) {
    if (server.server.role == ServerRole::ours) found += server.result.faults + (server.error.empty() ? 0 : 1);
  }
  return found;
}

LoadComparison compare_load(const std::string& title, std::span<const Endpoint> endpoints,
                            std::span<const ComparedServer> servers, const Workload& work, const ExpectedRows& expected,
                            const LoadTurns& turns) {
  LoadComparison all{
      title, describe_machine(), turns, work.orders.size(), work.queries.size(), work.mix_queries, {}, {}, {}};
  for (const ComparedServer& server : servers) all.servers.push_back({server, {}, {}, {}});
  Measurement(all, endpoints, work, expected).run();
  return all;
}

}  // namespace quadrille::bench
