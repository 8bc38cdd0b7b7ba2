#include "server/algorithms/algorithms.hpp"
#include "server/algorithms/table_text.hpp"
#include "server/commands/analysis.hpp"
#include "server/commands/commands.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

int run_list_algorithms(const ListAlgorithmsOptions& options) {
  query::Procedures listed = algorithms();
  if (!options.algorithm.empty()) listed = {&find_algorithm(listed, options.algorithm), 1};
  print(table_listing(listed));
  return 0;
}

}  // namespace quadrille::server
