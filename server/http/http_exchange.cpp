#include "server/http/http_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <initializer_list>

#include "base/assert.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kGatheredBytes = 64 << 10;
constexpr std::size_t kCompressedAtOnce = 256 << 10;
constexpr std::size_t kUsualHeadBytes = 384;
constexpr double kHeldSeconds = 0.020;
constexpr std::chrono::milliseconds kLookAgain{5};
constexpr std::uint64_t kDroppedBytes = 64 << 10;  // of a body that an answer has left unread

// Data that the page showed as markup by mistake would still run no script, send no form elsewhere and load nothing.
constexpr std::string_view kPageHeaders =
    "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'\r\nX-Content-Type-Options: nosniff\r\n";

// RFC 9110, 11.6.1. One line a scheme: some clients read only the first scheme of a line.
constexpr std::string_view kSchemes =
    "WWW-Authenticate: Basic realm=\"Quadrille\", charset=\"UTF-8\"\r\nWWW-Authenticate: Bearer "
    "realm=\"Quadrille\"\r\n";

// RFC 9110, 6.6.1; computed once a second in each thread.
std::string_view date() {
  thread_local std::time_t made_at = 0;
  thread_local std::array<char, 32> text;
  thread_local std::size_t size = 0;
  const std::time_t now = std::time(nullptr);
  if (now != made_at) {
    std::tm parts{};
    gmtime_r(&now, &parts);
    size = std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
    made_at = now;
  }
  return {text.data(), size};
}

// A part of a stage that belongs to another one.
class InStage {
 public:
  InStage(RunProgress& progress, RunStage stage) : progress_(progress), before_(progress.enter(stage)) {}
  ~InStage() { progress_.enter(before_); }
  InStage(const InStage&) = delete;
  InStage& operator=(const InStage&) = delete;

 private:
  RunProgress& progress_;
  const RunStage before_;
};

// Each answer has some headers, so they are not formatted.
void append(std::string& out, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) out += part;
}

void append_header(std::string& out, std::string_view name, std::string_view value) {
  append(out, {name, ": ", value, "\r\n"});
}

bool has(std::initializer_list<Header> headers, std::string_view name) {
  return std::any_of(headers.begin(), headers.end(), [&](const Header& one) { return one.first == name; });
}

}  // namespace

void Exchange::set_body(std::unique_ptr<HttpBody> body, BodyCoding coding, std::uint64_t most_whole_bytes) {
  body_ = std::move(body);
  if (coding != BodyCoding::none) decoded_ = decompress(*body_, coding);
  most_whole_bytes_ = most_whole_bytes;
}

std::string Exchange::read_body() {
  if (!decoded_ && body_->declared_length() == 0) return {};
  if (body_->declared_length() > most_whole_bytes_) refuse_length(most_whole_bytes_);
  std::string text = read_whole(body(), body_length(), most_whole_bytes_, held_);
  if (kept_.is_wanted) kept_.body = text;
  return text;
}

void Exchange::set_id(const std::string& id) {
  if (!id.empty()) place_.change([&](RequestRecord& record) { record.id = id; });
}

void Exchange::set_operation(RequestKind kind, std::string_view text) {
  place_.change([&](RequestRecord& record) {
    record.kind = kind;
    record.text = beginning_of(text, RequestRecord::kShownText);
    record.text_bytes = text.size();
  });
}

// The status is in the first bytes: "HTTP/1.1 200 OK".
bool Exchange::pass_on(std::string_view bytes) {
  constexpr std::size_t kBeforeStatus = 9, kStatusDigits = 3;
  RequestRecord& record = place_.record();
  record.logs.is_relayed = true;
  if (record.status == 0 && bytes.size() > kBeforeStatus + kStatusDigits) {
    const std::string_view digits = bytes.substr(kBeforeStatus, kStatusDigits);
    std::from_chars(digits.data(), digits.data() + digits.size(), record.status);
  }
  count(bytes.size());
  return stream_.send({&bytes, 1});
}

void Exchange::limit_memory(MemoryShares& shares, std::string user) {
  if (shares.is_limited()) memory_.emplace(shares, std::move(user));
}

