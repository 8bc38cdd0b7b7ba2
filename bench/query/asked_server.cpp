#include "bench/query/asked_server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace quadrille::bench {

namespace {

constexpr int kMostSeconds = 3600;  // for one answer

}  // namespace

AskedServer::AskedServer(std::string url) : url_(std::move(url)), client_(std::make_unique<httplib::Client>(url_)) {
  client_->set_keep_alive(true);
  client_->set_tcp_nodelay(true);
  client_->set_read_timeout(kMostSeconds, 0);
}

AskedServer::~AskedServer() = default;
AskedServer::AskedServer(AskedServer&&) noexcept = default;

AskedServer::Answer AskedServer::ask(std::string_view name, const std::string& query) {
  const httplib::Headers headers{{"Accept", "text/tab-separated-values, application/n-triples"}};
  const Stopwatch watch;
  const auto result =
      client_->Post(fmt::format("/sparql?timeout={}", kMostSeconds), headers, query, "application/sparql-query");
  if (!result) fail(ErrorKind::io, "{}: {}: no answer: {}", url_, name, httplib::to_string(result.error()));
  if (result->status != 200) fail(ErrorKind::io, "{}: {}: status {}: {}", url_, name, result->status, result->body);
  return {result->body, watch.seconds() * 1e3};
}

}  // namespace quadrille::bench
