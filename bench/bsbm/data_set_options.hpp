#pragma once

// The options that name a generated data set: its size and its seed.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>

#include "bench/bsbm/data/catalog.hpp"

namespace quadrille::bsbm {

struct DataSetOptions {
  std::uint32_t products = 0;  // 0: not given
  std::uint64_t triples = 0;   // 0: not given
  std::uint64_t seed = 0;

  // `seed_option`: the name of the option for the seed. The options for the size are not required.
  void add_to(CLI::App& command, const char* seed_option);
  // nullopt: no size is given. Error (user) for a size that is not possible.
  std::optional<DataSet> data_set() const;
};

}  // namespace quadrille::bsbm
