#pragma once

// An HttpExchange is one HTTP request and the answer to it.

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.hpp"
#include "server/access/caller.hpp"
#include "server/http/body_coding.hpp"
#include "server/http/content_coding.hpp"
#include "server/http/engine.hpp"
#include "server/http/http_body.hpp"
#include "server/http/http_head.hpp"
#include "server/http/http_stream.hpp"
#include "server/operations/audited_request.hpp"
#include "server/operations/memory_shares.hpp"
#include "server/operations/running_requests.hpp"

namespace quadrille::server {

struct HttpRequest {
  std::string_view method;
  std::string_view prefix = {};   // of the paths of the database: "/people"; empty: the default one
  std::string_view path;          // below the prefix, decoded
  std::string_view raw_path;      // as sent, without '?' and the rest
  std::string_view query_string;  // after '?', still encoded
  std::string_view host;          // the header Host
  std::string_view origin;        // the header Origin: the page for which a browser sends the request
  std::string_view content_type;
  std::string_view accept;
  std::string_view accept_encoding;
  std::string_view if_none_match = {};
  const HttpHead* head = nullptr;  // for rare headers; may be null
  bool http_1_0 = false;
  bool encrypted = false;  // sent over TLS

  std::string_view scheme() const { return encrypted ? "https" : "http"; }
  // With the prefix, which lies before it in memory.
  std::string_view whole_path() const {
    return prefix.empty() ? path : std::string_view(prefix.data(), prefix.size() + path.size());
  }
};

using Header = std::pair<std::string_view, std::string_view>;

// Vary of an answer whose format was chosen by the Accept header.
inline constexpr std::string_view kVary = "Accept, Accept-Encoding";
// Shorter answers are not compressed: compressing would take longer than sending them.
inline constexpr std::size_t kLeastCompressedBytes = 4 << 10;

class Exchange {
 public:
  // `stopping` returns whether the server stops; `place` has the record of the request; `audit_log` may be null. All
  // arguments must outlive the exchange.
  Exchange(const HttpRequest& request, HttpStream& stream, std::function<bool()> stopping,
           RunningRequests::Place& place, AuditLog* audit_log)
      : request_(request),
        stream_(stream),
        stopping_(std::move(stopping)),
        place_(place),
        audit_(audit_log, place.record()),
        body_(std::make_unique<HttpBody>(stream, 0)) {
    audit_.set_action(request.method, request.whole_path());
  }

  const HttpRequest& request() const { return request_; }
  const RequestRecord& record() const { return place_.record(); }
  // Of the request, for its run.
  RunProgress* progress() { return &place_.record().progress; }
  // Its entries in the audit log. respond() writes the last one before the answer.
  AuditedRequest& audit() { return audit_; }
  // The request has ended, after the answer: its times stay as they are.
  void end() { place_.record().end(); }
  void set_plan(std::string plan) { place_.record().logs.plan = std::move(plan); }
  bool stopping() const { return stopping_(); }
  // What the request turns out to be, when its text is read.
  void set_operation(RequestKind kind, std::string_view text);
  // The id that a parameter of the request gives it; empty: it stays as it is.
  void set_id(const std::string& id);
  // From now on the request is one of this user, whose running queries together may have so much memory; looked at in
  // cancelled(), which throws Error(memory) beyond it.
  void limit_memory(MemoryShares& shares, std::string user);
  void end_memory() { memory_.reset(); }
  bool head_only() const { return request_.method == "HEAD"; }
  // The connection ends with this answer; called before the answer.
  void close_after() { closes_ = true; }
  bool closes() const { return closes_; }
  // The coding that the client accepts for answers; set before the answer.
  void set_coding(const AcceptedCoding& coding) { coding_ = coding; }

