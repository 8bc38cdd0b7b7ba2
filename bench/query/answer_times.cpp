#include "bench/query/answer_times.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

// The lines of an answer, whatever their order.
struct Lines {
  std::size_t count = 0;
  std::size_t sum = 0;  // of their hashes

  explicit Lines(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1);
      sum += std::hash<std::string_view>()(text.substr(0, end));
      ++count;
      text.remove_prefix(end + 1);
    }
  }
  bool operator==(const Lines&) const = default;
};

// The number of rows.
std::size_t compare_answers(std::span<AskedServer> servers, std::string_view name, const std::string& query) {
  std::optional<Lines> first;
  for (AskedServer& server : servers) {
    const Lines lines(server.ask(name, query).text);
    if (!first) first = lines;
    if (lines != *first) {
      fail(ErrorKind::user, "{}: {} and {} give different answers", name, servers[0].url(), server.url());
    }
  }
  return first->count - std::min<std::size_t>(first->count, 1);
}

}  // namespace

AnswerTimes time_answers(std::span<AskedServer> servers, std::string_view name, const std::string& query, int warm_up,
                         int rounds) {
  AnswerTimes times;
  times.rows = compare_answers(servers, name, query);
  for (int turn = 1; turn < warm_up; ++turn) {
    for (AskedServer& server : servers) server.ask(name, query);
  }
  times.ms.resize(servers.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t server = 0; server < servers.size(); ++server) {
      times.ms[server].push_back(servers[server].ask(name, query).ms);
    }
  }
  for (std::vector<double>& of_server : times.ms) std::sort(of_server.begin(), of_server.end());
  return times;
}

double median(std::span<const double> ascending) {
  return ascending[ascending.size() / 2];
}

}  // namespace quadrille::bench
