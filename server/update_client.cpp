#include "server/update_client.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kScheme = "http://";
constexpr time_t kNoTimeoutSeconds = 366 * 24 * 3600;

struct Address {
  std::string server;  // http://HOST[:PORT]
  std::string path;
};

Address parse_address(const std::string& url) {
  if (!url.starts_with(kScheme) || url.size() == kScheme.size()) {
    fail(ErrorKind::user, "'{}' is no address of a server; write http://HOST:PORT", url);
  }
  const std::size_t slash = std::min(url.find('/', kScheme.size()), url.size());
  const std::string path = url.substr(slash);
  return {url.substr(0, slash), path.empty() || path == "/" ? "/update" : path};
}

ErrorKind kind_of(int status) {
  switch (status) {
    case 501:
      return ErrorKind::unsupported;
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

}  // namespace

std::string server_url(const LockHolder& server) {
  std::string host = server.host;
  if (host.empty() || host == "0.0.0.0") host = "127.0.0.1";
  if (host == "::") host = "::1";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}", host, server.port);
}

std::string send_update(const std::string& url, const std::string& text, double timeout_seconds) {
  Address address = parse_address(url);
  if (timeout_seconds > 0) {
    address.path +=
        fmt::format("{}timeout={}", address.path.find('?') == std::string::npos ? '?' : '&', timeout_seconds);
  }
  httplib::Client client(address.server);
  client.set_tcp_nodelay(true);
  client.set_read_timeout(kNoTimeoutSeconds);  // the server keeps the time
  const auto result = client.Post(address.path, text, "application/sparql-update");
  if (!result) {
    fail(ErrorKind::io, "the server at {} does not answer ({})", address.server, httplib::to_string(result.error()));
  }
  if (result->status >= 200 && result->status < 300) return result->body;
  std::string message = result->body;
  while (message.ends_with('\n')) message.pop_back();
  fail(kind_of(result->status), "{}", message.empty() ? fmt::format("status {}", result->status) : message);
}

}  // namespace quadrille::server
