#include "loader/build/build_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace quadrille {

namespace {

double rate(double items, double seconds) {
  return seconds > 0 ? items / seconds : 0;
}

double per_quad(double amount, const BuildReport& report) {
  return report.quads() == 0 ? 0 : amount / static_cast<double>(report.quads());
}

// The same measure for all steps: quads read, for each second of the step and each image.
double quads_an_image(const BuildReport& report, double seconds) {
  return rate(static_cast<double>(report.quads_read), seconds) / report.images;
}

std::string traffic_columns(const BuildReport::Step& step) {
  return fmt::format(" {:>9} {:>14}", short_number(static_cast<double>(step.messages)),
                     short_number(static_cast<double>(step.bytes)) + "B");
}

// `what`: the name of several.
void append_lines(std::string& text, const std::vector<std::string>& lines, std::string_view before,
                  std::string_view what) {
  constexpr std::size_t kMostShown = 20;
  for (std::size_t line = 0; line < std::min(kMostShown, lines.size()); ++line) {
    text += fmt::format("{}{}\n", before, lines[line]);
  }
  if (lines.size() > kMostShown) text += fmt::format("... and {} more {}\n", lines.size() - kMostShown, what);
}

}  // namespace

std::string short_number(double value) {
  for (const auto& [size, suffix] : {std::pair{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}}) {
    if (value >= size) return fmt::format("{:.1f}{}", value / size, suffix);
  }
  return fmt::format("{:.0f}", value);
}

std::string short_size(std::uint64_t bytes) {
  return short_number(static_cast<double>(bytes)) + (bytes < 1000 ? " bytes" : "B");
}

std::string BuildReport::Skipped::to_text() const {
  std::string text;
  if (rejects != 0) text = fmt::format("{} malformed {} skipped\n", rejects, rejects == 1 ? "statement" : "statements");
  append_lines(text, unread_files, "", "files");
  append_lines(text, warnings, "warning: ", "warnings");
  return text;
}

std::string InferenceReport::contradictions_text() const {
  std::string text;
  for (const ListedContradiction& conflict : listed) {
    text += fmt::format("  by {}:\n", conflict.rule);
    for (const std::string& quad : conflict.quads) text += fmt::format("    {} .\n", quad);
  }
  if (contradictions > listed.size()) text += fmt::format("  ... and {} more\n", contradictions - listed.size());
  return text;
}

