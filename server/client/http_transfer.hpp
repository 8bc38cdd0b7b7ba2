#pragma once

// An HttpTransfer is one request to another server, and its answer as a stream of bytes.
//
//   HttpTransfer --> thread: GET or POST ... --> header --> [at most kPipeBytes] --> read()
//
// Limits: kConnectSeconds to connect, HttpQuestion::seconds without a byte. A waiting caller calls `check` a few times
// a second, and passes on whatever it throws. Destroying the transfer ends it at once in any state (except during the
// look-up of the server's name, which the system cannot interrupt). Certificates are checked against those that the
// machine trusts.
//
// A connection can serve successive transfers; it is not used again after a cancelled one.

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "loader/rdf/byte_source.hpp"
#include "loader/rdf/input_file.hpp"

namespace quadrille::server {

inline constexpr std::size_t kPipeBytes = std::size_t{1} << 20;
inline constexpr double kConnectSeconds = 10;
inline constexpr double kSilenceSeconds = 30;
inline constexpr int kMostRedirects = 5;

struct HttpQuestion {
  std::string iri;          // http: or https:, without fragment
  std::string accept;       // header
  std::string form;         // application/x-www-form-urlencoded, POSTed; empty: GET
  bool any_status = false;  // read() also returns the body of answers with a status other than 200
  double seconds = kSilenceSeconds;
  std::function<void()> check;  // may be empty
};

class HttpConnection;

class HttpTransfer final : public ByteSource {
 public:
  // `used`: the connection of an earlier transfer, which is used again if it leads to the same server; may be null.
  explicit HttpTransfer(HttpQuestion question, std::shared_ptr<HttpConnection> used = nullptr);
  ~HttpTransfer() override;
  HttpTransfer(const HttpTransfer&) = delete;
  HttpTransfer& operator=(const HttpTransfer&) = delete;

  struct Header {
    int status = 0;  // 0: no answer
    std::string content_type, content_encoding, location;
    std::vector<std::string> links;  // the values of Link
    std::string error;               // of the connection
  };
  // Waits.
  Header wait_for_header();
  // Waits. Throws StatusError(502) if the connection breaks.
  std::size_t read(std::span<char> to) override;

  std::shared_ptr<HttpConnection> connection() const { return connection_; }

 private:
  void run();
  template <class Happened>
  void wait(std::unique_lock<std::mutex>& lock, Happened&& happened);
  bool take_header(Header header);
  bool take(std::string_view bytes);

  const HttpQuestion question_;
  const std::shared_ptr<HttpConnection> connection_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Header header_;
  std::string pipe_;  // the bytes received; taken_ of them have been read
  std::size_t taken_ = 0;
  bool ended_ = false, given_up_ = false;
  std::thread thread_;
};

// The compression that a Content-Encoding names; nullopt: one that was not requested.
std::optional<Compression> find_coding(const std::string& content_encoding);
bool is_redirect(int status);
std::string without_fragment(const std::string& iri);

}  // namespace quadrille::server
