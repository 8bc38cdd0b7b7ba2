#include "server/commands/server_request.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "server/access/accounts.hpp"
#include "server/engine/run_credential.hpp"
#include "server/http/database_set.hpp"
#include "server/http/listener.hpp"

namespace quadrille::server {

namespace {

constexpr time_t kNoTimeoutSeconds = 366 * 24 * 3600;
constexpr double kEndingSeconds = 10;
constexpr std::size_t kLongestMessage = 64 << 10;
constexpr std::string_view kPlain = "http://";
constexpr std::array<std::string_view, 2> kSchemes{kPlain, "https://"};

ErrorKind kind_of(int status) {
  switch (status) {
    case 501:
      return ErrorKind::unsupported;
    case 429:
    case 503:
      return ErrorKind::timeout;
    case 507:
      return ErrorKind::storage_full;
    case 500:
      return ErrorKind::io;
    default:
      return ErrorKind::user;
  }
}

[[noreturn]] void fail_to_connect(const ServerAccess& server, httplib::Error error) {
  const bool is_certificate = error == httplib::Error::SSLServerVerification ||
                              error == httplib::Error::SSLLoadingCerts || error == httplib::Error::SSLConnection;
  fail(ErrorKind::io, "the server at {} does not answer ({}){}", server.url, httplib::to_string(error),
       is_certificate ? "; --ca FILE names the authority of its certificate" : "");
}

// The token of --token-file; empty: none is given.
std::string token_of(const ClientOptions& client) {
  if (client.token_file.empty()) return {};
  const std::string text = read_private_file(client.token_file);
  std::string token(trimmed(std::string_view(text).substr(0, text.find('\n')), " \t\r"));
  if (token.empty()) fail(ErrorKind::user, "{}: the first line must be a token", client.token_file);
  return token;
}

void take_run_credential(ServerAccess& server, const std::filesystem::path& file) {
  try {
    const std::string text = read_private_file(file);
    server.token = text.substr(0, text.find('\n'));
  } catch (const Error& error) {
    server.no_token = fmt::format(
        "the credential of the server cannot be read, {}; run the command as the user of the "
        "server, or give --token-file FILE",
        error.what());
  }
}

// A client with the server's credential.
std::unique_ptr<httplib::Client> connected(const ServerAccess& server) {
  auto client = std::make_unique<httplib::Client>(server.url);
  client->set_tcp_nodelay(true);
  if (!server.token.empty()) client->set_bearer_token_auth(server.token);
  if (!server.ca.empty()) client->set_ca_cert_path(server.ca);
  client->enable_server_certificate_verification(!server.is_own);
  return client;
}

// Receives an answer: passes its pieces on, or collects them as the message of an error.
class Answer {
 public:
  explicit Answer(const std::function<void(std::string_view)>& take) : take_(take) {}

  bool take_header(int status) {
    status_ = status;
    return true;
  }
  // Returns false if the rest is not wanted. No exception passes through httplib.
  bool take_piece(std::string_view piece) {
    if (!is_good()) {
      message_ += piece.substr(0, kLongestMessage - message_.size());
      return message_.size() < kLongestMessage;
    }
    try {
      take_(piece);
      return true;
    } catch (...) {
      error_ = std::current_exception();
      return false;
    }
  }
  void finish(const ServerAccess& server, httplib::Error error) {
    if (error_) std::rethrow_exception(error_);
    if (status_ == 0) fail_to_connect(server, error);
    if (!is_good()) {
      while (message_.ends_with('\n')) message_.pop_back();
      if (message_.empty()) message_ = fmt::format("status {}", status_);
      if (status_ == 401 && server.token.empty()) message_ += fmt::format(" ({})", server.no_token);
      fail(kind_of(status_), "{}", message_);
    }
    if (error != httplib::Error::Success) {
      fail(ErrorKind::io, "the server at {} broke off its answer; the reason is in its log", server.url);
    }
  }

 private:
  bool is_good() const { return status_ >= 200 && status_ < 300; }

