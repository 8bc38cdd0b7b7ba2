#include "server/http/mcp_endpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "server/http/http_status.hpp"
#include "server/http/media_type.hpp"
#include "server/http/piece_sink.hpp"
#include "server/http/schema_protocol.hpp"
#include "server/http/time_limit.hpp"
#include "server/mcp/find_query.hpp"
#include "server/mcp/mcp_protocol.hpp"
#include "server/mcp/schema_text.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kMostAnswerRows = 100;
constexpr std::size_t kMostAnswerBytes = 64 << 10;
constexpr std::size_t kMostFound = 25;  // things of one search
constexpr double kSearchSeconds = 5;    // for a word anywhere in a name

// The first rows of an answer. The engine stops when there are enough.
class FirstRows final : public AnswerSink {
 public:
  explicit FirstRows(Exchange& exchange) : exchange_(exchange) {}

  void start(std::string_view media_type) override {
    has_header_ = media_type.starts_with("text/tab-separated-values");
  }
  bool write(std::string_view bytes) override {
    text_ += bytes;
    is_stopped_ = is_enough();
    return !is_stopped_;
  }
  void give_up_when(std::function<bool()>) override {}  // it never waits
  bool cancelled() override { return exchange_.cancelled(); }

  bool is_stopped() const { return is_stopped_; }

  // The rows that there is room for, and a last line if there are more.
  std::string take() {
    const std::size_t most = kMostAnswerRows + (has_header_ ? 1 : 0);
    std::size_t lines = 0, end = 0;
    while (lines < most && end < text_.size()) {
      const std::size_t next = text_.find('\n', end);
      const std::size_t after = next == std::string::npos ? text_.size() : next + 1;
      if (after > kMostAnswerBytes && lines > 0) break;
      end = after;
      ++lines;
    }
    std::string shown = text_.substr(0, std::min(end, kMostAnswerBytes));
    const std::size_t rows = lines - (has_header_ && lines > 0 ? 1 : 0);
    if (is_stopped_ || shown.size() < text_.size()) {
      shown += fmt::format(
          "\n(Cut: these are the first {} rows, and there are more. Aggregate in the query, or add "
          "LIMIT and OFFSET.)\n",
          rows);
    } else if (rows == 0 && text_ != "false\n" && text_ != "true\n") {
      shown += "(No rows. Check that the IRIs of the query are in the data: use the tools schema and find.)\n";
    }
    return shown;
  }

 private:
  bool is_enough() const {
    const auto lines = static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
    return text_.size() > kMostAnswerBytes || lines > kMostAnswerRows + 1;
  }

  Exchange& exchange_;
  bool has_header_ = false;
  bool is_stopped_ = false;  // there may be more
  std::string text_;
};

// Runs the tools for one request.
class ToolRun {
 public:
  ToolRun(Service& service, Exchange& exchange) : service_(service), exchange_(exchange) {}

  ToolResult run(Tool tool, const nlohmann::json& arguments) {
    arguments_ = &arguments;
    try {
      return {result(tool), false};
    } catch (const Elsewhere&) {
      throw;
    } catch (...) {
      const Failure failure = describe(std::current_exception());
      if (failure.status >= 500 && failure.status != 503 && failure.status != 501) throw;
      return {failure.message + advice(tool, failure.status), true};
    }
  }

 private:
  std::string argument(const char* name) const {
    const auto found = arguments_->find(name);
    return found == arguments_->end() || found->is_null() ? std::string() : found->get<std::string>();
  }

  std::string result(Tool tool) {
    switch (tool) {
      case Tool::schema:
        return schema_text(*schema_for_tools(service_, exchange_, argument("graph")), argument("class"),
                           kMostAnswerBytes);
      case Tool::find:
        return found();
      case Tool::query:
        return rows(argument("query"), "tsv,nt,nq");
      case Tool::describe:
        return described();
      case Tool::explain:
        return rows(argument("query"), "text", query::Explain::plan);
    }
    return {};
  }

  // Advice for the model after a mistake in its query.
  static std::string advice(Tool tool, int status) {
    if (tool != Tool::query && tool != Tool::explain) return {};
    if (status == 503)
      return "\nMake the query cheaper: begin with the rarest pattern, filter early, aggregate; explain shows its "
             "plan.";
    if (status == 400) return "\nCorrect the query and call the tool again. All prefixes must be declared with PREFIX.";
    return {};
  }