std::string BuildReport::to_text() const {
  std::string text =
      fmt::format("{:<14} {:>9} {:>14} {:>12} {:>17}", "Step", "Seconds", "Items", "Items/s", "Items/s a process");
  const auto out = std::back_inserter(text);
  if (groups > 1) fmt::format_to(out, " {:>9} {:>14}", "Messages", "between groups");
  text += '\n';
  Step all;
  for (std::size_t step = 0; step < kBuildSteps; ++step) {
    if (steps[step].seconds == 0 && steps[step].items == 0 && step == index(BuildStep::inference)) continue;
    const auto items = static_cast<double>(steps[step].items);
    const double items_a_second = rate(items, steps[step].seconds);
    fmt::format_to(out, "{:<14} {:>9.3f} {:>14} {:>12} {:>17}", kBuildStepFacts[step].title, steps[step].seconds,
                   fmt::format("{} {}", short_number(items), kBuildStepFacts[step].unit), short_number(items_a_second),
                   short_number(items_a_second / images));
    if (groups > 1) text += traffic_columns(steps[step]);
    text += '\n';
    all.messages += steps[step].messages;
    all.bytes += steps[step].bytes;
  }
  const double quads_a_second = rate(static_cast<double>(quads_read), seconds);
  fmt::format_to(out, "{:<14} {:>9.3f} {:>14} {:>12} {:>17}", "All", seconds,
                 short_number(static_cast<double>(quads_read)) + " quads", short_number(quads_a_second),
                 short_number(quads_a_second / images));
  if (groups > 1) text += traffic_columns(all);
  fmt::format_to(out, "\n\n{} quads ({} in the default graph, {} in named graphs), {} duplicates left out\n", quads(),
                 default_quads, named_quads, quads_read - (quads() - inference.inferred));
  if (inference.rules != 0) {
    fmt::format_to(out, "{} quads inferred by {} rules in {} rounds\n", inference.inferred, inference.rules,
                   inference.rounds);
    if (inference.contradictions != 0)
      fmt::format_to(out, "contradictions: {}\n{}", inference.contradictions, inference.contradictions_text());
    if (inference.dropped != 0)
      fmt::format_to(out, "conclusions left out because RDF cannot hold them: {}\n", inference.dropped);
  }
  fmt::format_to(out, "{} distinct IRIs and literals, {} blank nodes", terms.vocabulary, blank_nodes);
  if (terms.triples > 0) fmt::format_to(out, ", {} triple terms", terms.triples);
  fmt::format_to(out, "\n");
  fmt::format_to(out, "{} on disk ({:.1f} bytes a quad)\n", short_size(space.disk_bytes),
                 per_quad(static_cast<double>(space.disk_bytes), *this));
  fmt::format_to(out, "built by {} process{}{} with at most {} of shared memory each\n", images,
                 images == 1 ? "" : "es", groups > 1 ? fmt::format(" in {} groups that share memory", groups) : "",
                 short_size(space.peak_memory_bytes));
  if (space.spilled_bytes != 0) {
    fmt::format_to(out, "{} written to temporary files\n", short_size(space.spilled_bytes));
  }
  text += skipped.to_text();
  if (!skipped.left_out.empty()) text += skipped.left_out + '\n';
  return text;
}

std::string BuildReport::to_json() const {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (std::size_t step = 0; step < kBuildSteps; ++step) {
    list.push_back({{"step", kBuildStepFacts[step].name},
                    {"seconds", steps[step].seconds},
                    {"quads_per_second_per_image", quads_an_image(*this, steps[step].seconds)},
                    {"items", steps[step].items},
                    {"unit", kBuildStepFacts[step].unit},
                    {"messages", steps[step].messages},
                    {"message_bytes", steps[step].bytes}});
  }
  Json listed = Json::array();
  for (const ListedContradiction& conflict : inference.listed)
    listed.push_back({{"rule", conflict.rule}, {"quads", conflict.quads}});
  const Json json{
      {"steps", list},
      {"seconds", seconds},
      {"quads_per_second", rate(static_cast<double>(quads_read), seconds)},
      {"quads_per_second_per_image", quads_an_image(*this, seconds)},
      {"images", images},
      {"groups", groups},
      {"shards", shards},
      {"input_bytes", input_bytes},
      {"quads_read", quads_read},
      {"quads", quads()},
      {"default_quads", default_quads},
      {"named_quads", named_quads},
      {"inferred_quads", inference.inferred},
      {"inference",
       {{"rules", inference.rules},
        {"rounds", inference.rounds},
        {"contradictions", inference.contradictions},
        {"listed_contradictions", std::move(listed)},
        {"dropped", inference.dropped}}},
      {"vocabulary_terms", terms.vocabulary},
      {"triple_terms", terms.triples},
      {"blank_nodes", blank_nodes},
      {"heavy_objects", heavy_objects},
      {"rejects", skipped.rejects},
      {"unread_files", skipped.unread_files},
      {"warnings", skipped.warnings},
      {"disk_bytes", space.disk_bytes},
      {"bytes_per_quad", per_quad(static_cast<double>(space.disk_bytes), *this)},
      {"peak_memory_bytes_per_image", space.peak_memory_bytes},
      {"peak_memory_bytes_per_quad", per_quad(static_cast<double>(space.peak_memory_bytes) * images, *this)},
      {"spilled_bytes", space.spilled_bytes}};
  return json.dump(2) + "\n";
}

}  // namespace quadrille
