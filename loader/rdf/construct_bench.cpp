// Measures the cost per byte of each construct, relative to plain statements of the same syntax.
//
//   construct_bench [MEGABYTES]

#include <fmt/format.h>

#include "loader/rdf/testing/construct_costs.hpp"

int main(int argc, char** argv) {
  const std::size_t bytes = (argc > 1 ? std::stoul(argv[1]) : 8) << 20;
  fmt::print("| syntax | construct | MB/s | times plain |\n| --- | --- | --- | --- |\n");
  for (const auto& cost : quadrille::testing::construct_costs(bytes)) {
    fmt::print("| {} | {} | {:.0f} | {:.1f} |\n", cost.extension, cost.construct, 1e-6 / cost.seconds_per_byte,
               cost.times_plain);
  }
}
