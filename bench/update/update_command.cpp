#include "bench/update/update_command.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

using Clock = std::chrono::steady_clock;

struct UpdateOptions {
  std::string server;
  int clients = 16;
  int quads = 1;
  double seconds = 5;
  double rate = 0;  // updates a second of all clients together; 0: no limit
  bool annotated = false;
};

constexpr int kQuadsOfAnnotated = 5;

// A quad that no other client, update or run has sent.
void append_quad(std::string& text, std::uint64_t run, int client, std::uint64_t number) {
  text += fmt::format("<http://example.org/s/{:x}/{}/{}> <http://example.org/p{}> \"value {} of {} {:x}\" .\n", run,
                      client, number, number % 10, number, client, run);
}

// The same kind of quad with three annotations: with the reifier's, kQuadsOfAnnotated quads.
void append_annotated(std::string& text, std::uint64_t run, int client, std::uint64_t number) {
  append_quad(text, run, client, number);
  text.resize(text.size() - 2);
  text += fmt::format(
      "{{| <http://example.org/source> <http://example.org/source/{}> ; <http://example.org/confidence> 0.{:02} ; "
      "<http://example.org/since> {} |}} .\n",
      number % 100, number % 97, 1900 + number % 100);
}

class Load {
 public:
  explicit Load(const UpdateOptions& options) : options_(options) {}

  void run() {
    const auto begin = begin_ = Clock::now();
    end_ = begin + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.seconds));
    run_ = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    std::vector<std::thread> clients;
    for (int client = 0; client < options_.clients; ++client) clients.emplace_back([this, client] { send(client); });
    for (std::thread& client : clients) client.join();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    if (error_) fail(ErrorKind::io, "{}", *error_);
    report(seconds);
  }

 private:
  void send(int client) {
    httplib::Client connection(options_.server);
    connection.set_tcp_nodelay(true);
    connection.set_keep_alive(true);
    std::vector<double> times;
    std::uint64_t updates = 0;
    for (std::uint64_t number = 0; Clock::now() < end_ && !stop_;) {
      wait_for_turn(client, updates++);
      std::string text = "INSERT DATA {\n";
      const int quads_each = options_.annotated ? kQuadsOfAnnotated : 1;
      for (int quad = 0; quad < options_.quads; quad += quads_each) {
        options_.annotated ? append_annotated(text, run_, client, number++) : append_quad(text, run_, client, number++);
      }
      text += "}";
      const auto begin = Clock::now();
      const auto result = connection.Post("/update", text, "application/sparql-update");
      times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
      if (result && result->status == 200) continue;
      const std::lock_guard lock(mutex_);
      error_ = result ? fmt::format("status {}: {}", result->status, result->body)
                      : fmt::format("no answer: {}", httplib::to_string(result.error()));
      stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    times_.insert(times_.end(), times.begin(), times.end());
  }

  void wait_for_turn(int client, std::uint64_t number) const {
    if (options_.rate == 0) return;
    const double turn = static_cast<double>(number) * options_.clients + client;
    std::this_thread::sleep_until(
        begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(turn / options_.rate)));
  }

  void report(double seconds) {
    std::sort(times_.begin(), times_.end());
    const auto at = [&](double share) {
      return times_.empty() ? 0.0 : times_[static_cast<std::size_t>(share * static_cast<double>(times_.size() - 1))];
    };
    const double updates = static_cast<double>(times_.size());
    fmt::print("{} clients, {} quads an update, {:.1f} s\n", options_.clients, options_.quads, seconds);
    fmt::print("{:12.0f} updates/s\n{:12.0f} quads/s\n", updates / seconds, updates * options_.quads / seconds);
    fmt::print("{:12.2f} ms median\n{:12.2f} ms 99 %\n{:12.2f} ms longest\n", at(0.5), at(0.99), at(1));
  }

  const UpdateOptions options_;
  Clock::time_point begin_, end_;
  std::uint64_t run_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::vector<double> times_;  // ms
  std::optional<std::string> error_;
};

}  // namespace

void add_update_command(CLI::App& program) {
  auto options = std::make_shared<UpdateOptions>();
  CLI::App* const command =
      program.add_subcommand("update", "Measure updates from several clients to a running server");
  command->add_option("--server", options->server, "Address of the server: http://HOST:PORT")->required();
  command->add_option("--clients", options->clients, "Number of clients that send at once")->check(CLI::Range(1, 1000));
  command->add_option("--quads", options->quads, "Number of quads of one update")->check(CLI::Range(1, 1'000'000));
  command->add_option("--seconds", options->seconds, "Duration")->check(CLI::PositiveNumber);
  command->add_option("--rate", options->rate, "Updates a second of all clients together (default: no limit)")
      ->check(CLI::PositiveNumber);
  command->add_flag("--annotated", options->annotated,
                    "Send annotated statements (RDF 1.2), each of 5 quads: --quads is a multiple of 5");
  command->callback([options] {
    if (options->annotated && options->quads % kQuadsOfAnnotated != 0)
      throw CLI::ValidationError("--annotated", "needs --quads 5 or a multiple of 5");
    Load(*options).run();
  });
}

}  // namespace quadrille::bench