  // The request's body, decompressed; empty if there is none. If the answer does not read all of it, the connection
  // ends.
  ByteSource& body() { return decoded_ ? *decoded_ : *body_; }
  // The body as a string. Throws StatusError(413) beyond the server's limit for strings.
  std::string read_body();
  // From now on read_body() keeps a copy, for a request that may be sent on.
  void keep_body() { kept_.is_wanted = true; }
  const std::optional<std::string>& kept_body() const { return kept_.body; }
  // The length of body() if it is known.
  std::optional<std::uint64_t> body_length() const { return decoded_ ? std::nullopt : body_->declared_length(); }
  // Sends bytes of an answer that another server has made, head and all. Returns false if the client has gone.
  bool pass_on(std::string_view bytes);
  // Ends an answer in the middle, for a client that cannot see this by its length: the connection ends by a reset.
  void cut_off();
  // `most_whole_bytes` is that limit.
  void set_body(std::unique_ptr<HttpBody> body, BodyCoding coding, std::uint64_t most_whole_bytes);
  // True if the client has disconnected, the server stops, or somebody has cancelled the request. Asks the system at
  // most every few milliseconds.
  bool cancelled();
  // The same without a look at the memory.
  bool is_over();
  // The sender of the request; set before the endpoint runs.
  const Caller& caller() const { return *caller_; }
  void set_caller(std::shared_ptr<const Caller> caller) {
    caller_ = caller;
    place_.change([&](RequestRecord& record) { record.caller = std::move(caller); });
  }
  // Headers that the answer has in any case, as lines (CORS); `lines` must outlive the exchange.
  void set_extra_headers(std::string_view lines) { extra_headers_ = lines; }

  // Sends a whole answer. A long one that is no failure is compressed if the client accepts it.
  void respond(int status, std::string_view content_type, std::string_view body,
               std::initializer_list<Header> headers = {});
  // The same with text/plain of one or more lines. Messages about a refusal name a better request.
  void respond_failure(int status, std::string_view message, std::initializer_list<Header> headers = {});

 private:
  friend class StreamedAnswer;
  std::string head(int status, std::string_view content_type, std::initializer_list<Header> headers);
  std::string compress(std::string_view body) const;
  void send_whole(int status, std::string_view content_type, std::string_view body,
                  std::initializer_list<Header> headers);
  void count(std::size_t bytes) { place_.record().sent_bytes += bytes; }

  const HttpRequest& request_;
  HttpStream& stream_;
  std::function<bool()> stopping_;
  RunningRequests::Place& place_;
  AuditedRequest audit_;
  std::optional<MemoryLease> memory_;
  std::unique_ptr<HttpBody> body_;
  std::unique_ptr<ByteSource> decoded_;  // reads body_
  std::uint64_t most_whole_bytes_ = 0;
  std::shared_ptr<const Caller> caller_;
  std::string_view extra_headers_;
  AcceptedCoding coding_;
  BodyShare held_;
  std::chrono::steady_clock::time_point looked_at_ = last_tick();
  bool closes_ = false;
  struct Kept {
    bool is_wanted = false;
    std::optional<std::string> body = {};
  };
  Kept kept_;
};

// A StreamedAnswer sends the answer of an engine to the client. Small answers are sent at once with their length. The
// pieces of longer ones are sent as they arrive (chunked; with HTTP/1.0, until the connection ends).
//
//   start ... write ... finish     the whole answer
//   start ... write ... abandon    the connection ends in the middle of the answer, which the client can see. After
//                                  finish(), too, if the client has not taken all or the server stops
//
// Pieces are collected up to 64 KiB, but held back for at most 20 ms, as long as the engine calls write() or
// cancelled().
//
// Streamed bytes are compressed if the client accepts it, in the thread that writes them: for long queries that is one
// of low priority. After each send, the client can decompress all bytes so far.
class StreamedAnswer : public AnswerSink {
 public:
  explicit StreamedAnswer(Exchange& exchange) : exchange_(exchange) {}

  void start(std::string_view media_type) override;
  bool write(std::string_view bytes) override;
  void give_up_when(std::function<bool()> wanted) override { wanted_ = std::move(wanted); }
  bool cancelled() override;

  bool started() const { return started_; }
  // True if the rest is not wanted.
  bool is_over() { return gone_ || exchange_.is_over(); }
  // True if bytes have been sent, so that the status can no longer change.
  bool sent() const { return sent_; }
  void finish();
  void abandon();

 private:
  bool flush(std::string_view bytes);
  void send_head(std::initializer_list<Header> headers);
  void begin_stream();
  void send_piece(std::string_view first, std::string_view second);
  void send_compressed(std::string_view bytes, Compressor::Then then);

  Exchange& exchange_;
  std::string media_type_;
  std::string gathered_;
  std::unique_ptr<Compressor> compressor_;  // of an answer that is streamed and compressed
  std::string compressed_;                  // its next bytes
  Stopwatch since_flush_;
  std::function<bool()> wanted_;
  bool started_ = false;
  bool sent_ = false;
  bool gone_ = false;
};

}  // namespace quadrille::server
