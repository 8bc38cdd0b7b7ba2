#pragma once

// A MetricsText writes metrics in the text format of Prometheus, version 0.0.4:
//
//   text.family("quadrille_requests_total", MetricType::counter, "Requests.");    # HELP and # TYPE
//   text.sample(7, {{"kind", "query"}, {"status", "200"}});                       a series of this family
//
// M1  The caller writes a family once, with all its series after it.
// M2  Values of labels come from fixed lists; text of clients never becomes one.

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace quadrille::server {

enum class MetricType : std::uint8_t { counter, gauge, histogram };

class MetricsText {
 public:
  using Label = std::pair<std::string_view, std::string_view>;
  using Labels = std::initializer_list<Label>;

  void family(std::string_view name, MetricType type, std::string_view help);
  void sample(std::uint64_t value, Labels labels = {});
  void sample(double value, Labels labels = {});
  // A family of one series without labels.
  template <class Value>
  void single(std::string_view name, MetricType type, std::string_view help, Value value) {
    family(name, type, help);
    sample(value);
  }
  // `bounds`: the upper bounds of the buckets in ascending order, without infinity; `counts`: of each bucket alone,
  // with that of infinity.
  void histogram(std::span<const double> bounds, std::span<const std::uint64_t> counts, double sum, Labels labels);

  const std::string& text() const { return text_; }

 private:
  void begin_sample(std::string_view suffix, Labels labels, std::string_view bound = {});
  void add_label(std::string_view name, std::string_view value, bool is_first);

  std::string name_;  // of the family
  std::string text_;
};

}  // namespace quadrille::server
