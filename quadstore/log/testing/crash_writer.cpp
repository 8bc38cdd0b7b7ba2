// Commits transactions to a log until it is killed, and reports each: the child of crash_test.cpp.
//
//   log_crash_writer FOLDER IMAGES ROUND CHECKPOINT SYNC(on|interval|off) LAST
//   log_crash_writer --failpoints

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "quadstore/log/log_lock.hpp"
#include "quadstore/log/testing/crash_lines.hpp"
#include "quadstore/log/testing/log_folder.hpp"

namespace {

using namespace quadrille;

void say(const std::string& line) {
  if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) std::exit(3);
}

LogOptions options_of(const std::string& sync) {
  LogOptions options;
  options.sync = sync == "on" ? SyncPolicy::on : sync == "off" ? SyncPolicy::off : SyncPolicy::interval;
  options.interval_ms = 1;
  options.buffer_bytes = 1 << 18;  // so that flushes and compactions come often
  options.part_bytes = 1 << 14;
  return options;
}

void write(const char* const* words) {
  const std::filesystem::path folder = words[0];
  const int images = std::atoi(words[1]), round = std::atoi(words[2]);
  const auto checkpoint = std::strtoull(words[3], nullptr, 10), last = std::strtoull(words[5], nullptr, 10);
  const LogLock lock(folder);
  const std::uint64_t committed = testing_log::read_log(folder, 1, checkpoint).committed;
  for (int image = 0; image < images; ++image) tidy_retired_logs(folder, image, images, committed, checkpoint);
  testing_log::Logs logs(folder, images, committed, options_of(words[4]));
  for (int image = 0; image < images; ++image) logs[image].trim(checkpoint);
  for (std::uint64_t version = committed + 1; version <= last; ++version) {
    const bool gives_up = version % 5 == 0;
    for (int attempt = gives_up ? 0 : 1; attempt < 2; ++attempt) {
      CommitRecord record{version, version, true, {}};
      for (int image = 0; image < images; ++image) {
        logs[image].begin(version);
        // Abandoned transactions have other lines than committed ones.
        logs[image].add(testing_log::crash_lines(version, image, attempt == 0 ? -1 : round));
        record.shares.push_back(logs[image].write());
      }
      if (attempt == 1) logs[0].commit(record);
      for (int image = 0; attempt == 0 && image < images; ++image) logs[image].abandon(version);
    }
    say(fmt::format("{}\n", version));
    if (version % 64 == 0) {
      for (int image = 0; image < images; ++image) logs[image].sync();
      logs[0].raise_mark(version);
    }
  }
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count == 2) {
      for (const auto& name : failpoint_names()) say(name + "\n");
      return 0;
    }
    if (count != 7) return 2;
    check_failpoint();
    write(words + 1);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return 0;
}