  std::string rows(const std::string& text, const char* format, query::Explain explain = query::Explain::none,
                   double most_seconds = 1e9, const std::string& graph = {}) {
    QueryRequest request = own_query(service_, exchange_);
    request.text = text;
    request.timeout_seconds = std::min(request.timeout_seconds, most_seconds);
    request.format = format;
    request.explain = explain;
    if (!graph.empty()) request.default_graphs.push_back(graph);
    exchange_.set_operation(RequestKind::query, text);
    FirstRows first(exchange_);
    try {
      within_limit(request.timeout_seconds, kMoreTime, [&] { service_.engine.answer(request, first); });
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::cancelled || !first.is_stopped()) throw;
    }
    return first.take();
  }

  std::string found() {
    const std::string text = argument("text"), graph = argument("graph");
    if (text.empty()) throw StatusError(400, "the argument 'text' is empty");
    const auto schema = schema_for_tools(service_, exchange_, graph);
    const auto names = name_predicates(*schema);
    std::string all = find_in_schema(*schema, text, kMostFound);
    const auto search = [&](const std::string& query, double seconds) {
      if (query.empty()) return false;
      const std::string found = rows(query, "tsv", query::Explain::none, seconds, graph);
      const bool has_rows = found.find("(No rows.") == std::string::npos;
      if (has_rows) all += found;
      return has_rows;
    };
    if (is_iri_text(text) && text.find(':') != std::string::npos) search(find_by_iri(text, kMostFound), kSearchSeconds);
    if (!search(find_by_name(text, names, false, kMostFound), kSearchSeconds)) {
      try {
        search(find_by_name(text, names, true, kMostFound), kSearchSeconds);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::timeout) throw;
        all += "(Words within names were not looked for to the end: there are too many names.)\n";
      }
    }
    if (!all.empty()) return all;
    return names.empty()
               ? "(Nothing found, and no predicate of the data looks like one for names. Use schema, and query.)\n"
               : "(Nothing found. Try another word, its beginning, or another language.)\n";
  }

  std::string described() {
    const std::string iri = argument("iri");
    if (!is_iri_text(iri)) throw StatusError(400, fmt::format("'{}' is not an IRI", iri));
    const std::string around = fmt::format(
        "SELECT ?way ?predicate ?term {{ {{ SELECT (\"has\" AS ?way) ?predicate ?term {{ {{ <{0}> ?predicate ?term }} "
        "UNION {{ GRAPH ?g {{ <{0}> ?predicate ?term }} }} }} LIMIT {1} }} UNION {{ SELECT (\"is of\" AS ?way) "
        "?predicate ?term {{ {{ ?term ?predicate <{0}> }} UNION {{ GRAPH ?g {{ ?term ?predicate <{0}> }} }} }} "
        "LIMIT {2} }} }}",
        iri, kMostAnswerRows * 2, kMostAnswerRows * 2);
    return fmt::format("<{}> has, or is of:\n{}", iri, rows(around, "tsv"));
  }

  Service& service_;
  Exchange& exchange_;
  const nlohmann::json* arguments_ = nullptr;
};

std::string_view header_of(const HttpRequest& request, std::string_view name) {
  return request.head ? request.head->header(name) : std::string_view();
}

}  // namespace

void serve_mcp(Service& service, Exchange& exchange) {
  const HttpRequest& http = exchange.request();
  service.origins().require_may_write(http.origin, http.host);
  if (read_media_type(http.content_type) != "application/json") {
    throw StatusError(415, fmt::format("cannot read a body of type '{}'; POST application/json, a message of the Model "
                                       "Context Protocol",
                                       http.content_type));
  }
  ToolRun tools(service, exchange);
  const McpRequest request{exchange.read_body(), header_of(http, "MCP-Protocol-Version"), header_of(http, "Mcp-Method"),
                           header_of(http, "Mcp-Name"), service.facts.version};
  const McpReply reply =
      answer_mcp(request, [&](Tool tool, const nlohmann::json& arguments) { return tools.run(tool, arguments); });
  exchange.respond(reply.status, "application/json", reply.body, {{"Cache-Control", "no-store"}});
}

}  // namespace quadrille::server
