#include "bench/csr/in_process.hpp"

#include <algorithm>

#include "base/clock.hpp"
#include "parser/query.hpp"
#include "query/answer/run_query.hpp"

namespace quadrille::bench {

namespace {

double run(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary, std::string_view text,
           query::JoinOrderCache& orders, const query::PieceSink& sink) {
  query::RunOptions options;
  options.memory.orders = &orders;
  options.format = results::ResultFormat::tsv;
  team.barrier();
  const Stopwatch watch;
  query::run_query(team, snapshot, dictionary, parser::parse_query(text), options, sink);
  return watch.seconds() * 1e3;
}

}  // namespace

InProcessAnswer answer_in_process(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary,
                                  std::string_view text, query::JoinOrderCache& orders) {
  InProcessAnswer answer;
  answer.ms = run(team, snapshot, dictionary, text, orders, [&](std::string_view piece) {
    answer.bytes += piece.size();
    answer.lines += static_cast<std::uint64_t>(std::count(piece.begin(), piece.end(), '\n'));
    constexpr std::size_t kKept = 100;
    answer.end.append(piece.substr(piece.size() - std::min(piece.size(), kKept)));
    answer.end.erase(0, answer.end.size() - std::min(answer.end.size(), kKept));
    return true;
  });
  return answer;
}

double time_in_process(pgas::Team& team, const Snapshot& snapshot, const Dictionary& dictionary, std::string_view text,
                       query::JoinOrderCache& orders) {
  return run(team, snapshot, dictionary, text, orders, [](std::string_view) { return true; });
}

}  // namespace quadrille::bench
