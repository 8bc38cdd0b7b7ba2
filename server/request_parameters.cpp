#include "server/request_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "loader/utf8.hpp"
#include "server/http_status.hpp"

namespace quadrille::server {

namespace {

// All images must read the same IRI: what is no UTF-8 has no place in what they are told.
bool is_clean(std::string_view iri) {
  return is_valid_utf8(iri) && std::none_of(iri.begin(), iri.end(), [](char c) {
           return static_cast<unsigned char>(c) <= 0x20 ||
                  std::string_view("<>\"{}|^`\\").find(c) != std::string_view::npos;
         });
}

}  // namespace

Parameters read_parameters(std::string_view encoded, std::string_view where) {
  auto parameters = parse_parameters(encoded);
  if (!parameters) throw StatusError(400, fmt::format("malformed percent-encoding in {}", where));
  return std::move(*parameters);
}

double read_timeout(const std::string& text, double longest) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(seconds) || seconds <= 0) {
    throw StatusError(400, fmt::format("timeout={} is not a number of seconds greater than 0", text));
  }
  return std::min(seconds, longest);
}

bool is_absolute_iri(std::string_view iri) {
  const std::size_t colon = iri.find(':');
  if (colon == std::string_view::npos || colon == 0 || !std::isalpha(static_cast<unsigned char>(iri[0]))) return false;
  const std::string_view scheme = iri.substr(0, colon);
  return is_clean(iri) && std::all_of(scheme.begin(), scheme.end(), [](unsigned char c) {
           return std::isalnum(c) || c == '+' || c == '-' || c == '.';
         });
}

const std::string& check_graph(const std::string& name, const std::string& iri) {
  if (!is_absolute_iri(iri)) throw StatusError(400, fmt::format("{}={} is not an absolute IRI", name, iri));
  return iri;
}

std::string request_iri(const HttpRequest& request) {
  if (request.host.empty()) return {};
  std::string iri = fmt::format("http://{}{}", request.host, request.raw_path);
  if (!is_clean(iri)) throw StatusError(400, fmt::format("{} is not an IRI", iri));
  return iri;
}

}  // namespace quadrille::server
