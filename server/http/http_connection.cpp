#include "server/http/http_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "server/http/database_set.hpp"
#include "server/http/http_exchange.hpp"
#include "server/http/http_head.hpp"
#include "server/http/linked_data.hpp"
#include "server/http/media_type.hpp"
#include "server/http/monitoring.hpp"
#include "server/operations/request_id.hpp"
#include "server/operations/request_metrics.hpp"

namespace quadrille::server {

namespace {

constexpr int kOverflowReadTimeoutMs = 500;
constexpr std::size_t kRememberedLogins = 64;
constexpr std::string_view kForwardedPrefix = "x-forwarded-";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

bool takes_body(std::string_view method) {
  return method == "POST" || method == "PUT" || method == "PATCH";
}

// The headers of a request that tell about its sender, and rare ones, in one pass over all headers.
struct SenderHeaders {
  std::string_view authorization, remote_user, relay, forwarded_for, request_id, traceparent, if_none_match;
  int hosts = 0;              // headers Host
  bool is_forwarded = false;  // by a proxy
  bool is_ambiguous = false;  // one of the credentials is there twice
};

SenderHeaders read_sender_headers(const HttpHead& head) {
  SenderHeaders sender;
  const auto take = [&](std::string_view& place, std::string_view value) {
    if (place.data() != nullptr) sender.is_ambiguous = true;
    place = value;
  };
  for (const auto& [name, value] : head.headers()) {
    const char first = static_cast<char>(name.front() | 0x20);
    if (first == 'h' && same_in_lower(name, "host")) ++sender.hosts;
    if (first == 'a' && same_in_lower(name, "authorization")) take(sender.authorization, value);
    if (first == 'i' && same_in_lower(name, "if-none-match")) sender.if_none_match = value;
    if (first == 'q' && same_in_lower(name, kRelayHeader)) take(sender.relay, value);
    if (first == 'v' && same_in_lower(name, "via")) sender.is_forwarded = true;
    if (first == 'f' && same_in_lower(name, "forwarded")) sender.is_forwarded = true;
    if (first == 't' && same_in_lower(name, "traceparent")) sender.traceparent = value;
    if (first != 'x') continue;
    if (same_in_lower(name, "x-request-id")) sender.request_id = value;
    if (same_in_lower(name, "x-remote-user")) take(sender.remote_user, value);
    if (same_in_lower(name, "x-forwarded-for")) sender.forwarded_for = value;
    if (same_in_lower(name.substr(0, kForwardedPrefix.size()), kForwardedPrefix)) sender.is_forwarded = true;
  }
  return sender;
}

std::string_view behind_question_mark(std::string_view target) {
  const std::size_t mark = target.find('?');
  return mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
}

}  // namespace

// Handles requests one after the other; the state of a request is derived from its head.
class ConnectionServer::Requests {
 public:
  Requests(Service& service, std::size_t max_body_bytes, std::size_t max_connections)
      : root_(service),
        max_body_bytes_(max_body_bytes),
        max_connections_(max_connections),
        place_(service.operations.running()),
        counts_(service.operations.metrics()) {}

  void begin_connection() {
    memory_ = {};
    logins_ = {};
    accepted_host_ = {};
  }

  // Reads one request from `stream` and answers it. false: the connection must end.
  bool serve(HttpStream& stream, const ConnectionEvents& events, bool overflow) {
    stream_ = &stream;
    exchange_.reset();
    const HeadOutcome outcome = head_.read(stream);
    if (outcome == HeadOutcome::ended) return false;
    place_.begin();
    if (outcome == HeadOutcome::whole) {
      if (!overflow) events.set_idle(false);
      answer(events, overflow);
    } else {
      refuse_head(outcome, events);
    }
    exchange_->end_memory();
    named_ = {nullptr, &root_};
    place_.record().end();
    counts_.add(place_.record());  // before it stops running: a request is in one of the two metrics
    place_.end();
    root_.operations.ended(place_.record());
    return !exchange_->closes();
  }

