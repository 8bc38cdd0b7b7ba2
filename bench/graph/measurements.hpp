#pragma once

// The figures of a run as text and as JSON.

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quadrille::bench {

struct KernelTimes {
  std::string kernel;
  std::size_t runs = 0;
  std::optional<double> hand_ms, one_image_ms, all_images_ms;  // medians
  std::optional<double> edges_per_second;                      // of a projection by all images
  // Of a round of the last run, by all images of several groups: sent, and if all values were sent, not those that have
  // changed alone.
  std::optional<double> round_bytes, unreduced_round_bytes;
};

struct GraphMeasurements {
  std::string graph;
  std::size_t nodes = 0, edges = 0;
  int threads = 1, images = 1, groups = 1;
  std::vector<KernelTimes> kernels;
};

// Pure. None without values.
std::optional<double> median_ms(std::vector<double> ms);

// Pure. A table in Markdown.
std::string to_text(const GraphMeasurements& all);
// Pure. {"graph": .., "kernels": [{"kernel": "bfs", "hand_ms": .., "one_image_ms": .., ..}]}
std::string to_json(const GraphMeasurements& all);

}  // namespace quadrille::bench