  const std::function<void(std::string_view)>& take_;
  int status_ = 0;
  std::string message_;
  std::exception_ptr error_;
};

void ask_through(httplib::Client& client, const ServerRequest& request,
                 const std::function<void(std::string_view)>& take) {
  Answer answer(take);
  client.set_read_timeout(kNoTimeoutSeconds);
  client.set_decompress(false);
  httplib::Request http;
  http.method = request.content_type.empty() ? "GET" : "POST";
  if (!request.method.empty()) http.method = request.method;
  http.path = request.server.prefix + request.path;
  if (!request.content_type.empty()) http.set_header("Content-Type", request.content_type);
  if (!request.id.empty()) http.set_header("X-Request-Id", request.id);
  http.body = request.body;
  http.response_handler = [&](const httplib::Response& response) { return answer.take_header(response.status); };
  http.content_receiver = [&](const char* data, std::size_t size, std::uint64_t, std::uint64_t) {
    return answer.take_piece({data, size});
  };
  answer.finish(request.server, client.send(http).error());
}

// Asks the server to end a request. A server without such requests detects that its client has left.
void end_request(const ServerRequest& request) {
  constexpr time_t kPatienceSeconds = 1;
  if (request.id.empty()) return;
  const auto client = connected(request.server);
  client->set_connection_timeout(kPatienceSeconds);
  client->set_read_timeout(kPatienceSeconds);
  client->Delete("/admin/queries/" + request.id);
}

}  // namespace

std::string host_of_url(const std::string& url) {
  const std::string host = url.substr(url.find("://") + 3);
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

ServerAddress parse_server(const std::string& url, const std::string& usual_path, const ClientOptions& client) {
  const auto scheme =
      std::find_if(kSchemes.begin(), kSchemes.end(), [&](std::string_view one) { return url.starts_with(one); });
  if (scheme == kSchemes.end() || url.size() == scheme->size()) {
    fail(ErrorKind::user, "'{}' must be the address of a server: http://HOST:PORT or https://HOST:PORT", url);
  }
  const std::size_t slash = std::min(url.find('/', scheme->size()), url.size());
  std::string path = url.substr(slash);
  ServerAccess server(url.substr(0, slash));
  if (const std::string first = path.substr(0, path.find('/', 1));
      first.size() > 1 && why_no_name(first.substr(1)).empty()) {
    server.prefix = first;
    path.erase(0, first.size());
  }
  server.ca = client.ca;
  server.token = token_of(client);
  server.no_token = "give one with --token-file FILE";
  if (!server.token.empty() && *scheme == kPlain && !is_loopback(host_of_url(server.url))) {
    fail(ErrorKind::user, "the token is not sent to {} without TLS, since others can read it on the way; use https://",
         server.url);
  }
  return {std::move(server), path.empty() || path == "/" ? usual_path : path};
}

std::string server_url(const LockHolder& server) {
  std::string host = server.host;
  if (host.empty() || host == "0.0.0.0") host = "127.0.0.1";
  if (host == "::") host = "::1";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("{}://{}:{}", server.scheme, host, server.port);
}

std::optional<ServerAccess> find_server_access(const std::filesystem::path& database, const ClientOptions& client) {
  const Deadline deadline = Deadline::after(kEndingSeconds);
  while (true) {
    const auto found = find_server(database);
    if (!found) return std::nullopt;
    ServerAccess server(server_url(*found));
    server.is_own = true;
    server.prefix = found->path;
    server.token = token_of(client);
    if (server.token.empty()) take_run_credential(server, credential_file(database, *found));
    const auto health = connected(server)->Get(server.prefix + "/health");
    if (health && health->status == 200) server.health = health->body;
    if (health || deadline.passed()) return server;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

std::optional<ServerAddress> server_of(const std::filesystem::path& database, const std::string& url,
                                       const std::string& usual_path, const ClientOptions& client) {
  if (!url.empty()) return parse_server(url, usual_path, client);
  auto server = find_server_access(database, client);
  if (!server) return std::nullopt;
  return ServerAddress{std::move(*server), usual_path};
}

void ask_server(const ServerRequest& request, const std::function<void(std::string_view)>& take) {
  ask_through(*connected(request.server), request, take);
}

void ask_server(const ServerRequest& request, const std::function<void(std::string_view)>& take,
                const std::function<bool()>& is_stopped) {
  constexpr std::chrono::milliseconds kBetweenLooks{20};
  const auto client = connected(request.server);
  std::future<void> end = std::async(std::launch::async, [&] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);  // they are for the calling thread
    ask_through(*client, request, take);
  });
  while (end.wait_for(kBetweenLooks) != std::future_status::ready && !is_stopped()) continue;
  if (!is_stopped()) return end.get();
  end_request(request);
  do {
    client->stop();
  } while (end.wait_for(kBetweenLooks) != std::future_status::ready);
  fail(ErrorKind::cancelled, "the request was stopped");
}

std::string send_to_server(const ServerRequest& request, const std::function<std::string()>& next) {
  std::exception_ptr error;  // of `next`; no exception passes through httplib
  const auto give = [&](std::size_t, httplib::DataSink& sink) {
    try {
      const std::string piece = next();
      if (piece.empty()) {
        sink.done();
        return true;
      }
      return sink.write(piece.data(), piece.size());
    } catch (...) {
      error = std::current_exception();
      return false;
    }
  };
  const auto client = connected(request.server);
  client->set_read_timeout(kNoTimeoutSeconds);
  client->set_write_timeout(kNoTimeoutSeconds);
  const httplib::Result result = client->Post(request.server.prefix + request.path, give, request.content_type);
  if (error) std::rethrow_exception(error);
  if (!result && result.error() == httplib::Error::Write) {
    fail(ErrorKind::io, "the server at {} closed the connection before it had all data; the reason is in its log",
         request.server.url);
  }
  std::string whole;
  const std::function<void(std::string_view)> take = [&](std::string_view piece) { whole += piece; };
  Answer answer(take);
  if (result) answer.take_header(result->status);
  if (result) answer.take_piece(result->body);
  answer.finish(request.server, result.error());
  return whole;
}

std::string ask_server(const ServerRequest& request) {
  std::string whole;
  ask_server(request, [&](std::string_view piece) { whole += piece; });
  return whole;
}

}  // namespace quadrille::server