 private:
  // Called after all headers have been read. Answers the request; the endpoint reads its body.
  void answer(const ConnectionEvents& events, bool overflow) {
    request_ = {.method = head_.method(),
                .path = head_.path(),
                .raw_path = head_.target().substr(0, head_.target().find('?')),
                .query_string = behind_question_mark(head_.target()),
                .host = head_.header("Host"),
                .origin = head_.header("Origin"),
                .content_type = head_.header("Content-Type"),
                .accept = head_.header("Accept"),
                .accept_encoding = head_.header("Accept-Encoding"),
                .head = &head_,
                .http_1_0 = head_.http_1_0(),
                .encrypted = stream_->encrypted()};
    exchange_.emplace(request_, *stream_, events.stopping, place_, root_.operations.audit_log());
    const SenderHeaders sender = read_sender_headers(head_);
    request_.if_none_match = sender.if_none_match;
    const Endpoint* const endpoint = find_service();
    begin_record(sender, endpoint);
    set_general_headers(sender);
    if (!has_own_host(sender)) return;
    const Rule* const rule = endpoint ? find_rule(*endpoint, head_.method()) : nullptr;
    const bool reads_body = rule && takes_body(head_.method());
    if (head_.asks_to_close() || overflow || events.stopping() || (has_body() && !reads_body)) exchange_->close_after();
    if (overflow && !(endpoint && endpoint->always)) {
      return exchange_->respond_failure(
          503, fmt::format("all {} connections of this server are in use; try again soon", max_connections_),
          {{"Retry-After", "1"}});
    }
    if (lacks_slash()) return add_slash();
    if (!endpoint && may_be_unknown_yet()) return;
    if (answer_generally(endpoint, *named_.service, *exchange_) || !choose_answers_coding()) return;
    if (reads_body && !begin_body(*endpoint, events)) return;
    if (is_within_rates(*rule, sender) && identify(sender) && limit_user(*rule, sender)) run(*endpoint, *rule);
  }

  // Chooses the database by the path, and its endpoint; nullptr: there is none.
  const Endpoint* find_service() {
    const Endpoint* const endpoint = find_of_databases();
    return endpoint || named_.held ? endpoint : find_linked_data(root_, request_.raw_path);
  }

  const Endpoint* find_of_databases() {
    const std::string_view path = head_.path();
    const Endpoint* const endpoint = find_endpoint(root_, path);
    if (endpoint || root_.is_for_monitoring || !root_.databases || !path.starts_with('/')) return endpoint;
    const std::string_view prefix = path.substr(0, path.find('/', 1));
    auto named = root_.databases->find(prefix.substr(1));
    if (!named || !request_.raw_path.starts_with(prefix)) return nullptr;
    named_ = {named, named.get()};
    request_.prefix = prefix;
    request_.path = path.substr(prefix.size());
    return find_endpoint(*named_.service, request_.path);
  }

  // The page of a database has links to addresses beside it.
  bool lacks_slash() const {
    return named_.held && request_.path.empty() && (request_.method == "GET" || request_.method == "HEAD");
  }
  void add_slash() {
    const std::string query = request_.query_string.empty() ? "" : "?" + std::string(request_.query_string);
    exchange_->respond(308, "", "", {{"Location", std::string(request_.prefix) + "/" + query}});
  }

  // Databases get their names when all have been opened. Returns true after a refusal.
  bool may_be_unknown_yet() {
    if (!root_.administration.has_many_databases || root_.is_for_monitoring) return false;
    const auto reason = root_.engine.not_ready();
    const std::string_view first = head_.path().substr(std::min<std::size_t>(1, head_.path().size()));
    if (!reason || !why_no_name(first.substr(0, first.find('/'))).empty()) return false;
    exchange_->respond_failure(503, reason->message, {{"Retry-After", "1"}, {"Cache-Control", "no-store"}});
    return true;
  }

  // Returns false, after a refusal, if the header Host is not a name of this server (served_names.hpp).
  // A relayed request has the name of another listener.
  bool has_own_host(const SenderHeaders& sender) {
    const RequestSettings& settings = root_.settings.get();
    const bool is_known = accepted_host_.by == &settings && request_.host == accepted_host_.name;
    if (sender.hosts == 0 || (sender.hosts == 1 && is_known)) return true;
    if (sender.hosts > 1) return refuse(400, "a request has one header Host");
    const bool is_own = settings.names.accept(request_.host, stream_->ends().local);
    if (!is_own && !root_.access.is_relay(sender.relay)) {
      return refuse(421,
                    fmt::format("'{}' is not a name of this server; serve --public-name adds names", request_.host));
    }
    if (is_own) accepted_host_ = {std::string(request_.host), &settings};
    return true;
  }

