#include "bench/report/bar_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>

namespace quadrille::bench {

namespace {

// In units of the chart.
constexpr double kWidth = 900, kHeight = 340, kLeft = 70, kRight = 20, kTop = 60, kBottom = 50;
constexpr double kPlotWidth = kWidth - kLeft - kRight, kPlotHeight = kHeight - kTop - kBottom;

constexpr std::array<std::string_view, 8> kColours{"#4477aa", "#ee6677", "#228833", "#ccbb44",
                                                   "#66ccee", "#aa3377", "#888888", "#000000"};

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

// From a power of ten to another: at least one decade, at most kMostDecades below the largest value, so that one that
// is almost 0 does not flatten the others.
struct LogScale {
  static constexpr int kMostDecades = 5;
  int first = 0, last = 1;  // exponents

  explicit LogScale(const BarChart& chart) {
    double least = 0, most = 0;
    for (const BarChart::Series& series : chart.series) {
      for (const double value : series.values) {
        if (value <= 0) continue;
        least = least == 0 ? value : std::min(least, value);
        most = std::max(most, value);
      }
    }
    if (most == 0) return;
    first = static_cast<int>(std::floor(std::log10(least) - 1e-9));
    last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(most))));
    first = std::max(first, last - kMostDecades);
  }

  double y(double value) const {
    const double part = (std::log10(value) - first) / (last - first);
    return kTop + kPlotHeight * (1 - std::clamp(part, 0.0, 1.0));
  }
};

std::string label(double value) {
  for (const auto& [size, suffix] : {std::pair{1e9, "G"}, {1e6, "M"}, {1e3, "k"}}) {
    if (value >= size) return fmt::format("{:.0f}{}", value / size, suffix);
  }
  return fmt::format("{:g}", value);
}

void draw_scale(std::string& out, const BarChart& chart, const LogScale& scale) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "<text x=\"{}\" y=\"20\" font-size=\"15\" font-weight=\"bold\">{}</text>\n", kLeft,
                 escaped(chart.title));
  fmt::format_to(to, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kLeft - 6, kTop - 12,
                 escaped(chart.unit));
  for (int exponent = scale.first; exponent <= scale.last; ++exponent) {
    const double value = std::pow(10.0, exponent), y = scale.y(value);
    fmt::format_to(to, "<line x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#dddddd\"/>\n", kLeft,
                   kWidth - kRight, y, y);
    fmt::format_to(to, "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n", kLeft - 6, y + 4, label(value));
  }
}

// In two lines if one is too short.
void draw_legend(std::string& out, const BarChart& chart) {
  constexpr double kCharacter = 6.5, kBox = 10, kLine = 14;
  double x = kLeft, y = 28;
  for (std::size_t series = 0; series < chart.series.size(); ++series) {
    const std::string& name = chart.series[series].name;
    const double width = kBox + 20 + kCharacter * static_cast<double>(name.size());
    if (x > kLeft && x + width > kWidth) {
      x = kLeft;
      y += kLine;
    }
    fmt::format_to(std::back_inserter(out),
                   "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"{}\"/><text x=\"{:.1f}\" "
                   "y=\"{:.1f}\">{}</text>\n",
                   x, y, kBox, kBox, kColours[series % kColours.size()], x + kBox + 4, y + 9, escaped(name));
    x += width;
  }
}

void draw_bars(std::string& out, const BarChart& chart, const LogScale& scale) {
  constexpr double kFilled = 0.8;  // of a group's place
  const auto to = std::back_inserter(out);
  const double place = kPlotWidth / static_cast<double>(std::max<std::size_t>(chart.categories.size(), 1));
  const double width = kFilled * place / static_cast<double>(std::max<std::size_t>(chart.series.size(), 1));
  for (std::size_t category = 0; category < chart.categories.size(); ++category) {
    const double begin = kLeft + place * static_cast<double>(category);
    fmt::format_to(to, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", begin + place / 2,
                   kTop + kPlotHeight + 18, escaped(chart.categories[category]));
    for (std::size_t series = 0; series < chart.series.size(); ++series) {
      const std::vector<double>& values = chart.series[series].values;
      if (category >= values.size() || values[category] <= 0) continue;
      const double x = begin + place * (1 - kFilled) / 2 + width * static_cast<double>(series);
      const double y = scale.y(values[category]);
      fmt::format_to(to,
                     "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\">"
                     "<title>{}, {}: {:g} {}</title></rect>\n",
                     x, y, width * 0.92, std::max(1.0, kTop + kPlotHeight - y), kColours[series % kColours.size()],
                     escaped(chart.series[series].name), escaped(chart.categories[category]), values[category],
                     escaped(chart.unit));
    }
  }
}

}  // namespace

std::string to_svg(const std::vector<BarChart>& charts) {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      kWidth, kHeight * static_cast<double>(charts.size()));
  for (std::size_t at = 0; at < charts.size(); ++at) {
    fmt::format_to(std::back_inserter(out), "<g transform=\"translate(0 {})\">\n", kHeight * static_cast<double>(at));
    const LogScale scale(charts[at]);
    draw_scale(out, charts[at], scale);
    draw_legend(out, charts[at]);
    draw_bars(out, charts[at], scale);
    out += "</g>\n";
  }
  return out + "</svg>\n";
}

}  // namespace quadrille::bench
