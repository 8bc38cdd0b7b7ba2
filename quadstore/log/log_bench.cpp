// Measures the log: synced commits from many threads that share a commit, and the text of changes.
// Not a test: run build/release/bin/log_bench [FOLDER] by hand, where FOLDER is on the disk in question.

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.hpp"
#include "base/group_commit.hpp"
#include "quadstore/log/change_text.hpp"
#include "quadstore/log/log_lock.hpp"
#include "quadstore/log/update_log.hpp"

namespace {

using namespace quadrille;

std::string some_changes(int quads) {
  std::string lines;
  for (int i = 0; i < quads; ++i) {
    const std::string subject = fmt::format("http://www.example.org/department{}/student{}", i % 20, i);
    append_change(lines, {true,
                          TermView::iri(subject),
                          TermView::iri("http://www.example.org/ontology#telephone"),
                          TermView::string("xxx-xxx-xxxx"),
                          {}});
  }
  return lines;
}

void measure_text() {
  constexpr int kQuads = 200000;
  const Stopwatch writing;
  const std::string lines = some_changes(kQuads);
  const double write_seconds = writing.seconds();
  const Stopwatch reading;
  ChangeReader reader(lines, "bench");
  std::size_t count = 0;
  while (reader.next()) ++count;
  fmt::print("text: {:.2f} M quads/s written, {:.2f} M quads/s read, {:.0f} bytes a quad\n",
             kQuads / write_seconds / 1e6, static_cast<double>(count) / reading.seconds() / 1e6,
             static_cast<double>(lines.size()) / kQuads);
}

// Threads that commit transactions of so many quads for two seconds; the leader writes and syncs those that wait as one
// version.
void measure_commits(const std::filesystem::path& folder, int threads, int quads, SyncPolicy policy) {
  std::filesystem::remove_all(folder);
  LogOptions options;
  options.sync = policy;
  UpdateLog log(folder, 0, 0, options);
  std::uint64_t version = 0;
  GroupCommit<const std::string> group([&](std::span<const std::string* const> transactions) {
    log.begin(++version);
    for (const std::string* lines : transactions) log.add(*lines);
    log.commit({version, 0, true, {log.write()}});
  });
  const std::string lines = some_changes(quads);
  const Deadline end = Deadline::after(2);
  std::vector<long> counts(static_cast<std::size_t>(threads), 0);
  const Stopwatch watch;
  std::vector<std::thread> clients;
  for (long& count : counts) {
    clients.emplace_back([&] {
      for (; !end.passed(); ++count) group.submit(lines);
    });
  }
  for (auto& client : clients) client.join();
  const double seconds = watch.seconds();
  long total = 0;
  for (const long count : counts) total += count;
  fmt::print(
      "sync {}: {:2} threads, {:4} quads a transaction: {:7.0f} transactions/s, {:9.0f} quads/s, {:6.0f} syncs/s\n",
      policy == SyncPolicy::on ? "on " : "off", threads, quads, static_cast<double>(total) / seconds,
      static_cast<double>(total) * quads / seconds, static_cast<double>(version) / seconds);
}

}  // namespace

int main(int count, char** words) {
  const std::filesystem::path folder = count > 1 ? words[1] : "log-bench";
  measure_text();
  for (const SyncPolicy policy : {SyncPolicy::on, SyncPolicy::off}) {
    for (const int threads : {1, 16}) {
      for (const int quads : {1, 1000}) measure_commits(folder, threads, quads, policy);
    }
  }
  std::filesystem::remove_all(folder);
  return 0;
}