  void begin_record(const SenderHeaders& sender, const Endpoint* endpoint) {
    place_.change([&](RequestRecord& record) {
      take_request_id(sender.request_id, sender.traceparent, record.id);
      if (endpoint) record.kind = endpoint->kind;
      record.client = client_of(sender);
      record.database = named_.service->database;
    });
  }

  // The address of the client: behind a trusted proxy or another listener, the one that it names.
  std::string client_of(const SenderHeaders& sender) const {
    const std::string& peer = stream_->ends().peer;
    if (!sender.relay.empty()) {
      const std::string_view relayed = root_.access.relayed_client(sender.relay);
      return relayed.empty() ? peer : std::string(relayed);
    }
    if (sender.forwarded_for.empty()) return peer;
    const NetworkAddress client = root_.access.client_address(facts_of(sender));
    return client == NetworkAddress::parse(peer) ? peer : client.text();
  }

  RequestFacts facts_of(const SenderHeaders& sender) const {
    const HttpStream::Ends& ends = stream_->ends();
    return {.authorization = sender.authorization,
            .remote_user = sender.remote_user,
            .relay = sender.relay,
            .forwarded_for = sender.forwarded_for,
            .forwarded = sender.is_forwarded,
            .peer = ends.peer,
            .loopback = ends.is_loopback(),
            .local = ends.is_local(),
            .encrypted = stream_->encrypted()};
  }

  // The headers of every answer.
  void set_general_headers(const SenderHeaders& sender) {
    const bool has_credentials = !sender.authorization.empty() || !sender.remote_user.empty();
    const AllowedOrigins& origins = root_.origins();
    const std::string_view allowed = origins.for_reading(request_.origin, has_credentials);
    general_headers_.clear();
    const auto add = std::back_inserter(general_headers_);
    if (!allowed.empty()) fmt::format_to(add, "Access-Control-Allow-Origin: {}\r\n", allowed);
    if (origins.vary()) general_headers_ += "Vary: Origin\r\n";
    exchange_->set_extra_headers(general_headers_);
  }

  // A relayed request has been counted by the listener that has relayed it, and the state of the server is for all.
  bool is_limited(const Rule& rule, const SenderHeaders& sender) const {
    return rule.needs != Needs::nothing && sender.relay.empty();
  }

  // Returns false, after a refusal, if too many requests have come from the client's address. Before the credentials
  // are looked at, which costs more.
  bool is_within_rates(const Rule& rule, const SenderHeaders& sender) {
    RequestRates& rates = root_.operations.address_rates();
    if (!rates.is_limited() || !is_limited(rule, sender)) return true;
    const auto client = NetworkAddress::parse(place_.record().client).value_or(NetworkAddress());
    return take_from(rates, client.of_client().text(), "address", "address-rate");
  }

  // The same for its user, whose memory is counted from now on.
  bool limit_user(const Rule& rule, const SenderHeaders& sender) {
    Operations& operations = root_.operations;
    const Caller& caller = exchange_->caller();
    if (caller.how() == Caller::How::owner) return true;
    if (!operations.rates().is_limited() && !operations.memory().is_limited()) return true;
    std::string name = limited_name(caller, place_.record().client);
    if (is_limited(rule, sender) && !take_from(operations.rates(), name, "user", "user-rate")) return false;
    exchange_->limit_memory(operations.memory(), std::move(name));
    return true;
  }

  bool take_from(RequestRates& rates, std::string_view name, std::string_view of_whom, std::string_view option) {
    const double now = std::chrono::duration<double>(last_tick().time_since_epoch()).count();
    const double wait = rates.take(name, now);
    if (wait == 0) return true;
    exchange_->respond_failure(429,
                               fmt::format("more than {} requests a second from this {} (serve --{}); try again later",
                                           rates.rate(), of_whom, option),
                               {{"Retry-After", std::to_string(static_cast<int>(std::ceil(wait)))}});
    return false;
  }

  // Returns false, after a refusal, if the credentials of the request are not accepted.
  bool identify(const SenderHeaders& sender) {
    if (root_.is_for_monitoring) {
      exchange_->set_caller(monitor());
      return true;
    }
    if (sender.is_ambiguous) return refuse(400, "a request has each header of credentials at most once");
    auto verdict = root_.access.identify(facts_of(sender), memory_);
    if (const auto* refusal = std::get_if<Refusal>(&verdict)) {
      answer_refusal(*refusal);
      return false;
    }
    exchange_->set_caller(std::get<std::shared_ptr<const Caller>>(std::move(verdict)));
    logins_.owes = logins_.owes || memory_.is_new;
    if (logins_.owes && exchange_->audit().is_wanted()) audit_login();
    return true;
  }

