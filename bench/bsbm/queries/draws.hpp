#pragma once

// Queries with random parameters. The parameters follow from the size and the seed of a data set (the generator's
// catalog), so the data themselves are not needed.
//
//   %type%            a product type without types below
//   %feature1% .. 3   different features that products of this type can have
//   %x%, %y%          1 .. 500
//   %lower_type%      any type but the root: each level of the tree is as likely as another
//   %any_type%        the same, or the root
//   %product%, %offer%, %review%, %producer%
//   %country1%, %country2%      as often as in the data
//   %word%            of the label of a product
//   %now%             2008-06-20T00:00:00
//   %month0% .. 2     three days, each 28 days after the last, the first in June 2007 to April 2008

#include <cstdint>
#include <string>
#include <vector>

#include "bench/bsbm/data/generator.hpp"
#include "bench/bsbm/queries/use_case.hpp"
#include "bench/query/query_files.hpp"

namespace quadrille::bsbm {

// `draws` of each template of the use case, by `seed`: explore-q01-001, explore-q01-002 ... The first ones are the same
// for any number of draws.
std::vector<bench::NamedQuery> drawn_queries(const UseCase& use_case, const Generator& generator, std::size_t draws,
                                             std::uint64_t seed);

}  // namespace quadrille::bsbm