bool Exchange::cancelled() {
  if (memory_) memory_->see(record().progress.memory_bytes());
  return is_over();
}

bool Exchange::is_over() {
  if (record().cancelled.load(std::memory_order_relaxed)) return true;
  const auto now = last_tick();
  if (now - looked_at_ < kLookAgain) return false;
  looked_at_ = now;
  return stopping_() || stream_.peer_gone();
}

void Exchange::cut_off() {
  closes_ = true;
  place_.record().cut_off = true;
  stream_.reset_at_close();
}

std::string Exchange::head(int status, std::string_view content_type, std::initializer_list<Header> headers) {
  if (!closes_ && !body_->drain(kDroppedBytes)) closes_ = true;
  place_.record().status = status;
  std::string out;
  out.reserve(kUsualHeadBytes + extra_headers_.size());
  append(out, {"HTTP/1.1 ", fmt::format_int(status).c_str(), " ", reason_phrase(status), "\r\n"});
  append_header(out, "Date", date());
  append_header(out, "Server", "Quadrille");
  if (!record().id.empty()) append_header(out, "X-Request-Id", record().id);
  out += extra_headers_;
  if (status == 401) out += kSchemes;
  if (!content_type.empty()) append_header(out, "Content-Type", content_type);
  if (content_type.starts_with("text/html") && !has(headers, "Content-Security-Policy")) out += kPageHeaders;
  for (const auto& [name, value] : headers) append_header(out, name, value);
  if (closes_) {
    out += "Connection: close\r\n";
  } else if (request_.http_1_0) {
    out += "Connection: keep-alive\r\n";
  }
  return out;
}

// Empty if the uncompressed body is better.
std::string Exchange::compress(std::string_view body) const {
  if (coding_.coding == ContentCoding::identity || body.empty()) return {};
  if (body.size() < kLeastCompressedBytes && !coding_.required) return {};
  std::string bytes = compressed(coding_.coding, body);
  if (bytes.size() >= body.size() && !coding_.required) bytes.clear();
  return bytes;
}

void Exchange::respond(int status, std::string_view content_type, std::string_view body,
                       std::initializer_list<Header> headers) {
  memory_.reset();  // the run has ended
  place_.record().progress.enter(RunStage::sending);
  const auto problem = audit_.before_answer(status, body);
  if (!problem) return send_whole(status, content_type, body, headers);
  const Failure failure = describe(std::make_exception_ptr(Error(problem->kind, problem->message)));
  send_whole(failure.status, "text/plain; charset=utf-8", failure.message + "\n", {});
}

void Exchange::send_whole(int status, std::string_view content_type, std::string_view body,
                          std::initializer_list<Header> headers) {
  const bool may_compress = status == 200 && !has(headers, "Content-Encoding");
  const std::string shorter = may_compress ? compress(body) : std::string();
  std::string bytes = head(status, content_type, headers);
  if (!shorter.empty()) {
    append_header(bytes, "Content-Encoding", coding_name(coding_.coding));
    body = shorter;
  }
  if (status != 204 && status != 304) append_header(bytes, "Content-Length", fmt::format_int(body.size()).c_str());
  bytes += "\r\n";
  const std::array<std::string_view, 2> parts{bytes, head_only() ? std::string_view() : body};
  count(parts[0].size() + parts[1].size());
  if (!stream_.send(parts)) closes_ = true;
}

void Exchange::respond_failure(int status, std::string_view message, std::initializer_list<Header> headers) {
  std::string body(message);
  body += '\n';
  respond(status, "text/plain; charset=utf-8", body, headers);
}

void StreamedAnswer::start(std::string_view media_type) {
  QUADRILLE_ASSERT(!started_, "an answer is started once");
  media_type_ = media_type;
  started_ = true;
  since_flush_.restart();
  if (!exchange_.head_only()) return;
  send_head({{"Vary", kVary}});
  gone_ = true;  // the rest is not wanted
}

