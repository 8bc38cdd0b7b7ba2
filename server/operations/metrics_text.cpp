#include "server/operations/metrics_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace quadrille::server {

namespace {

std::string_view type_name(MetricType type) {
  switch (type) {
    case MetricType::counter:
      return "counter";
    case MetricType::gauge:
      return "gauge";
    case MetricType::histogram:
      return "histogram";
  }
  return "";
}

std::string number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return fmt::format("{}", value);
}

// Backslashes and line ends; quotation marks in values of labels alone.
std::string escaped(std::string_view text, bool is_label) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\\' || (is_label && c == '"')) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

void MetricsText::family(std::string_view name, MetricType type, std::string_view help) {
  name_ = name;
  fmt::format_to(std::back_inserter(text_), "# HELP {} {}\n# TYPE {} {}\n", name, escaped(help, false), name,
                 type_name(type));
}

void MetricsText::sample(std::uint64_t value, Labels labels) {
  begin_sample("", labels);
  fmt::format_to(std::back_inserter(text_), " {}\n", value);
}

void MetricsText::sample(double value, Labels labels) {
  begin_sample("", labels);
  fmt::format_to(std::back_inserter(text_), " {}\n", number(value));
}

void MetricsText::histogram(std::span<const double> bounds, std::span<const std::uint64_t> counts, double sum,
                            Labels labels) {
  std::uint64_t so_far = 0;
  for (std::size_t bucket = 0; bucket < counts.size(); ++bucket) {
    so_far += counts[bucket];
    begin_sample("_bucket", labels, bucket < bounds.size() ? number(bounds[bucket]) : "+Inf");
    fmt::format_to(std::back_inserter(text_), " {}\n", so_far);
  }
  begin_sample("_sum", labels);
  fmt::format_to(std::back_inserter(text_), " {}\n", number(sum));
  begin_sample("_count", labels);
  fmt::format_to(std::back_inserter(text_), " {}\n", so_far);
}

void MetricsText::begin_sample(std::string_view suffix, Labels labels, std::string_view bound) {
  text_ += name_;
  text_ += suffix;
  bool is_first = true;
  for (const auto& [name, value] : labels) {
    add_label(name, value, is_first);
    is_first = false;
  }
  if (!bound.empty()) {
    add_label("le", bound, is_first);
    is_first = false;
  }
  if (!is_first) text_ += '}';
}

void MetricsText::add_label(std::string_view name, std::string_view value, bool is_first) {
  fmt::format_to(std::back_inserter(text_), "{}{}=\"{}\"", is_first ? '{' : ',', name, escaped(value, true));
}

}  // namespace quadrille::server
