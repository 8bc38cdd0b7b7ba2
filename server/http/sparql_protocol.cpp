#include "server/http/sparql_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "server/http/http_status.hpp"
#include "server/http/media_type.hpp"
#include "server/http/request_parameters.hpp"
#include "server/operations/request_id.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kForm = "application/x-www-form-urlencoded";
constexpr std::string_view kQuery = "application/sparql-query";
constexpr std::string_view kUpdate = "application/sparql-update";

template <class... Arguments>
[[noreturn]] void refuse(int status, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw StatusError(status, fmt::format(format, std::forward<Arguments>(arguments)...));
}

// Collects the parts of a request, query or update.
class Reader {
 public:
  explicit Reader(const ProtocolSettings& settings) : settings_(settings) {}

  void take_url(std::string_view query_string) {
    for (auto& [name, value] : read_parameters(query_string, "the URL")) {
      if (name == "update") refuse(400, "an update cannot be in the URL; POST it as a form or as {}", kUpdate);
      take(name, std::move(value));
    }
  }
  void take_form(std::string_view body) {
    for (auto& [name, value] : read_parameters(body, "the form")) take(name, std::move(value));
  }
  void take_query(std::string text) { take_text(query_, std::move(text), "query"); }
  void take_update(std::string text) { take_text(update_, std::move(text), "update"); }

  Operation finish(const ProtocolMessage& message, Takes takes) {
    if (query_ && update_) refuse(400, "the request has a query and an update; send one of them");
    const std::string& base = settings_.base.empty() ? message.iri : settings_.base;
    if (update_ && takes == Takes::queries) refuse(400, "the request has an update; updates are POSTed to /update");
    if (update_) return finish_update(base);
    if (takes == Takes::updates)
      refuse(400, "the request has no update; POST one as {} or as the parameter 'update' of a form", kUpdate);
    return finish_query(message, base);
  }

 private:
  void take(const std::string& name, std::string value) {
    if (name == "query") return take_query(std::move(value));
    if (name == "update") return take_update(std::move(value));
    if (name == "default-graph-uri" && !value.empty()) default_graphs_.push_back(check_graph(name, value));
    if (name == "named-graph-uri" && !value.empty()) named_graphs_.push_back(check_graph(name, value));
    if (name == "using-graph-uri") using_graphs_.push_back(check_graph(name, value));
    if (name == "using-named-graph-uri") using_named_.push_back(check_graph(name, value));
    if (name == "explain") {
      if (explain_) refuse(400, "the request has more than one explain");
      explain_ = read_explain(value);
    }
    if (name == "default-prefixes") {
      if (default_prefixes_) refuse(400, "the request has more than one default-prefixes");
      default_prefixes_ = read_switch(name, value);
    }
    if (name == "union-default-graph") {
      if (union_default_graph_) refuse(400, "the request has more than one union-default-graph");
      union_default_graph_ = read_switch(name, value);
    }
    if (name == "infer") {
      if (view_) refuse(400, "the request has more than one infer");
      view_ = read_infer(value);
    }
    if (name == "query-id") {
      if (!id_.empty()) refuse(400, "the request has more than one query-id");
      if (!is_request_id(value)) refuse(400, "query-id must have letters, digits and . _ - alone, at most 128");
      id_ = value;
    }
    if (name == "timeout") {
      if (timeout_) refuse(400, "the request has more than one timeout");
      timeout_ = read_timeout(value, settings_.longest_timeout_seconds);
    }
    take_layout(layout_, name, value);
    take_format(format_, name, std::move(value));
  }

  static query::Explain read_explain(const std::string& value) {
    if (const auto explain = query::find_explain(value)) return *explain;
    refuse(400,
           "explain must be plan (how the query would run), rules (how that plan was made) or profile (the cost of "
           "running it); found '{}'",
           value);
  }

  static void take_text(std::optional<std::string>& place, std::string text, std::string_view what) {
    if (place) refuse(400, "the request has more than one {}", what);
    place = std::move(text);
  }

  QueryRequest finish_query(const ProtocolMessage& message, const std::string& base) {
    if (!query_) {
      refuse(400, "the request has no query; send one as the parameter 'query' of a GET or of a form, or POST it as {}",
             kQuery);
    }
    if (!using_graphs_.empty() || !using_named_.empty()) {
      refuse(400,
             "using-graph-uri and using-named-graph-uri are for updates; for a query use default-graph-uri and "
             "named-graph-uri");
    }
    layout_.accept = message.accept;
    const double usual = std::min(settings_.default_timeout_seconds, settings_.longest_timeout_seconds);
    return {.text = std::move(*query_),
            .base = base,
            .default_graphs = std::move(default_graphs_),
            .named_graphs = std::move(named_graphs_),
            .timeout_seconds = timeout_.value_or(0) > 0 ? *timeout_ : usual,
            .format = std::move(format_),
            .layout = std::move(layout_),
            .explain = explain_.value_or(query::Explain::none),
            .default_prefixes = default_prefixes_,
            .union_default_graph = union_default_graph_,
            .view = view_.value_or(View::closure),
            .id = std::move(id_)};
  }

  UpdateRequest finish_update(const std::string& base) {
    if (!default_graphs_.empty() || !named_graphs_.empty()) {
      refuse(400,
             "default-graph-uri and named-graph-uri are for queries; for an update use using-graph-uri and "
             "using-named-graph-uri");
    }
    if (explain_) refuse(400, "explain is for queries; the answer to an update shows its effect");
    return {.text = std::move(*update_),
            .base = base,
            .using_graphs = std::move(using_graphs_),
            .using_named = std::move(using_named_),
            .graph = std::nullopt,
            .timeout_seconds = timeout_.value_or(0),
            .default_prefixes = default_prefixes_,
            .id = std::move(id_)};
  }

  const ProtocolSettings& settings_;
  std::optional<std::string> query_;
  std::optional<std::string> update_;
  std::vector<std::string> default_graphs_;
  std::vector<std::string> named_graphs_;
  std::vector<std::string> using_graphs_;
  std::vector<std::string> using_named_;
  std::optional<std::string> format_;
  results::LayoutRequest layout_;
  std::string id_;
  std::optional<double> timeout_;
  std::optional<query::Explain> explain_;
  std::optional<bool> default_prefixes_, union_default_graph_;
  std::optional<View> view_;
};

}  // namespace

Operation read_operation(ProtocolMessage message, const ProtocolSettings& settings, Takes takes) {
  Reader reader(settings);
  reader.take_url(message.query_string);
  if (message.post) {
    const std::string type = read_media_type(message.content_type);
    if (type == kForm) {
      reader.take_form(message.body);
    } else if (type == kQuery) {
      reader.take_query(std::move(message.body));
    } else if (type == kUpdate) {
      reader.take_update(std::move(message.body));
    } else {
      refuse(415, "cannot read a body of type '{}'; POST {}, {} or {}", message.content_type, kQuery, kUpdate, kForm);
    }
  }
  return reader.finish(message, takes);
}

}  // namespace quadrille::server
