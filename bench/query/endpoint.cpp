#include "bench/query/endpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "base/error.hpp"

namespace quadrille::bench {

namespace {

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

// "#form" or "#token=FILE"
void take_remark(Endpoint& endpoint, std::string_view remark, std::string_view text) {
  constexpr std::string_view kToken = "#token=";
  if (remark == "#form") {
    endpoint.by_form = true;
  } else if (remark.starts_with(kToken)) {
    std::ifstream file{std::string(remark.substr(kToken.size()))};
    if (!std::getline(file, endpoint.token)) fail(ErrorKind::user, "'{}': cannot read the token", text);
  } else {
    fail(ErrorKind::user, "'{}': '{}' must be #form or #token=FILE", text, remark);
  }
}

}  // namespace

Endpoint parse_endpoint(std::string_view text) {
  const std::size_t plain = text.find("http://"), encrypted = text.find("https://"), begin = std::min(plain, encrypted);
  if (begin == std::string_view::npos || (begin > 0 && (begin < 2 || text[begin - 1] != '='))) {
    fail(ErrorKind::user,
         "'{}' is not the address of a server: [NAME=]http[s]://HOST[:PORT][/PATH][#form][#token=FILE]", text);
  }
  Endpoint endpoint;
  endpoint.by_tls = begin == encrypted;
  if (endpoint.by_tls) endpoint.port = "443";
  endpoint.name = text.substr(0, begin > 0 ? begin - 1 : text.size());
  std::string_view rest = text.substr(text.find("://", begin) + 3);
  while (rest.find('#') != std::string_view::npos) {
    const std::size_t mark = rest.rfind('#');
    take_remark(endpoint, rest.substr(mark), text);
    rest = rest.substr(0, mark);
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
      "{}Connection: keep-alive\r\n\r\n{}",
      endpoint.path, endpoint.host, endpoint.port, kAccept,
      endpoint.by_form ? "application/x-www-form-urlencoded" : "application/sparql-query", body.size(),
      endpoint.token.empty() ? std::string() : fmt::format("Authorization: Bearer {}\r\n", endpoint.token), body);
}

}  // namespace quadrille::bench
