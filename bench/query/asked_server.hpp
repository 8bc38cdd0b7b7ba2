#pragma once

// A server that answers the queries of one client over one connection: TSV (N-Triples for graphs), each answer read to
// its end. Local; one thread.

#include <cstdint>
#include <string>
#include <string_view>

#include "bench/query/http_link.hpp"

namespace quadrille::bench {

class AskedServer {
 public:
  // Nothing is sent yet. `most_seconds`: for one answer.
  explicit AskedServer(Endpoint endpoint, double most_seconds = 3600);

  struct Answer {
    double ms = 0;  // from the request to the answer's last byte
    std::uint64_t bytes = 0;
    std::uint64_t rows = 0, digest = 0, line_ends = 0;  // of examine()
  };
  // `name` is the query's, for errors: Error (io) if there is no answer, or a status other than 200; (timeout).
  Answer ask(std::string_view name, std::string_view query);
  // The same, and examines the rows (answer_digest.hpp); its time includes that.
  Answer examine(std::string_view name, std::string_view query);
  // The answer itself.
  std::string text(std::string_view name, std::string_view query);

  const Endpoint& endpoint() const { return link_.endpoint(); }
  std::string url() const { return endpoint().url(); }

 private:
  HttpAnswer send(std::string_view name, std::string_view query, const BodySink& sink, Answer& answer);

  HttpLink link_;
};

}  // namespace quadrille::bench