  // Once for each user of the connection: a proxy sends requests of many. A login that cannot be written is tried again
  // by the next request; reads need none.
  void audit_login() {
    const Caller& caller = exchange_->caller();
    logins_.owes = false;
    if (caller.is_anonymous()) return;
    const std::string login =
        fmt::format("{} {} {}", Caller::how_name(caller.how()), place_.record().client, caller.identity());
    if (std::find(logins_.audited.begin(), logins_.audited.end(), login) != logins_.audited.end()) return;
    try {
      exchange_->audit().login();
    } catch (const Error&) {  // the log has reported it
      logins_.owes = true;
      return;
    }
    if (logins_.audited.size() == kRememberedLogins) logins_.audited.clear();
    logins_.audited.push_back(login);
  }

  void answer_refusal(const Refusal& refusal) {
    if (refusal.status != 503) exchange_->audit().refused(refusal.status, refusal.message, refusal.user);
    if (refusal.retry_after_seconds == 0) return exchange_->respond_failure(refusal.status, refusal.message);
    exchange_->respond_failure(refusal.status, refusal.message,
                               {{"Retry-After", std::to_string(refusal.retry_after_seconds)}});
  }

  void run(const Endpoint& endpoint, const Rule& rule) {
    if (!answer_unless_permitted(rule, *named_.service, *exchange_)) return;
    const std::optional<RelayTarget>& first = root_.first;
    if (!first) return run_rule(endpoint, rule, *named_.service, *exchange_);
    if (endpoint.by_first && !named_.service->engine.not_ready())
      return relay(root_.access, root_.tls, *exchange_, head_, *first);
    exchange_->keep_body();
    try {
      run_rule(endpoint, rule, *named_.service, *exchange_);
    } catch (const Elsewhere&) {
      relay(root_.access, root_.tls, *exchange_, head_, *first);
    }
  }

  // Returns false, after a refusal, if no coding is left for the answer.
  bool choose_answers_coding() {
    const std::string_view wanted = request_.accept_encoding;
    if (wanted.empty()) return true;
    if (wanted != codings_.header) codings_ = {std::string(wanted), choose_coding(wanted)};
    if (codings_.chosen) {
      exchange_->set_coding(*codings_.chosen);
      return true;
    }
    return refuse(
        406, fmt::format("'Accept-Encoding: {}' allows none of the available codings: zstd, gzip, identity", wanted));
  }

  bool has_body() const {
    const std::size_t lengths = head_.count("Content-Length");
    return head_.count("Transfer-Encoding") > 0 || lengths > 1 ||
           (lengths == 1 && head_.header("Content-Length") != "0");
  }

  // Returns false, after a refusal, if the headers for the length or the compression of the body cannot be understood.
  bool begin_body(const Endpoint& endpoint, const ConnectionEvents& events) {
    const std::string length(head_.header("Content-Length"));
    const std::string transfer(head_.header("Transfer-Encoding"));
    const std::string content = to_lower(head_.header("Content-Encoding"));
    const bool chunked = head_.count("Transfer-Encoding") > 0;
    const bool has_length = head_.count("Content-Length") > 0;
    if (chunked &&
        (head_.http_1_0() || has_length || to_lower(transfer) != "chunked" || head_.count("Transfer-Encoding") > 1)) {
      return refuse(400, "a body must have either a Content-Length or, in HTTP/1.1, 'Transfer-Encoding: chunked'");
    }
    if (has_length && (!is_number(length) || head_.count("Content-Length") > 1)) {
      return refuse(400, "malformed Content-Length");
    }
    if (length.size() > 18) return refuse(413, "the Content-Length is too large");
    const auto coding = find_body_coding(content);
    const bool takes_documents = endpoint.kind == RequestKind::graph_read;
    if (!coding || (is_for_documents(*coding) && !takes_documents)) {
      return refuse(415, fmt::format("'Content-Encoding: {}' is not supported; send the body plain or with gzip{}",
                                     content, takes_documents ? ", zstd, bzip2 or xz" : ""));
    }
    std::optional<std::uint64_t> bytes;
    if (!chunked) bytes = 0;  // neither of them: no body (RFC 9112, 6.3)
    if (has_length) bytes = std::stoull(length);
    auto body = std::make_unique<HttpBody>(
        *stream_, bytes, events.stopping, [this] { return place_.record().cancelled.load(std::memory_order_relaxed); });
    if (bytes != 0 && !head_.http_1_0() && to_lower(head_.header("Expect")) == "100-continue") body->announce();
    exchange_->set_body(std::move(body), *coding, max_body_bytes_);
    return true;
  }

