#include "bench/bsbm/data/catalog.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "bench/bsbm/data/vocabulary.hpp"

namespace quadrille::bsbm {

namespace {

// Averages; the numbers of owners follow from them. Source: the dataset specification, section 3.
constexpr std::uint32_t kProductsOfProducer = 50;
constexpr std::uint32_t kOffersOfProduct = 20, kOffersOfVendor = 2'000;
constexpr std::uint32_t kReviewsOfProduct = 10, kReviewsOfSite = 10'000, kReviewsOfPerson = 20;

const DataSet& checked(const DataSet& data_set) {
  if (data_set.products == 0 || data_set.products > kMostProducts) {
    fail(ErrorKind::user, "the number of products must be 1 to {}; found {}", kMostProducts, data_set.products);
  }
  return data_set;
}

// Each owner has about `average` of the numbers, at least one.
Shares shares(std::uint32_t numbers, std::uint32_t average, std::uint64_t seed, Stream stream) {
  Shares all;
  while (all.numbers() < numbers) {
    const std::uint32_t count = Random(seed, stream, all.owners() + 1).about(average) + 1;
    all.add(std::min(count, numbers - all.numbers()));
  }
  return all;
}

}  // namespace

Catalog::Catalog(const DataSet& data_set)
    : data_set_(checked(data_set)),
      types_(data_set.products, data_set.seed),
      products_(shares(data_set.products, kProductsOfProducer, data_set.seed, Stream::products_of_producer)),
      offers_(shares(data_set.products * kOffersOfProduct, kOffersOfVendor, data_set.seed, Stream::offers_of_vendor)) {
  share_reviews();
}

// A rating site's reviews are divided among persons of its own; a person can have none.
void Catalog::share_reviews() {
  const Shares of_sites =
      shares(data_set_.products * kReviewsOfProduct, kReviewsOfSite, data_set_.seed, Stream::reviews_of_site);
  for (std::uint32_t site = 1; site <= of_sites.owners(); ++site) {
    const std::uint32_t persons_before = reviews_.owners();
    const std::uint32_t last = of_sites.of(site).last;
    while (reviews_.numbers() < last) {
      const std::uint32_t count = random(Stream::reviews_of_person, reviews_.owners() + 1).about(kReviewsOfPerson);
      reviews_.add(std::min(count, last - reviews_.numbers()));
    }
    persons_.add(reviews_.owners() - persons_before);
  }
}

Part Catalog::type(std::uint32_t number) const {
  return Part(kInstances, "ProductType", number, "> ");
}

Part Catalog::feature(std::uint32_t number) const {
  return Part(kInstances, "ProductFeature", number, "> ");
}

Part Catalog::producer(std::uint32_t number) const {
  return Part(kInstances, "dataFromProducer", number, "/Producer", number, "> ");
}

Part Catalog::product(std::uint32_t number) const {
  return Part(kInstances, "dataFromProducer", products_.owner_of(number), "/Product", number, "> ");
}

Part Catalog::vendor(std::uint32_t number) const {
  return Part(kInstances, "dataFromVendor", number, "/Vendor", number, "> ");
}

Part Catalog::offer(std::uint32_t number) const {
  return Part(kInstances, "dataFromVendor", offers_.owner_of(number), "/Offer", number, "> ");
}

Part Catalog::site(std::uint32_t number) const {
  return Part(kInstances, "dataFromRatingSite", number, "/RatingSite", number, "> ");
}

Part Catalog::person(std::uint32_t number) const {
  return Part(kInstances, "dataFromRatingSite", persons_.owner_of(number), "/Reviewer", number, "> ");
}

Part Catalog::review(std::uint32_t number) const {
  const std::uint32_t site = persons_.owner_of(reviews_.owner_of(number));
  return Part(kInstances, "dataFromRatingSite", site, "/Review", number, "> ");
}

}  // namespace quadrille::bsbm
