#include "server/http/request_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include "base/text.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

// All images must read the same IRI; texts that are not UTF-8 cannot be in commands to them.
bool is_clean(std::string_view iri) {
  return is_valid_utf8(iri) && std::none_of(iri.begin(), iri.end(), [](char c) {
           return static_cast<unsigned char>(c) <= 0x20 ||
                  std::string_view("<>\"{}|^`\\").find(c) != std::string_view::npos;
         });
}

// nullopt: an unknown unit.
std::optional<double> unit_seconds(std::string_view unit) {
  if (unit.empty() || unit == "s") return 1;
  if (unit == "ms") return 0.001;
  if (unit == "min") return 60;
  if (unit == "h") return 3600;
  return std::nullopt;
}

// sparql_json_export, tsv_export: json, tsv. Empty for an action that exports nothing.
std::string exported_form(std::string_view action) {
  constexpr std::string_view kBefore = "sparql_", kBehind = "_export";
  if (!action.ends_with(kBehind)) return {};
  action.remove_suffix(kBehind.size());
  if (action.starts_with(kBefore)) action.remove_prefix(kBefore.size());
  return std::string(action);
}

}  // namespace

Parameters read_parameters(std::string_view encoded, std::string_view where) {
  auto parameters = parse_parameters(encoded);
  if (!parameters) throw StatusError(400, fmt::format("malformed percent-encoding in {}", where));
  return std::move(*parameters);
}

View read_infer(std::string_view value) {
  if (const auto view = view_of_infer(value)) return *view;
  throw StatusError(400, fmt::format("infer must be true (with inferred quads), false (without) or only (these alone); "
                                     "found '{}'",
                                     value));
}

double read_timeout(const std::string& text, double longest) {
  if (text.empty()) return 0;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [unit, error] = std::from_chars(text.data(), end, number);
  const std::optional<double> seconds = unit_seconds({unit, static_cast<std::size_t>(end - unit)});
  if (error != std::errc() || !seconds || !std::isfinite(number) || number < 0) {
    throw StatusError(
        400, fmt::format("timeout must be a time such as 30 (seconds), 500ms, 30s, 2min or 1h; found '{}'", text));
  }
  if (unit == end && number > longest) return std::min(number / 1000, longest);
  return std::min(number * *seconds, longest);
}

bool read_switch(std::string_view name, std::string_view value) {
  if (value.empty() || value == "on" || value == "true") return true;
  if (value == "off" || value == "false") return false;
  throw StatusError(400, fmt::format("{} must be one of: on, off; found '{}'", name, value));
}

void take_format(std::optional<std::string>& names, std::string_view parameter, std::string value) {
  constexpr std::array<std::string_view, 4> kNames{"format", "output", "results", "Accept"};
  if (parameter == "action") {
    value = exported_form(value);
  } else if (std::find(kNames.begin(), kNames.end(), parameter) == kNames.end()) {
    return;
  }
  if (value.empty() || value == "auto") return;
  std::replace(value.begin(), value.end(), ' ', '+');  // application/rdf+xml, whose plus was not encoded
  names = names ? *names + "," + value : value;
}

void take_layout(results::LayoutRequest& layout, std::string_view parameter, const std::string& value) {
  if (parameter == "pretty") layout.pretty = read_switch(parameter, value);
  if (parameter == "canonical") layout.canonical = read_switch(parameter, value);
  if (parameter == "profile" && !value.empty()) layout.profile = value;
  if (parameter == "context" && !value.empty()) layout.context = check_graph("context", value);
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
  if (is_absolute_iri(iri)) return iri;
  const std::string_view advice = name == "graph" && iri == "default" ? "; the default graph is ?default" : "";
  throw StatusError(400, fmt::format("{} must be an absolute IRI; found '{}'{}", name, iri, advice));
}

std::string iri_at(const HttpRequest& request, std::string_view path) {
  if (request.host.empty()) return {};
  std::string iri = fmt::format("{}://{}{}", request.scheme(), request.host, path);
  if (!is_clean(iri)) throw StatusError(400, fmt::format("{} is not an IRI", iri));
  return iri;
}

std::string request_iri(const HttpRequest& request) {
  return iri_at(request, request.raw_path);
}

}  // namespace quadrille::server
