#include "server/http_source.hpp"

#include <httplib.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/iri_reference.hpp"
#include "server/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr time_t kConnectSeconds = 10;
constexpr time_t kSilenceSeconds = 30;
constexpr const char* kAccept =
    "text/turtle, application/n-triples, application/n-quads, application/trig, application/rdf+xml;q=0.9, */*;q=0.1";

// RFC 3987, 3.1: what is not ASCII in an IRI is percent-encoded on the way.
std::string to_uri(std::string_view iri) {
  std::string uri;
  for (const char c : iri) {
    if (static_cast<unsigned char>(c) < 0x80) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
  }
  return uri;
}

struct Address {
  std::string server;  // http://HOST[:PORT]
  std::string path;    // with the query
};

Address address_of(const std::string& uri) {
  const std::size_t end = std::min(uri.find_first_of("/?", uri.find("://") + 3), uri.size());
  return {uri.substr(0, end), fmt::format("{}{}", uri.substr(end, 1) == "/" ? "" : "/", uri.substr(end))};
}

// One request. The thread puts what comes into `pipe_`; the reader takes it out. Whoever waits is woken by every
// change.
class Transfer final : public ByteSource {
 public:
  explicit Transfer(const std::string& iri) : iri_(iri), address_(address_of(to_uri(iri))), client_(address_.server) {
    client_.set_connection_timeout(kConnectSeconds);
    client_.set_read_timeout(kSilenceSeconds);
    client_.set_decompress(false);
    client_.set_url_encode(false);
    client_.set_tcp_nodelay(true);
    thread_ = std::thread([this] { run(); });
  }
  ~Transfer() override {
    {
      const std::lock_guard lock(mutex_);
      given_up_ = true;
    }
    changed_.notify_all();
    client_.stop();
    thread_.join();
  }
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  struct Header {
    int status = 0;  // 0: nobody has answered
    std::string content_type, content_encoding, location;
    std::string error;
  };
  Header wait_for_header() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return header_.status != 0 || ended_; });
    return header_;
  }

  std::size_t read(std::span<char> to) override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !pipe_.empty() || ended_; });
    if (pipe_.empty()) {
      if (!header_.error.empty()) throw StatusError(502, fmt::format("reading <{}>: {}", iri_, header_.error));
      return 0;
    }
    const std::size_t size = std::min(to.size(), pipe_.size() - taken_);
    std::memcpy(to.data(), pipe_.data() + taken_, size);
    taken_ += size;
    if (taken_ == pipe_.size()) {
      pipe_.clear();
      taken_ = 0;
      lock.unlock();
      changed_.notify_all();
    }
    return size;
  }

 private:
  void run() {
    const httplib::Headers headers{{"Accept", kAccept}, {"Accept-Encoding", "gzip"}, {"User-Agent", "quadrille"}};
    const auto result = client_.Get(
        address_.path, headers, [this](const httplib::Response& response) { return take_header(response); },
        [this](const char* data, std::size_t size) { return take(data, size); });
    const std::lock_guard lock(mutex_);
    ended_ = true;
    if (!result) header_.error = httplib::to_string(result.error());
    changed_.notify_all();
  }

  // false: the body is not wanted.
  bool take_header(const httplib::Response& response) {
    const std::lock_guard lock(mutex_);
    header_ = {response.status,
               response.get_header_value("Content-Type"),
               response.get_header_value("Content-Encoding"),
               response.get_header_value("Location"),
               {}};
    changed_.notify_all();
    return response.status == 200;
  }

  bool take(const char* data, std::size_t size) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return pipe_.size() < kPipeBytes || given_up_; });
    pipe_.append(data, size);
    lock.unlock();
    changed_.notify_all();
    return !given_up_;
  }

  const std::string iri_;
  const Address address_;
  httplib::Client client_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Header header_;
  std::string pipe_;  // what has come; of it taken_ bytes have been read
  std::size_t taken_ = 0;
  bool ended_ = false, given_up_ = false;
  std::thread thread_;
};

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

std::string without_fragment(const std::string& iri) {
  return iri.substr(0, iri.find('#'));
}

}  // namespace

HttpDocument open_http(const std::string& iri, const std::function<void(const std::string&)>& require) {
  std::string at = without_fragment(iri);
  for (int redirects = 0; redirects <= kMostRedirects; ++redirects) {
    require(at);
    auto transfer = std::make_unique<Transfer>(at);
    const Transfer::Header header = transfer->wait_for_header();
    if (header.status == 0) throw StatusError(502, fmt::format("LOAD <{}>: no answer ({})", at, header.error));
    if (header.status == 200) return {at, header.content_type, header.content_encoding, std::move(transfer)};
    if (!is_redirect(header.status) || header.location.empty()) {
      throw StatusError(502, fmt::format("LOAD <{}>: the answer is status {}", at, header.status));
    }
    at = without_fragment(resolve_iri(at, header.location));
  }
  throw StatusError(502, fmt::format("LOAD <{}>: more than {} redirects", iri, kMostRedirects));
}

}  // namespace quadrille::server
