#pragma once

// The metrics of this process and this program, from /proc.

#include <cstdint>
#include <string_view>

#include "server/operations/metrics_text.hpp"

namespace quadrille::server {

struct ProcessUsage {
  double cpu_seconds = 0;  // user and system
  std::uint64_t resident_bytes = 0;
  double start_seconds = 0;  // since 1970
  std::uint64_t open_files = 0, most_open_files = 0;
};

// Local. Figures that cannot be read are 0.
ProcessUsage process_usage();

// `version`: of the program, for example "0.1.0 (1f2e3d4)".
void write_process_metrics(MetricsText& text, std::string_view version);

}  // namespace quadrille::server
