#pragma once

// Writes the lines about any thing of a data set, in any order and in any thread: they depend only on the data set and
// the number of the thing. Source of sizes and distributions: the dataset specification of the Berlin SPARQL Benchmark
// V3.1, section 3; its tools decide what the specification leaves open.

#include <cstdint>
#include <string>

#include "bench/bsbm/data/catalog.hpp"
#include "bench/bsbm/data/dictionary.hpp"

namespace quadrille::bsbm {

class Description;
struct Country;

class Writer {
 public:
  // Keeps references to both.
  Writer(const Catalog& catalog, const Dictionary& dictionary) : catalog_(catalog), dictionary_(dictionary) {}

  // They append lines to `out`. Numbers are those of the catalog.
  void type(std::string& out, std::uint32_t number) const;
  void feature(std::string& out, std::uint32_t number) const;
  // With its producer, if it is the producer's first one.
  void product(std::string& out, std::uint32_t number) const;
  // With its vendor, if it is the vendor's first one.
  void offer(std::string& out, std::uint32_t number) const;
  // With all reviews by the person.
  void person(std::string& out, std::uint32_t number) const;

  // The label of a product.
  std::string product_label(std::uint32_t number) const;

 private:
  void producer(std::string& out, std::uint32_t number) const;
  void product_properties(Description& about, Random& random) const;
  void product_types(Description& about, Random& random) const;
  void vendor(std::string& out, std::uint32_t number) const;
  void review(std::string& out, std::uint32_t number, std::uint32_t person, const Country& country) const;
  Sentence sentence(Random& random, std::uint32_t fewest, std::uint32_t most) const;
  void label_and_comment(Description& about, Random& random, std::uint32_t fewest, std::uint32_t most) const;

  const Catalog& catalog_;
  const Dictionary& dictionary_;
};

}  // namespace quadrille::bsbm
