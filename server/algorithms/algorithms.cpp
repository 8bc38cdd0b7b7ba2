#include "server/algorithms/algorithms.hpp"

#include <vector>

#include "server/algorithms/families.hpp"

namespace quadrille::server {

query::Procedures algorithms() {
  static const std::vector<query::Procedure> all = [] {
    std::vector<query::Procedure> rows;
    for (const query::Procedures family :
         {searches(), paths(), components(), centralities(), triangles(), cores(), labels(), communities(), measures(),
          similarities(), bad_ranks(), walks(), influences()}) {
      rows.insert(rows.end(), family.begin(), family.end());
    }
    return rows;
  }();
  return all;
}

}  // namespace quadrille::server
