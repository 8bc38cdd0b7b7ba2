#include "bench/bsbm/data_set_options.hpp"

#include "bench/bsbm/data/generator.hpp"

namespace quadrille::bsbm {

void DataSetOptions::add_to(CLI::App& command, const char* seed_option) {
  auto* const by_products =
      command.add_option("-p,--products", products, "Size of the data: number of products, 1 to 200,000,000")
          ->check(CLI::Range(std::uint32_t{1}, kMostProducts));
  command.add_option("-t,--triples", triples, "Size of the data: number of triples; it is met to about 0.5 %")
      ->check(CLI::PositiveNumber)
      ->excludes(by_products);
  command.add_option(seed_option, seed, "Random seed of the data")->capture_default_str();
}

std::optional<DataSet> DataSetOptions::data_set() const {
  if (products != 0) return DataSet{products, seed};
  if (triples != 0) return DataSet{products_for(triples, seed), seed};
  return std::nullopt;
}

}  // namespace quadrille::bsbm
