#include "server/sparql_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "server/http_status.hpp"
#include "server/url_encoding.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kForm = "application/x-www-form-urlencoded";
constexpr std::string_view kQuery = "application/sparql-query";
constexpr std::string_view kUpdate = "application/sparql-update";
constexpr std::string_view kNoUpdate = "SPARQL Update is not there yet: this server answers queries only";

template <class... Arguments>
[[noreturn]] void refuse(int status, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw StatusError(status, fmt::format(format, std::forward<Arguments>(arguments)...));
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

// The media type in lower case, without parameters. A charset other than UTF-8 is refused.
std::string read_media_type(std::string_view content_type) {
  std::string lower = to_lower(content_type);
  const std::size_t charset = lower.find("charset=");
  if (charset != std::string::npos) {
    std::string_view value = std::string_view(lower).substr(charset + 8);
    if (value.starts_with('"')) value.remove_prefix(1);
    if (!value.starts_with("utf-8") && !value.starts_with("utf8") && !value.starts_with("us-ascii")) {
      refuse(415, "the charset of '{}' is not understood; send UTF-8", content_type);
    }
  }
  lower.resize(std::min(lower.find(';'), lower.size()));
  while (!lower.empty() && lower.back() == ' ') lower.pop_back();
  return lower;
}

double read_timeout(const std::string& text, const ProtocolSettings& settings) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(seconds) || seconds <= 0) {
    refuse(400, "timeout={} is not a number of seconds greater than 0", text);
  }
  return std::min(seconds, settings.longest_timeout_seconds);
}

// An absolute IRI begins with a scheme and holds none of the characters that IRIs never hold.
const std::string& check_graph(const std::string& name, const std::string& iri) {
  const std::size_t colon = iri.find(':');
  const bool absolute = colon != std::string::npos && colon > 0 && std::isalpha(static_cast<unsigned char>(iri[0])) &&
                        std::all_of(iri.begin(), iri.begin() + static_cast<std::ptrdiff_t>(colon), [](unsigned char c) {
                          return std::isalnum(c) || c == '+' || c == '-' || c == '.';
                        });
  const bool clean = std::none_of(iri.begin(), iri.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || std::string_view("<>\"{}|^`\\").find(c) != std::string_view::npos;
  });
  if (!absolute || !clean) refuse(400, "{}={} is not an absolute IRI", name, iri);
  return iri;
}

class Reader {
 public:
  explicit Reader(const ProtocolSettings& settings) : settings_(settings) {
    request_.timeout_seconds = std::min(settings.default_timeout_seconds, settings.longest_timeout_seconds);
    request_.base = settings.base;
  }

  void take_parameters(std::string_view encoded, std::string_view where) {
    auto parameters = parse_parameters(encoded);
    if (!parameters) refuse(400, "malformed percent-encoding in {}", where);
    for (auto& [name, value] : *parameters) take(name, std::move(value));
  }

  void take_query(std::string text) {
    if (has_query_) refuse(400, "more than one query in a request");
    has_query_ = true;
    request_.text = std::move(text);
  }

  QueryRequest finish() {
    if (!has_query_) {
      refuse(400, "no query: send one as the parameter 'query' of a GET or of a form, or POST it as {}", kQuery);
    }
    return std::move(request_);
  }

 private:
  void take(const std::string& name, std::string value) {
    if (name == "query") return take_query(std::move(value));
    if (name == "update") refuse(501, "{}", kNoUpdate);
    if (name == "default-graph-uri") request_.default_graphs.push_back(check_graph(name, value));
    if (name == "named-graph-uri") request_.named_graphs.push_back(check_graph(name, value));
    if (name == "format") {
      if (request_.format) refuse(400, "more than one format in a request");
      request_.format = std::move(value);
    }
    if (name == "timeout") {
      if (has_timeout_) refuse(400, "more than one timeout in a request");
      has_timeout_ = true;
      request_.timeout_seconds = read_timeout(value, settings_);
    }
  }

  const ProtocolSettings& settings_;
  QueryRequest request_;
  bool has_query_ = false;
  bool has_timeout_ = false;
};

}  // namespace

QueryRequest read_query(const ProtocolMessage& message, const ProtocolSettings& settings) {
  Reader reader(settings);
  reader.take_parameters(message.query_string, "the URL");
  if (message.post) {
    const std::string type = read_media_type(message.content_type);
    if (type == kForm) {
      reader.take_parameters(message.body, "the form");
    } else if (type == kQuery) {
      reader.take_query(std::string(message.body));
    } else if (type == kUpdate) {
      refuse(501, "{}", kNoUpdate);
    } else {
      refuse(415, "cannot read a body of type '{}'; POST {} or {}", message.content_type, kQuery, kForm);
    }
  }
  QueryRequest request = reader.finish();
  request.accept = message.accept;
  return request;
}

}  // namespace quadrille::server
