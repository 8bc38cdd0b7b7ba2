#include "server/commands/ping.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "server/commands/server_request.hpp"
#include "server/http/listener.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kLongestReason = 500;

constexpr const char* kPingFooter = R"(
Exit status: 0 the server accepts queries; 1 it does not, for example because it is starting.
The request needs no credentials. The certificate of a server on this machine is checked only with --ca, because it is
for the public name of the server.

Examples:
  quadrille ping
  quadrille ping --port 3756 --timeout 5
  quadrille ping http://localhost:3756 || echo "the server does not answer")";

// Ends the requests of a client after some time, whatever they wait for.
class RequestLimit {
 public:
  RequestLimit(httplib::Client& client, double seconds) : timer_([this, &client, seconds] { wait(client, seconds); }) {}
  ~RequestLimit() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    timer_.join();
  }
  RequestLimit(const RequestLimit&) = delete;
  RequestLimit& operator=(const RequestLimit&) = delete;

 private:
  void wait(httplib::Client& client, double seconds) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return ended_; })) client.stop();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread timer_;
};

// The status in the body of /health, or if there is none the start of the body.
std::string status_in(const std::string& body) {
  const auto json = nlohmann::json::parse(body, nullptr, false);
  if (json.is_object()) return json.value("status", std::string());
  const std::string start = body.substr(0, kLongestReason);
  return start.substr(0, start.find_last_not_of("\r\n") + 1);
}

// Why the server is not healthy; empty: it is.
std::string illness(const httplib::Response& answer) {
  const std::string status = status_in(answer.body);
  if (answer.status == 200) return status == "ok" ? "" : "the answer is not that of a Quadrille server";
  if (answer.status == 503) return "not ready: " + status;
  return fmt::format("status {}{}{}", answer.status, status.empty() ? "" : ": ", status);
}

}  // namespace

void add_ping(CLI::App& program, PingOptions& options) {
  CLI::App& app = *program.add_subcommand("ping", "Ask a server whether it answers queries");
  auto* const url = app.add_option("URL", options.url, "Address of the server (default: this machine)");
  app.add_option("--port", options.port, "Port of a server on this machine (default: 3756)")
      ->type_name("PORT")
      ->check(CLI::Range(1, 65535).description(""))
      ->excludes(url);
  app.add_option("--timeout", options.timeout_seconds, "Time limit (default: 2)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.001, 86400.0).description(""));
  app.add_option("--ca", options.ca,
                 "Authorities that vouch for the server's certificate, in PEM (default: the system's)")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  app.footer(kPingFooter);
}

int run_ping(const PingOptions& options) {
  const std::string url = options.url.empty() ? fmt::format("http://127.0.0.1:{}", options.port) : options.url;
  const ServerAddress address = parse_server(url, "/health");
  httplib::Client client(address.server.url);
  const auto limit = std::chrono::microseconds(static_cast<std::int64_t>(options.timeout_seconds * 1e6));
  client.set_connection_timeout(limit);
  client.set_read_timeout(limit);
  if (!options.ca.empty()) client.set_ca_cert_path(options.ca);
  client.enable_server_certificate_verification(!options.ca.empty() || !is_loopback(host_of_url(address.server.url)));
  const Stopwatch watch;
  const httplib::Result answer = [&] {
    const RequestLimit ends(client, options.timeout_seconds);
    return client.Get(address.server.prefix + address.path);
  }();
  std::string reason;
  if (answer) {
    reason = illness(*answer);
  } else if (watch.seconds() >= options.timeout_seconds) {
    reason = fmt::format("no answer within {} s", options.timeout_seconds);
  } else {
    reason = fmt::format("no answer ({})", httplib::to_string(answer.error()));
  }
  if (reason.empty()) {
    print(fmt::format("{} answers queries ({:.1f} ms)\n", address.server.url, watch.seconds() * 1e3));
    return 0;
  }
  std::fprintf(stderr, "quadrille: %s: %s\n", address.server.url.c_str(), reason.c_str());
  return 1;
}

}  // namespace quadrille::server
