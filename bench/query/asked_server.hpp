#pragma once

// A server that is asked queries by one client over one connection, as they are: TSV (N-Triples for graphs), each
// answer read to its end. Local; one thread.

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace httplib {
class Client;
}

namespace quadrille::bench {

class AskedServer {
 public:
  // http://HOST:PORT, with SPARQL at /sparql. Nothing is sent yet.
  explicit AskedServer(std::string url);
  ~AskedServer();
  AskedServer(AskedServer&&) noexcept;

  struct Answer {
    std::string text;
    double ms = 0;  // from the request to the answer's last byte
  };
  // `name` is the query's, for errors: Error (io) where there is no answer, or not the status 200.
  Answer ask(std::string_view name, const std::string& query);

  const std::string& url() const { return url_; }

 private:
  std::string url_;
  std::unique_ptr<httplib::Client> client_;
};

}  // namespace quadrille::bench
