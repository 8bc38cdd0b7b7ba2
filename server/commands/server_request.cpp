#include "server/commands/server_request.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr time_t kNoTimeoutSeconds = 366 * 24 * 3600;
constexpr double kEndingSeconds = 10;
constexpr std::size_t kLongestMessage = 64 << 10;
constexpr std::string_view kScheme = "http://";

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
  void finish(const std::string& server, httplib::Error error) {
    if (error_) std::rethrow_exception(error_);
    if (status_ == 0) fail(ErrorKind::io, "the server at {} does not answer ({})", server, httplib::to_string(error));
    if (!is_good()) {
      while (message_.ends_with('\n')) message_.pop_back();
      fail(kind_of(status_), "{}", message_.empty() ? fmt::format("status {}", status_) : message_);
    }
    if (error != httplib::Error::Success) {
      fail(ErrorKind::io, "the server at {} broke off its answer; the reason is in its log", server);
    }
  }

 private:
  bool is_good() const { return status_ >= 200 && status_ < 300; }

  const std::function<void(std::string_view)>& take_;
  int status_ = 0;
  std::string message_;
  std::exception_ptr error_;
};

}  // namespace

ServerAddress parse_server(const std::string& url, const std::string& usual_path) {
  if (!url.starts_with(kScheme) || url.size() == kScheme.size()) {
    fail(ErrorKind::user, "'{}' must be the address of a server: http://HOST:PORT", url);
  }
  const std::size_t slash = std::min(url.find('/', kScheme.size()), url.size());
  const std::string path = url.substr(slash);
  return {url.substr(0, slash), path.empty() || path == "/" ? usual_path : path};
}

std::string server_url(const LockHolder& server) {
  std::string host = server.host;
  if (host.empty() || host == "0.0.0.0") host = "127.0.0.1";
  if (host == "::") host = "::1";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}", host, server.port);
}

std::optional<std::string> find_server_url(const std::filesystem::path& database) {
  const Deadline deadline = Deadline::after(kEndingSeconds);
  while (true) {
    const auto server = find_server(database);
    if (!server) return std::nullopt;
    const std::string url = server_url(*server);
    httplib::Client client(url);
    const auto health = client.Get("/health");
    if (health || deadline.passed()) return url;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

void ask_server(const ServerRequest& request, const std::function<void(std::string_view)>& take) {
  Answer answer(take);
  httplib::Client client(request.server);
  client.set_tcp_nodelay(true);
  client.set_read_timeout(kNoTimeoutSeconds);
  client.set_decompress(false);
  httplib::Request http;
  http.method = request.content_type.empty() ? "GET" : "POST";
  if (!request.method.empty()) http.method = request.method;
  http.path = request.path;
  if (!request.content_type.empty()) http.set_header("Content-Type", request.content_type);
  http.body = request.body;
  http.response_handler = [&](const httplib::Response& response) { return answer.take_header(response.status); };
  http.content_receiver = [&](const char* data, std::size_t size, std::uint64_t, std::uint64_t) {
    return answer.take_piece({data, size});
  };
  answer.finish(request.server, client.send(http).error());
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
  httplib::Client client(request.server);
  client.set_tcp_nodelay(true);
  client.set_read_timeout(kNoTimeoutSeconds);
  client.set_write_timeout(kNoTimeoutSeconds);
  const httplib::Result result = client.Post(request.path, give, request.content_type);
  if (error) std::rethrow_exception(error);
  if (!result && result.error() == httplib::Error::Write) {
    fail(ErrorKind::io, "the server at {} closed the connection before it had all data; the reason is in its log",
         request.server);
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
