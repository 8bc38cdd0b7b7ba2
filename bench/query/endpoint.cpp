#include "bench/query/endpoint.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

constexpr std::string_view kScheme = "http://";
constexpr std::string_view kAccept = "text/tab-separated-values, application/n-triples, text/plain;q=0.5";

// An IPv6 address is in brackets.
std::size_t end_of_host(std::string_view authority) {
  const std::size_t bracket = authority.find(']');
  return authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
}

std::string url_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '.';
    if (plain) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

}  // namespace

Endpoint parse_endpoint(std::string_view text) {
  const std::size_t begin = text.find(kScheme);
  if (begin == std::string_view::npos || (begin > 0 && (begin < 2 || text[begin - 1] != '='))) {
    fail(ErrorKind::user, "'{}' is not the address of a server: [NAME=]http://HOST[:PORT][/PATH][#form]", text);
  }
  Endpoint endpoint;
  endpoint.name = text.substr(0, begin > 0 ? begin - 1 : text.size());
  std::string_view rest = text.substr(begin + kScheme.size());
  constexpr std::string_view kForm = "#form";
  if (rest.ends_with(kForm)) {
    endpoint.by_form = true;
    rest.remove_suffix(kForm.size());
  }
  const std::size_t path = rest.find('/');
  if (path != std::string_view::npos && path + 1 < rest.size()) endpoint.path = rest.substr(path);
  rest = rest.substr(0, path);
  const std::size_t colon = end_of_host(rest);
  endpoint.host = rest.substr(0, colon);
  if (colon != std::string_view::npos) endpoint.port = rest.substr(colon + 1);
  if (endpoint.host.empty() || endpoint.port.empty() ||
      endpoint.port.find_first_not_of("0123456789") != std::string::npos) {
    fail(ErrorKind::user, "'{}' has no host, or an invalid port", text);
  }
  return endpoint;
}

std::string sparql_request(const Endpoint& endpoint, std::string_view query) {
  const std::string body = endpoint.by_form ? "query=" + url_encoded(query) : std::string(query);
  return fmt::format(
      "POST {} HTTP/1.1\r\nHost: {}:{}\r\nAccept: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
      "Connection: keep-alive\r\n\r\n{}",
      endpoint.path, endpoint.host, endpoint.port, kAccept,
      endpoint.by_form ? "application/x-www-form-urlencoded" : "application/sparql-query", body.size(), body);
}

}  // namespace quadrille::bench
