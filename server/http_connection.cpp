#include "server/http_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "server/http_exchange.hpp"
#include "server/media_type.hpp"

namespace quadrille::server {

namespace {

constexpr int kOverflowReadTimeoutMs = 500;

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool takes_body(std::string_view method) {
  return method == "POST" || method == "PUT" || method == "PATCH";
}

std::string_view behind_question_mark(std::string_view target) {
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

}  // namespace

// httplib's server, of which the parts that read a request are used; accepting, threads and answers are ours.
class ConnectionServer::Parser : private httplib::Server {
 public:
  Parser(Service& service, std::size_t max_body_bytes) : service_(service), max_body_bytes_(max_body_bytes) {
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response&) {
      take_headers(request);
      return HandlerResponse::Handled;
    });
    set_error_handler([](const httplib::Request&, httplib::Response& response) {
      response.set_content("this is no request that can be understood (HTTP/1.1; lines of at most 8 KiB)\n",
                           "text/plain");
      response.set_header("Connection", "close");
    });
  }

  // Reads one request from `stream` and answers it. false: the connection must end.
  bool serve_request(HttpStream& stream, const ConnectionEvents& events, bool overflow) {
    stream_ = &stream;
    events_ = &events;
    overflow_ = overflow;
    exchange_.reset();
    stream.begin_request();
    asked_to_close_ = false;
    const bool done = process(*this, stream, asked_to_close_, [&](httplib::Request&) { stream.headers_end(); });
    if (stream.headers_too_long()) refuse_headers();
    return done && exchange_ && !exchange_->closes();
  }

 private:
  // The parameters of httplib's function differ between its versions.
  template <class Self, class HeadersRead>
  static bool process(Self& self, httplib::Stream& stream, bool& asked_to_close, const HeadersRead& headers_read) {
    if constexpr (requires { self.process_request(stream, false, asked_to_close, headers_read); }) {
      return self.process_request(stream, false, asked_to_close, headers_read);
    } else {
      return self.process_request(stream, std::string(), 0, std::string(), 0, false, asked_to_close, headers_read);
    }
  }

  // With all headers read. Answers the request; its body is read by the endpoint.
  void take_headers(const httplib::Request& raw) {
    if (!overflow_) events_->set_idle(false);
    content_type_ = raw.get_header_value("Content-Type");
    accept_ = raw.get_header_value("Accept");
    host_ = raw.get_header_value("Host");
    origin_ = raw.get_header_value("Origin");
    request_ = {.method = raw.method,
                .path = raw.path,
                .raw_path = std::string_view(raw.target).substr(0, raw.target.find('?')),
                .query_string = behind_question_mark(raw.target),
                .host = host_,
                .origin = origin_,
                .content_type = content_type_,
                .accept = accept_,
                .http_1_0 = raw.version == "HTTP/1.0"};
    exchange_.emplace(request_, *stream_, events_->stopping);
    const Endpoint* const endpoint = find_endpoint(raw.path);
    const bool reads_body = endpoint && takes_body(raw.method) && takes_method(*endpoint, raw.method);
    if (asked_to_close_ || overflow_ || events_->stopping() || (has_body(raw) && !reads_body)) exchange_->close_after();
    if (overflow_ && !(endpoint && endpoint->always)) {
      return exchange_->respond_failure(503, "all connections of this server are taken; try again soon",
                                        {{"Retry-After", "1"}});
    }
    if (answer_generally(endpoint, *exchange_)) return;
    if (reads_body && !begin_body(raw)) return;
    run_endpoint(*endpoint, service_, *exchange_);
  }

  static bool has_body(const httplib::Request& raw) {
    return raw.has_header("Transfer-Encoding") ||
           (raw.has_header("Content-Length") && raw.get_header_value("Content-Length") != "0");
  }

  // false: the headers that tell where the body ends, or how it is compressed, cannot be understood; refused.
  bool begin_body(const httplib::Request& raw) {
    const std::string length = raw.get_header_value("Content-Length");
    const std::string transfer = raw.get_header_value("Transfer-Encoding");
    const std::string content = to_lower(raw.get_header_value("Content-Encoding"));
    const bool chunked = raw.has_header("Transfer-Encoding");
    const bool has_length = raw.has_header("Content-Length");
    if (chunked &&
        (has_length || to_lower(transfer) != "chunked" || raw.get_header_value_count("Transfer-Encoding") > 1)) {
      return refuse(400, "a body has either a Content-Length or 'Transfer-Encoding: chunked'");
    }
    if (has_length && (!is_number(length) || raw.get_header_value_count("Content-Length") > 1)) {
      return refuse(400, "malformed Content-Length");
    }
    if (length.size() > 18) return refuse(413, "no body is that long");
    const bool compressed = content == "gzip" || content == "x-gzip" || content == "deflate";
    if (!compressed && !content.empty() && content != "identity") {
      return refuse(415, fmt::format("bodies with 'Content-Encoding: {}' are not read; send gzip or plain", content));
    }
    std::optional<std::uint64_t> bytes;
    if (!chunked) bytes = 0;  // neither of them: no body (RFC 9112, 6.3)
    if (has_length) bytes = std::stoull(length);
    exchange_->set_body(std::make_unique<HttpBody>(*stream_, bytes, events_->stopping), compressed, max_body_bytes_);
    return true;
  }

  bool refuse(int status, std::string_view message) {
    exchange_->close_after();
    exchange_->respond_failure(status, message);
    return false;
  }

  void refuse_headers() {
    request_ = {};
    exchange_.emplace(request_, *stream_, events_->stopping);
    refuse(431, "the request line and headers are too long; send long queries by POST");
  }

  Service& service_;
  const std::size_t max_body_bytes_;

  // Of the request at hand.
  HttpStream* stream_ = nullptr;
  const ConnectionEvents* events_ = nullptr;
  bool overflow_ = false;
  bool asked_to_close_ = false;
  std::string content_type_;
  std::string accept_;
  std::string host_;
  std::string origin_;
  HttpRequest request_;
  std::optional<Exchange> exchange_;  // none: what came was no request
};

ConnectionServer::ConnectionServer(Service& service, const ConnectionSettings& settings)
    : parser_(std::make_unique<Parser>(service, settings.max_body_bytes)), settings_(settings) {}

ConnectionServer::~ConnectionServer() = default;

void ConnectionServer::serve(int socket, const ConnectionEvents& events) {
  HttpStream stream(socket, settings_.limits);
  for (bool goes_on = true; goes_on;) {
    events.set_idle(true);
    const bool asked = stream.wait_for_request(settings_.idle_timeout_ms);
    events.set_idle(true);  // who sends headers slowly is as idle as who sends none
    goes_on = asked && parser_->serve_request(stream, events, false);
  }
  stream.end_gently();
}

void ConnectionServer::serve_overflow(int socket, const ConnectionEvents& events) {
  StreamLimits limits = settings_.limits;
  limits.read_timeout_ms = std::min(limits.read_timeout_ms, kOverflowReadTimeoutMs);
  HttpStream stream(socket, limits);
  if (stream.wait_for_request(limits.read_timeout_ms)) parser_->serve_request(stream, events, true);
  stream.end_gently();
}

}  // namespace quadrille::server
