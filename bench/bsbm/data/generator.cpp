#include "bench/bsbm/data/generator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"

namespace quadrille::bsbm {

namespace {

// Things of one kind, in pieces.
struct Section {
  std::uint32_t things, each;  // number of things; number in a piece
  void (Writer::*write)(std::string& out, std::uint32_t number) const;

  std::uint32_t pieces() const { return things / each + (things % each != 0); }
};

std::array<Section, 5> sections(const Catalog& catalog) {
  return {{{catalog.types().types(), 1000, &Writer::type},
           {catalog.types().features(), 1000, &Writer::feature},
           {catalog.products().numbers(), 200, &Writer::product},
           {catalog.offers().numbers(), 800, &Writer::offer},
           {catalog.persons().numbers(), 25, &Writer::person}}};
}

// find() jumps from line to line with memchr(); std::count() takes a third of the time of a generation.
std::uint64_t lines_of(const std::string& text) {
  std::uint64_t lines = 0;
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) ++lines;
  return lines;
}

std::uint64_t expected_triples(const Catalog& catalog, const Dictionary& dictionary) {
  constexpr std::uint32_t kSample = 2'000;
  constexpr double kOfReview = 10.8;  // 8 lines, and 4 ratings of which each has a chance of 70 %
  const Writer writer(catalog, dictionary);
  const std::uint32_t products = catalog.products().numbers(), sample = std::min(products, kSample);
  std::string lines;
  for (std::uint32_t at = 0; at < sample; ++at) {
    writer.product(lines, static_cast<std::uint32_t>(std::uint64_t{at} * products / sample) + 1);
  }
  const double of_product = static_cast<double>(lines_of(lines)) / sample;
  return 6 * std::uint64_t{catalog.types().types()} - 1 + 5 * std::uint64_t{catalog.types().features()} +
         static_cast<std::uint64_t>(of_product * products) + 10 * std::uint64_t{catalog.offers().numbers()} +
         7 * std::uint64_t{catalog.offers().owners()} + 6 * std::uint64_t{catalog.persons().numbers()} +
         static_cast<std::uint64_t>(kOfReview * catalog.reviews().numbers());
}

}  // namespace

Generator::Generator(const DataSet& data_set) : catalog_(data_set), writer_(catalog_, dictionary_) {}

std::uint32_t Generator::pieces() const {
  std::uint32_t all = 0;
  for (const Section& section : sections(catalog_)) all += section.pieces();
  return all;
}

std::uint64_t Generator::make_piece(std::string& out, std::uint32_t piece) const {
  out.clear();
  for (const Section& section : sections(catalog_)) {
    if (piece >= section.pieces()) {
      piece -= section.pieces();
      continue;
    }
    const std::uint32_t first = piece * section.each, end = std::min(first + section.each, section.things);
    for (std::uint32_t number = first + 1; number <= end; ++number) (writer_.*section.write)(out, number);
    break;
  }
  return lines_of(out);
}

std::uint64_t expected_triples(const DataSet& data_set) {
  return expected_triples(Catalog(data_set), Dictionary());
}

// Nearly all triples belong to products, so a few steps with their number for each product lead to the answer.
std::uint32_t products_for(std::uint64_t triples, std::uint64_t seed) {
  constexpr double kOfProduct = 352;
  const auto wanted = static_cast<double>(triples);
  const Dictionary dictionary;
  double products = wanted / kOfProduct;
  std::uint32_t best = 0;
  double best_difference = 0;
  for (int step = 0; step < 8; ++step) {
    if (products > kMostProducts) {
      fail(ErrorKind::user,
           "{} triples are too many: the largest data set has {} products with about {:.0f} triples each", triples,
           kMostProducts, kOfProduct);
    }
    const auto tried = static_cast<std::uint32_t>(std::max(products, 1.0));
    const double difference = wanted - static_cast<double>(expected_triples(Catalog({tried, seed}), dictionary));
    if (best == 0 || std::abs(difference) < best_difference) {
      best = tried;
      best_difference = std::abs(difference);
    }
    products = tried + difference / kOfProduct;
    if (std::abs(products - tried) < 1) break;
  }
  return best;
}

}  // namespace quadrille::bsbm
