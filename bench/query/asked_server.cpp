#include "bench/query/asked_server.hpp"

#include <utility>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "bench/query/answer_digest.hpp"

namespace quadrille::bench {

AskedServer::AskedServer(Endpoint endpoint, double most_seconds) : link_(std::move(endpoint), most_seconds) {}

AskedServer::Answer AskedServer::ask(std::string_view name, std::string_view query) {
  Answer answer;
  send(name, query, {}, answer);
  return answer;
}

AskedServer::Answer AskedServer::examine(std::string_view name, std::string_view query) {
  AnswerDigest digest;
  Answer answer;
  const HttpAnswer http = send(
      name, query, [&](std::string_view piece) { digest.take(piece); }, answer);
  digest.finish(http.content_type());
  answer.rows = digest.rows();
  answer.digest = digest.digest();
  answer.line_ends = digest.line_ends();
  return answer;
}

std::string AskedServer::text(std::string_view name, std::string_view query) {
  std::string text;
  Answer answer;
  send(
      name, query, [&](std::string_view piece) { text.append(piece); }, answer);
  return text;
}

HttpAnswer AskedServer::send(std::string_view name, std::string_view query, const BodySink& sink, Answer& answer) {
  constexpr std::size_t kMostErrorBytes = 500;
  const std::string request = sparql_request(endpoint(), query);
  std::string begin;
  const Stopwatch watch;
  HttpAnswer http = link_.ask(request, [&](std::string_view piece) {
    answer.bytes += piece.size();
    if (begin.size() < kMostErrorBytes) begin.append(piece.substr(0, kMostErrorBytes - begin.size()));
    if (sink) sink(piece);
  });
  answer.ms = watch.seconds() * 1e3;
  if (http.status() != 200) fail(ErrorKind::io, "{}: {}: status {}: {}", url(), name, http.status(), begin);
  return http;
}

}  // namespace quadrille::bench