bool StreamedAnswer::write(std::string_view bytes) {
  QUADRILLE_ASSERT(started_, "an answer is started before its first piece");
  if (gone_) return false;
  if (gathered_.size() + bytes.size() < kGatheredBytes && since_flush_.seconds() < kHeldSeconds) {
    gathered_ += bytes;
    return true;
  }
  return flush(bytes);
}

bool StreamedAnswer::cancelled() {
  if (!gone_) gone_ = exchange_.cancelled();
  if (!gone_ && !gathered_.empty() && since_flush_.seconds() >= kHeldSeconds) flush({});
  return gone_;
}

void StreamedAnswer::send_head(std::initializer_list<Header> headers) {
  std::string bytes = exchange_.head(200, media_type_, headers);
  bytes += "\r\n";
  const std::string_view part = bytes;
  exchange_.count(part.size());
  if (!exchange_.stream_.send({&part, 1}, wanted_)) gone_ = true;
  sent_ = true;
}

// From here on bytes are streamed.
void StreamedAnswer::begin_stream() {
  const ContentCoding coding = exchange_.coding_.coding;
  const bool chunked = !exchange_.request_.http_1_0;
  const Header framing = chunked ? Header{"Transfer-Encoding", "chunked"} : Header{"Accept-Ranges", "none"};
  if (!chunked) exchange_.close_after();
  if (coding == ContentCoding::identity) return send_head({{"Vary", kVary}, framing});
  compressor_ = make_compressor(coding);  // before the status is sent: memory may be short
  send_head({{"Vary", kVary}, framing, {"Content-Encoding", coding_name(coding)}});
}

void StreamedAnswer::send_piece(std::string_view first, std::string_view second) {
  const std::size_t size = first.size() + second.size();
  if (size == 0 || gone_) return;
  const bool chunked = !exchange_.request_.http_1_0;
  const std::string prefix = chunked ? fmt::format("{:x}\r\n", size) : std::string();
  const std::array<std::string_view, 4> parts{prefix, first, second, chunked ? "\r\n" : ""};
  exchange_.count(size);
  if (!exchange_.stream_.send(parts, wanted_)) gone_ = true;
}

// In steps, so that a long piece takes no more memory than a short one, and a disconnected client is detected.
void StreamedAnswer::send_compressed(std::string_view bytes, Compressor::Then then) {
  do {
    const std::string_view step = bytes.substr(0, kCompressedAtOnce);
    bytes.remove_prefix(step.size());
    compressed_.clear();
    compressor_->add(step, bytes.empty() ? then : Compressor::Then::more, compressed_);
    send_piece(compressed_, {});
  } while (!bytes.empty() && !gone_);
}

bool StreamedAnswer::flush(std::string_view bytes) {
  const InStage sending(exchange_.place_.record().progress, RunStage::sending);
  if (!sent_) begin_stream();
  if (!compressor_) {
    send_piece(gathered_, bytes);
  } else if (!gone_) {
    if (!gathered_.empty())
      send_compressed(gathered_, bytes.empty() ? Compressor::Then::flush : Compressor::Then::more);
    if (!bytes.empty()) send_compressed(bytes, Compressor::Then::flush);
  }
  gathered_.clear();
  since_flush_.restart();
  return !gone_;
}

void StreamedAnswer::finish() {
  if (!sent_) return exchange_.respond(200, media_type_, gathered_, {{"Vary", kVary}});
  if (exchange_.head_only()) return;
  exchange_.memory_.reset();
  flush({});
  if (compressor_ && !gone_) send_compressed({}, Compressor::Then::finish);
  const std::string_view last = "0\r\n\r\n";
  if (!gone_ && !exchange_.request_.http_1_0) gone_ = !exchange_.stream_.send({&last, 1}, wanted_);
  if (gone_) abandon();
}

void StreamedAnswer::abandon() {
  if (exchange_.head_only()) return;  // nothing is missing
  exchange_.memory_.reset();
  if (exchange_.request_.http_1_0) return exchange_.cut_off();
  exchange_.close_after();  // the last chunk is missing
  exchange_.place_.record().cut_off = true;
  exchange_.stream_.cut_off();
}

}  // namespace quadrille::server
