#include "server/client/http_transfer.hpp"

#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/copy_bytes.hpp"
#include "base/text.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::milliseconds kLookAround{50};

// RFC 3987, 3.1: characters of an IRI that are not ASCII are sent percent-encoded.
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

std::string words_for(httplib::Error error) {
  switch (error) {
    case httplib::Error::Connection:
      return "no connection";
    case httplib::Error::ConnectionTimeout:
      return "no connection in time";
    case httplib::Error::Read:
      return "the connection broke off, or no data arrived for too long";
    case httplib::Error::SSLConnection:
      return "no common version of TLS";
    case httplib::Error::SSLServerVerification:
      return "this machine does not trust the certificate for that host";
    default:
      return httplib::to_string(error);
  }
}

std::vector<std::string> links_of(const httplib::Response& response) {
  std::vector<std::string> links;
  const auto [begin, end] = response.headers.equal_range("Link");
  for (auto link = begin; link != end; ++link) links.push_back(link->second);
  return links;
}

std::chrono::microseconds microseconds(double seconds) {
  return std::chrono::microseconds(static_cast<std::int64_t>(std::clamp(seconds, 0.01, 1e8) * 1e6));
}

}  // namespace

// The client, and a second descriptor of its socket. Shutting that down ends any operation of the client, even
// connecting, and cannot hit another connection that has received the first descriptor's number meanwhile.
class HttpConnection {
 public:
  HttpConnection(const std::string& server, double seconds) : server_(server), client_(server) {
    client_.set_connection_timeout(microseconds(std::min(kConnectSeconds, seconds)));
    client_.set_read_timeout(microseconds(seconds));
    client_.set_write_timeout(microseconds(seconds));
    client_.set_decompress(false);
    client_.set_url_encode(false);
    client_.set_tcp_nodelay(true);
    client_.set_keep_alive(true);
    client_.set_socket_options([this](auto number) { hold(number); });
  }
  ~HttpConnection() { hold(-1); }
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  bool leads_to(const std::string& server) const {
    const std::lock_guard lock(mutex_);
    return !is_ended_ && server_ == server;
  }
  httplib::Result send(const httplib::Request& request) { return client_.send(request); }
  void end() {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
    if (descriptor_ >= 0) ::shutdown(descriptor_, SHUT_RDWR);
  }

 private:
  void hold(int number) {
    const std::lock_guard lock(mutex_);
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = number >= 0 ? ::fcntl(number, F_DUPFD_CLOEXEC, 0) : -1;
    if (is_ended_ && descriptor_ >= 0) ::shutdown(descriptor_, SHUT_RDWR);
  }

  const std::string server_;
  httplib::Client client_;
  mutable std::mutex mutex_;
  int descriptor_ = -1;
  bool is_ended_ = false;
};

namespace {

std::shared_ptr<HttpConnection> connection_for(const HttpQuestion& question, std::shared_ptr<HttpConnection> used) {
  const std::string server = address_of(to_uri(question.iri)).server;
  return used && used->leads_to(server) ? used : std::make_shared<HttpConnection>(server, question.seconds);
}

}  // namespace

HttpTransfer::HttpTransfer(HttpQuestion question, std::shared_ptr<HttpConnection> used)
    : question_(std::move(question)), connection_(connection_for(question_, std::move(used))) {
  thread_ = std::thread([this] { run(); });
}

HttpTransfer::~HttpTransfer() {
  bool is_complete = false;
  {
    const std::lock_guard lock(mutex_);
    given_up_ = true;
    is_complete = ended_;
  }
  changed_.notify_all();
  if (!is_complete) connection_->end();
  thread_.join();
}

template <class Happened>
void HttpTransfer::wait(std::unique_lock<std::mutex>& lock, Happened&& happened) {
  if (!question_.check) return changed_.wait(lock, happened);
  while (!changed_.wait_for(lock, kLookAround, happened)) {
    lock.unlock();
    question_.check();
    lock.lock();
  }
}

HttpTransfer::Header HttpTransfer::wait_for_header() {
  std::unique_lock lock(mutex_);
  wait(lock, [&] { return header_.status != 0 || ended_; });
  return header_;
}

std::size_t HttpTransfer::read(std::span<char> to) {
  std::unique_lock lock(mutex_);
  wait(lock, [&] { return !pipe_.empty() || ended_; });
  if (pipe_.empty()) {
    if (!header_.error.empty()) throw StatusError(502, fmt::format("reading <{}>: {}", question_.iri, header_.error));
    return 0;
  }
  const std::size_t size = std::min(to.size(), pipe_.size() - taken_);
  copy_bytes(to.data(), pipe_.data() + taken_, size);
  taken_ += size;
  if (taken_ == pipe_.size()) {
    pipe_.clear();
    taken_ = 0;
    lock.unlock();
    changed_.notify_all();
  }
  return size;
}

void HttpTransfer::run() {
  httplib::Request request;
  request.method = question_.form.empty() ? "GET" : "POST";
  request.path = address_of(to_uri(question_.iri)).path;
  request.headers = {
      {"Accept", question_.accept}, {"Accept-Encoding", "zstd, gzip;q=0.9"}, {"User-Agent", "quadrille"}};
  if (!question_.form.empty()) {
    request.headers.emplace("Content-Type", "application/x-www-form-urlencoded");
    request.body = question_.form;
  }
  request.response_handler = [this](const httplib::Response& response) {
    return take_header({response.status,
                        response.get_header_value("Content-Type"),
                        response.get_header_value("Content-Encoding"),
                        response.get_header_value("Location"),
                        links_of(response),
                        {}});
  };
  request.content_receiver = [this](const char* data, std::size_t size, auto...) {
    return take(std::string_view(data, size));
  };
  const httplib::Result result = connection_->send(request);
  const std::lock_guard lock(mutex_);
  ended_ = true;
  if (!result) header_.error = words_for(result.error());
  changed_.notify_all();
}

// Returns false if the body is not wanted.
bool HttpTransfer::take_header(Header header) {
  const std::lock_guard lock(mutex_);
  header_ = std::move(header);
  changed_.notify_all();
  return header_.status == 200 || question_.any_status;
}

bool HttpTransfer::take(std::string_view bytes) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return pipe_.size() < kPipeBytes || given_up_; });
  pipe_.append(bytes);
  const bool is_wanted = !given_up_;
  lock.unlock();
  changed_.notify_all();
  return is_wanted;
}

std::optional<Compression> find_coding(const std::string& content_encoding) {
  const std::string coding = to_lower(content_encoding);
  if (coding.empty() || coding == "identity") return Compression::none;
  if (coding == "gzip" || coding == "x-gzip") return Compression::gzip;
  return coding == "zstd" ? std::optional(Compression::zstd) : std::nullopt;
}

bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

std::string without_fragment(const std::string& iri) {
  return iri.substr(0, iri.find('#'));
}

}  // namespace quadrille::server
