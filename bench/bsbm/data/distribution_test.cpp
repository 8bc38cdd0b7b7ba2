// Numbers of things, and how often a property has a value, beside the dataset specification of the Berlin SPARQL
// Benchmark V3.1. likeness_test.cpp compares with data of the benchmark's tools; this needs none.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <string_view>

#include "bench/bsbm/data/generator.hpp"
#include "bench/bsbm/data/vocabulary.hpp"

namespace quadrille::bsbm {
namespace {

struct Sizes {
  std::uint32_t products, types, features, producers, vendors, offers, persons, reviews;
};

// Of 25 and 100 million triples. The numbers of owners are random, by up to a third of the square root.
TEST(BsbmCatalog, HasAboutAsManyThingsAsSpecified) {
  for (const Sizes& sizes : {Sizes{70'812, 731, 23'833, 1'422, 722, 1'416'240, 36'249, 708'120},
                             Sizes{284'826, 2'011, 47'884, 5'618, 2'854, 5'696'520, 146'054, 2'848'260}}) {
    const Catalog catalog({sizes.products, 0});
    const auto expect_about = [&](std::uint32_t found, std::uint32_t specified, const char* what) {
      EXPECT_NEAR(found, specified, 3 * std::sqrt(specified)) << what << " of " << sizes.products << " products";
    };
    EXPECT_EQ(catalog.types().types(), sizes.types);
    expect_about(catalog.types().features(), sizes.features, "features");
    expect_about(catalog.products().owners(), sizes.producers, "producers");
    expect_about(catalog.offers().owners(), sizes.vendors, "vendors");
    EXPECT_EQ(catalog.offers().numbers(), sizes.offers);
    expect_about(catalog.reviews().owners(), sizes.persons, "persons");
    EXPECT_EQ(catalog.reviews().numbers(), sizes.reviews);
  }
}

class BsbmDistribution : public ::testing::Test {
 protected:
  static constexpr std::uint32_t kProducts = 800;

  // Reads all lines once: by property, and by property and object if that is an IRI or has a language.
  static void SetUpTestSuite() {
    const Generator generator({kProducts, 3});
    std::string piece;
    for (std::uint32_t number = 0; number < generator.pieces(); ++number) {
      generator.make_piece(piece, number);
      for (std::string_view rest = piece; !rest.empty(); rest.remove_prefix(rest.find('\n') + 1)) {
        count(rest.substr(0, rest.find('\n')));
      }
    }
  }

  static void count(std::string_view line) {
    const std::size_t first = line.find(' ') + 1, second = line.find(' ', first) + 1;
    const std::string property(line.substr(first, second - first));
    const std::string_view object = line.substr(second, line.size() - second - 1);
    const std::size_t language = object.rfind("\"@");
    ++lines_[property];
    if (object.front() == '<') ++lines_[property + std::string(object)];
    if (language != std::string_view::npos) ++lines_[property + std::string(object.substr(language + 1))];
  }

  static std::string numbered(const char* property, int number) {
    return std::string(kProperties) + property + std::to_string(number) + "> ";
  }

  // About `percent` of `all` lines are like this, within four standard deviations.
  static void expect_share(const std::string& like, double all, double percent) {
    const double chance = percent / 100;
    EXPECT_NEAR(lines_[like], all * chance, 4 * std::sqrt(all * chance * (1 - chance))) << like;
  }

  static inline std::map<std::string, double, std::less<>> lines_;
};

TEST_F(BsbmDistribution, EveryProductHasTwentyOffersAndTenReviews) {
  EXPECT_EQ(lines_[std::string(properties::kProduct)], 20 * kProducts);
  EXPECT_EQ(lines_[std::string(properties::kPrice)], 20 * kProducts);
  EXPECT_EQ(lines_[std::string(properties::kReviewFor)], 10 * kProducts);
  EXPECT_EQ(lines_[std::string(properties::kText)], 10 * kProducts);
}

TEST_F(BsbmDistribution, CountriesAndLanguagesHaveTheirShares) {
  const std::string country(properties::kCountry), text(properties::kText);
  for (const Country& each : kCountries) expect_share(country + std::string(each.iri), lines_[country], each.percent);
  // All texts by a person are in one language, so the persons are what is random.
  const double persons = lines_[std::string(properties::kName)];
  for (const char* language : {"@de ", "@ja "}) {
    EXPECT_NEAR(lines_[text + language] / lines_[text], 0.1, 4 * std::sqrt(0.1 * 0.9 / persons)) << language;
  }
}

TEST_F(BsbmDistribution, OptionalPropertiesHaveTheirShares) {
  for (const char* kind : {"productPropertyNumeric", "productPropertyTextual"}) {
    for (int number = 1; number <= 3; ++number) EXPECT_EQ(lines_[numbered(kind, number)], kProducts);
    expect_share(numbered(kind, 4), kProducts, 50);
    expect_share(numbered(kind, 5), kProducts, 55);
    expect_share(numbered(kind, 6), kProducts, 20);
  }
  for (int rating = 1; rating <= 4; ++rating) expect_share(numbered("rating", rating), 10 * kProducts, 70);
}

// A leaf and all types above it, up to the root.
TEST_F(BsbmDistribution, AProductHasOneTypeOfEachLevel) {
  const TypeTree tree(kProducts, 3);
  const Catalog catalog({kProducts, 3});
  const std::string type(properties::kType);
  for (std::uint32_t level = 0; level <= tree.depth(); ++level) {
    double products = 0;
    for (std::uint32_t each = tree.level(level).first; each <= tree.level(level).last; ++each) {
      products += lines_[type + std::string(catalog.type(each))];
    }
    EXPECT_EQ(products, kProducts) << level;
  }
}

}  // namespace
}  // namespace quadrille::bsbm