  bool refuse(int status, std::string_view message) {
    exchange_->close_after();
    exchange_->respond_failure(status, message);
    return false;
  }

  bool refuse_head(HeadOutcome outcome, const ConnectionEvents& events) {
    request_ = {};
    exchange_.emplace(request_, *stream_, events.stopping, place_, root_.operations.audit_log());
    place_.change([&](RequestRecord& record) { record.client = stream_->ends().peer; });
    if (outcome == HeadOutcome::headers_too_long) {
      return refuse(431,
                    fmt::format("the request line and the headers are larger than {} KiB, the limit for both together; "
                                "send long queries by POST",
                                stream_->limits().max_header_bytes >> 10));
    }
    if (outcome == HeadOutcome::line_too_long) {
      return refuse(414, fmt::format("the request line is longer than {} KiB, the limit: send the query by POST, as "
                                     "the parameter 'query' of a form or as application/sparql-query",
                                     HttpHead::kLongestRequestLine >> 10));
    }
    return refuse(400, "malformed request; expected HTTP/1.1 or HTTP/1.0");
  }

  struct AcceptedHost {
    std::string name;  // the last one that was accepted
    const RequestSettings* by = nullptr;
  };
  struct Logins {
    std::vector<std::string> audited;  // that are in the audit log
    bool owes = false;                 // the present one is not there yet
  };

  // The header Accept-Encoding of the last request that had one, and its result: clients usually repeat it.
  struct Codings {
    std::string header;
    std::optional<AcceptedCoding> chosen = AcceptedCoding{};
  };
  // The database that a path names.
  struct Named {
    std::shared_ptr<Service> held;  // null: it names none
    Service* service;               // that one, or the listener's
  };

  Service& root_;  // of the listener, for the default database
  const std::size_t max_body_bytes_, max_connections_;
  RunningRequests::Place place_;
  RequestMetrics::Shard counts_;

  // Of the connection.
  Access::Memory memory_;
  AcceptedHost accepted_host_;
  Logins logins_;

  Codings codings_;

  // Of the current request.
  HttpStream* stream_ = nullptr;
  Named named_{nullptr, &root_};
  HttpHead head_;
  HttpRequest request_;
  std::string general_headers_;
  std::optional<Exchange> exchange_;  // none: nothing has been received
};

ConnectionServer::ConnectionServer(Service& service, const ConnectionSettings& settings, std::size_t max_connections,
                                   TlsContext* tls)
    : requests_(std::make_unique<Requests>(service, settings.max_body_bytes, max_connections)),
      settings_(settings),
      tls_(tls) {}

ConnectionServer::~ConnectionServer() = default;

void ConnectionServer::serve(int socket, const ConnectionEvents& events) {
  HttpStream stream(socket, settings_.limits, tls_ ? tls_->accept(socket) : nullptr);
  requests_->begin_connection();
  for (bool goes_on = true; goes_on;) {
    events.set_idle(true);
    const bool asked = stream.wait_for_request(settings_.idle_timeout_ms);
    events.set_idle(true);  // a client that sends headers slowly counts as idle
    goes_on = asked && requests_->serve(stream, events, false);
  }
  stream.end_gently();
}

void ConnectionServer::serve_overflow(int socket, const ConnectionEvents& events) {
  StreamLimits limits = settings_.limits;
  limits.read_timeout_ms = std::min(limits.read_timeout_ms, kOverflowReadTimeoutMs);
  HttpStream stream(socket, limits, tls_ ? tls_->accept(socket) : nullptr);
  requests_->begin_connection();
  if (stream.wait_for_request(limits.read_timeout_ms)) requests_->serve(stream, events, true);
  stream.end_gently();
}

}  // namespace quadrille::server
