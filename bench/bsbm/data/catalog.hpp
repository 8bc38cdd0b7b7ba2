#pragma once

// A data set as a whole: how many things of each kind there are, who owns them, and their IRIs. It is small (about 3
// bytes a product) and computed before any line is written, so lines can be written in any order, and queries about
// the data can be made without the data.
//
//   producer --< product --< offer >-- vendor            20 offers and 10 reviews a product on average
//                   ^------< review >-- person >-- rating site
//
// Things of a kind are numbered from 1; the numbers of an owner's things are consecutive.

#include <cstdint>

#include "bench/bsbm/data/random.hpp"
#include "bench/bsbm/data/shares.hpp"
#include "bench/bsbm/data/type_tree.hpp"
#include "lubm/part.hpp"

namespace quadrille::bsbm {

struct DataSet {
  std::uint32_t products = 1000;
  std::uint64_t seed = 0;
};

// Numbers of offers have 32 bits.
inline constexpr std::uint32_t kMostProducts = 200'000'000;

// An IRI with its angle brackets and a blank behind it, ready for a line.
using lubm::Part;

class Catalog {
 public:
  // Error (user) for no products, or more than kMostProducts.
  explicit Catalog(const DataSet& data_set);

  const DataSet& data_set() const { return data_set_; }
  const TypeTree& types() const { return types_; }
  const Shares& products() const { return products_; }  // of producers
  const Shares& offers() const { return offers_; }      // of vendors
  const Shares& persons() const { return persons_; }    // of rating sites
  const Shares& reviews() const { return reviews_; }    // of persons

  Random random(Stream stream, std::uint64_t number) const { return {data_set_.seed, stream, number}; }

  Part type(std::uint32_t number) const;
  Part feature(std::uint32_t number) const;
  Part producer(std::uint32_t number) const;
  Part product(std::uint32_t number) const;
  Part vendor(std::uint32_t number) const;
  Part offer(std::uint32_t number) const;
  Part site(std::uint32_t number) const;
  Part person(std::uint32_t number) const;
  Part review(std::uint32_t number) const;

 private:
  void share_reviews();

  DataSet data_set_;
  TypeTree types_;
  Shares products_, offers_, persons_, reviews_;
};

}  // namespace quadrille::bsbm
