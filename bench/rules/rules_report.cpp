#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/query/answer_times.hpp"
#include "bench/report/bar_chart.hpp"
#include "bench/report/markdown_table.hpp"
#include "bench/rules/measured_reasoner.hpp"

namespace quadrille::bench {

namespace {

constexpr double kMegabyte = 1e6;

void add_row(MarkdownTable& table, const MeasuredReasoner& reasoner, const MeasuredReasoner* best_peer) {
  if (reasoner.runs.empty()) {
    table.add({reasoner.name, "not measured"});
    return;
  }
  const ReasonerFigures& last = reasoner.runs.back();
  const double rate = reasoner.quads_a_second();
  std::uint64_t memory = 0;
  for (const ReasonerFigures& run : reasoner.runs) memory = std::max(memory, run.memory_bytes);
  table.add({reasoner.name, three_digits(reasoner.median_of(&ReasonerFigures::load_seconds)),
             three_digits(reasoner.median_of(&ReasonerFigures::reason_seconds)), std::to_string(last.inferred),
             by_thousands(rate), reasoner.is_peer() ? "" : by_thousands(rate / reasoner.images),
             three_digits(reasoner.median_of(&ReasonerFigures::first_answer_seconds)),
             fmt::format("{:.0f}", static_cast<double>(memory) / kMegabyte), std::to_string(reasoner.runs.size()),
             best_peer ? three_digits(rate / best_peer->quads_a_second()) : ""});
}

}  // namespace

double MeasuredReasoner::median_of(double ReasonerFigures::*figure) const {
  std::vector<double> values;
  for (const ReasonerFigures& run : runs) values.push_back(run.*figure);
  std::sort(values.begin(), values.end());
  return median(values);
}

double MeasuredReasoner::quads_a_second() const {
  if (runs.empty()) return 0;
  return static_cast<double>(runs.back().inferred) / median_of(&ReasonerFigures::reason_seconds);
}

const MeasuredReasoner* RulesResults::best_peer() const {
  const MeasuredReasoner* best = nullptr;
  for (const MeasuredReasoner& reasoner : reasoners) {
    if (!reasoner.is_peer() || reasoner.runs.empty()) continue;
    if (!best || reasoner.quads_a_second() > best->quads_a_second()) best = &reasoner;
  }
  return best;
}

std::string to_markdown(const RulesResults& results) {
  MarkdownTable table({"reasoner", "load s", "reasoning s", "new quads", "new quads/s", "an image",
                       "file to first answer s", "memory MB", "runs", "times the best peer"});
  for (const MeasuredReasoner& reasoner : results.reasoners) add_row(table, reasoner, results.best_peer());
  std::string text = fmt::format(
      "# Rules: {}\n\n{}; {}.\n{} quads read. Medians of {} runs in turns. Load is all but reasoning; memory is that "
      "of "
      "the largest process.\n\n{}",
      results.rules, results.program, results.machine, results.quads_read, results.runs, table.text());
  for (const MeasuredReasoner& reasoner : results.reasoners) {
    if (!reasoner.failure.empty()) text += fmt::format("\n{}: {}\n", reasoner.name, reasoner.failure);
  }
  return text;
}

std::string to_json(const RulesResults& results) {
  using Json = nlohmann::ordered_json;
  Json reasoners = Json::array();
  for (const MeasuredReasoner& reasoner : results.reasoners) {
    Json runs = Json::array();
    for (const ReasonerFigures& run : reasoner.runs) {
      runs.push_back({{"load_seconds", run.load_seconds},
                      {"reason_seconds", run.reason_seconds},
                      {"first_answer_seconds", run.first_answer_seconds},
                      {"inferred", run.inferred},
                      {"memory_bytes", run.memory_bytes}});
    }
    reasoners.push_back({{"name", reasoner.name},
                         {"images", reasoner.images},
                         {"quads_per_second", reasoner.quads_a_second()},
                         {"failure", reasoner.failure},
                         {"runs", runs}});
  }
  const Json json{{"program", results.program},       {"machine", results.machine}, {"rules", results.rules},
                  {"quads_read", results.quads_read}, {"quads", results.quads},     {"reasoners", reasoners}};
  return json.dump(2) + "\n";
}

std::string to_svg(const RulesResults& results) {
  BarChart chart{"Reasoning alone: " + results.rules, "new quads/s", {results.rules}, {}};
  for (const MeasuredReasoner& reasoner : results.reasoners) {
    chart.series.push_back({reasoner.name, {reasoner.quads_a_second()}});
  }
  return quadrille::bench::to_svg({chart});
}

}  // namespace quadrille::bench
