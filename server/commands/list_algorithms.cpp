#include <algorithm>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "server/algorithms/algorithms.hpp"
#include "server/algorithms/table_text.hpp"
#include "server/commands/commands.hpp"
#include "server/launch/standard_output.hpp"

namespace quadrille::server {

int run_list_algorithms(const ListAlgorithmsOptions& options) {
  query::Procedures listed = algorithms();
  if (!options.algorithm.empty()) {
    const auto found = std::find_if(listed.begin(), listed.end(),
                                    [&](const query::Procedure& one) { return one.name == options.algorithm; });
    if (found == listed.end()) {
      std::vector<std::string> names;
      for (const query::Procedure& one : listed) names.emplace_back(one.name);
      const auto near = nearest(options.algorithm, names);
      fail(ErrorKind::user, "{} is no algorithm{}", options.algorithm,
           near ? "; did you mean " + *near + "?" : "; 'quadrille analyze --list' lists them");
    }
    listed = listed.subspan(static_cast<std::size_t>(found - listed.begin()), 1);
  }
  print(table_listing(listed));
  return 0;
}

}  // namespace quadrille::server
