#include "bench/graph/measurements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/report/markdown_table.hpp"

namespace quadrille::bench {

namespace {

std::string cell(const std::optional<double>& value) {
  return value ? three_digits(*value) : std::string();
}

std::string ratio_cell(const std::optional<double>& value, const std::optional<double>& to) {
  return value && to ? fmt::format("{:.2f}", *value / *to) : std::string();
}

std::string images_of(const GraphMeasurements& all) {
  return all.groups > 1 ? fmt::format("{} images in {} groups", all.images, all.groups)
                        : fmt::format("{} images", all.images);
}

}  // namespace

std::optional<double> median_ms(std::vector<double> ms) {
  if (ms.empty()) return {};
  std::sort(ms.begin(), ms.end());
  return (ms[(ms.size() - 1) / 2] + ms[ms.size() / 2]) / 2;
}

std::string to_text(const GraphMeasurements& all) {
  std::string text =
      fmt::format("Graph {}: {} nodes, {} edges; medians, in milliseconds\n\n", all.graph, all.nodes, all.edges);
  std::vector<std::string> head{"kernel", "runs", fmt::format("by hand, {} threads", all.threads), "1 image",
                                "x by hand"};
  if (all.images > 1) head.insert(head.end(), {images_of(all), "x by hand", "1 image to all"});
  if (all.groups > 1) head.insert(head.end(), {"KB a round", "all values"});
  MarkdownTable table(head);
  for (const KernelTimes& one : all.kernels) {
    std::string name = one.kernel;
    if (one.edges_per_second) name += fmt::format(", {} M edges/s", three_digits(*one.edges_per_second / 1e6));
    std::vector<std::string> cells{name, fmt::format("{}", one.runs), cell(one.hand_ms), cell(one.one_image_ms),
                                   ratio_cell(one.one_image_ms, one.hand_ms)};
    if (all.images > 1) {
      cells.insert(cells.end(), {cell(one.all_images_ms), ratio_cell(one.all_images_ms, one.hand_ms),
                                 ratio_cell(one.one_image_ms, one.all_images_ms)});
    }
    const auto kilobytes = [](const std::optional<double>& bytes) {
      return cell(bytes ? std::optional(*bytes / 1000) : std::nullopt);
    };
    if (all.groups > 1) cells.insert(cells.end(), {kilobytes(one.round_bytes), kilobytes(one.unreduced_round_bytes)});
    table.add(std::move(cells));
  }
  return text + table.text();
}

std::string to_json(const GraphMeasurements& all) {
  using Json = nlohmann::ordered_json;
  const auto or_null = [](const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); };
  Json kernels = Json::array();
  for (const KernelTimes& one : all.kernels) {
    kernels.push_back({{"kernel", one.kernel},
                       {"runs", one.runs},
                       {"hand_ms", or_null(one.hand_ms)},
                       {"one_image_ms", or_null(one.one_image_ms)},
                       {"all_images_ms", or_null(one.all_images_ms)},
                       {"edges_per_second", or_null(one.edges_per_second)},
                       {"round_bytes", or_null(one.round_bytes)},
                       {"unreduced_round_bytes", or_null(one.unreduced_round_bytes)}});
  }
  return Json{{"graph", all.graph},   {"nodes", all.nodes},   {"edges", all.edges}, {"threads", all.threads},
              {"images", all.images}, {"groups", all.groups}, {"kernels", kernels}}
             .dump(2) +
         "\n";
}

}  // namespace quadrille::bench
