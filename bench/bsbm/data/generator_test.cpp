#include "bench/bsbm/data/generator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.hpp"
#include "bench/bsbm/data/days.hpp"

namespace quadrille::bsbm {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

// A sum of all bytes and their places (FNV-1a).
std::uint64_t checksum(std::string_view text) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char byte : text) sum = (sum ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return sum;
}

std::string generated(const DataSet& data_set) {
  const Generator generator(data_set);
  std::string all, piece;
  for (std::uint32_t number = 0; number < generator.pieces(); ++number) {
    generator.make_piece(piece, number);
    all += piece;
  }
  return all;
}

TEST(BsbmRandom, IsTheSameEverywhere) {
  Random random(7, Stream::offer, 12);
  EXPECT_EQ(random.next(), 8052281039381505323u);
  EXPECT_EQ(random.below(1000), 847u);
  EXPECT_EQ(random.normal(), 0x1.2780b40f711fp+0);
  EXPECT_EQ(random.about(2000), 2374u);
}

TEST(BsbmRandom, StreamsDifferBySeedKindAndNumber) {
  std::set<std::uint64_t> first;
  for (const std::uint64_t seed : {0, 1}) {
    for (const Stream stream : {Stream::offer, Stream::review}) {
      for (const std::uint64_t number : {1, 2}) first.insert(Random(seed, stream, number).next());
    }
  }
  EXPECT_EQ(first.size(), 8u);
}

TEST(BsbmRandom, NormalNumbersHaveMean0AndDeviation1) {
  constexpr int kDraws = 100'000;
  Random random(1, Stream::offer);
  double sum = 0, squares = 0;
  int within_one = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const double value = random.normal();
    sum += value;
    squares += value * value;
    within_one += std::abs(value) < 1;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.015);
  EXPECT_NEAR(squares / kDraws, 1, 0.02);
  EXPECT_NEAR(within_one / double{kDraws}, 0.683, 0.01);
}

TEST(BsbmRandom, NormalNumbersReachEveryPlaceBelowABound) {
  Random random(1, Stream::offer);
  std::vector<int> counts(21);
  for (int draw = 0; draw < 100'000; ++draw) ++counts.at(random.normal_below(2, 4, 21));
  EXPECT_GT(counts[0], 0);
  EXPECT_GT(counts[20], 0);
  EXPECT_GT(counts[10], 4 * counts[1]);
}

TEST(BsbmShares, GiveTheOwnerOfANumber) {
  Shares shares;
  for (const std::uint32_t count : {4, 1, 0, 2}) shares.add(count);
  EXPECT_EQ(shares.owners(), 4u);
  EXPECT_EQ(shares.numbers(), 7u);
  std::vector<std::uint32_t> owners;
  for (std::uint32_t number = 1; number <= 7; ++number) owners.push_back(shares.owner_of(number));
  EXPECT_THAT(owners, ElementsAre(1, 1, 1, 1, 2, 4, 4));
  EXPECT_EQ(shares.of(4).first, 6u);
  EXPECT_LT(shares.of(3).last, shares.of(3).first);
}

TEST(BsbmDays, AreWrittenAsInLiterals) {
  EXPECT_EQ(std::string_view(DayText(kToday)), "2008-06-20");
  EXPECT_EQ(std::string_view(DayText(day(2000, 2, 28) + Days(1))), "2000-02-29");
}

// The numbers of types for 0.1, 1, 25 and 100 million triples.
TEST(BsbmTypeTree, HasAsManyTypesAsSpecified) {
  EXPECT_EQ(TypeTree(255, 0).types(), 37u);
  EXPECT_EQ(TypeTree(2'785, 0).types(), 151u);
  EXPECT_EQ(TypeTree(70'812, 0).types(), 731u);
  EXPECT_EQ(TypeTree(284'826, 0).types(), 2'011u);
  EXPECT_THAT(children_of_levels(1), ElementsAre(2, 2));
}

TEST(BsbmTypeTree, NumbersTypesAndFeaturesFromLevelToLevel) {
  const TypeTree tree(2'785, 3);
  EXPECT_EQ(tree.parent(1), 0u);
  EXPECT_EQ(tree.level(1).first, 2u);
  EXPECT_EQ(tree.parent(tree.leaves().first), tree.level(tree.depth() - 1).first);
  EXPECT_EQ(tree.parent(tree.types()), tree.level(tree.depth() - 1).last);
  std::uint32_t next = 1;
  for (std::uint32_t type = 2; type <= tree.types(); ++type) {
    const Shares::Range features = tree.features_of(type);
    EXPECT_EQ(features.first, next);
    EXPECT_GT(features.last, features.first);
    next = features.last + 1;
  }
  EXPECT_EQ(tree.features(), next - 1);
}

TEST(BsbmGenerator, MakesTheSameBytesEverywhere) {
  EXPECT_EQ(checksum(generated({100, 0})), 883166809115907748u);
  EXPECT_EQ(checksum(generated({100, 1})), 2924054194789509599u);
}

TEST(BsbmGenerator, MakesAPieceWithoutTheOthers) {
  const Generator generator({300, 5});
  std::string backwards, piece;
  for (std::uint32_t number = generator.pieces(); number-- > 0;) {
    EXPECT_GT(generator.make_piece(piece, number), 0u);
    backwards.insert(0, piece);
  }
  EXPECT_TRUE(backwards == generated({300, 5}));
}

TEST(BsbmGenerator, RepeatsNoLine) {
  const std::string text = generated({300, 2});
  std::set<std::string_view> lines;
  std::size_t count = 0;
  for (std::string_view rest = text; !rest.empty(); ++count) {
    const std::size_t size = rest.find('\n') + 1;
    EXPECT_THAT(std::string(rest.substr(0, size)), StartsWith("<http://"));
    EXPECT_TRUE(rest.substr(0, size).ends_with(" .\n"));
    lines.insert(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  EXPECT_EQ(lines.size(), count);
}

TEST(BsbmGenerator, GivesTheLabelsOfItsProducts) {
  const Generator generator({50, 0});
  std::string lines;
  generator.writer().product(lines, 17);
  EXPECT_THAT(lines, ::testing::HasSubstr("label> \"" + generator.writer().product_label(17) + "\" .\n"));
}

TEST(BsbmGenerator, EstimatesTheNumberOfTriples) {
  for (const std::uint32_t products : {100, 1'000}) {
    const Generator generator({products, 0});
    std::string piece;
    std::uint64_t triples = 0;
    for (std::uint32_t number = 0; number < generator.pieces(); ++number)
      triples += generator.make_piece(piece, number);
    const auto expected = static_cast<double>(expected_triples({products, 0}));
    EXPECT_NEAR(expected / static_cast<double>(triples), 1, 0.003) << products;
  }
}

// The sizes that the specification gives for 1, 25 and 100 million triples.
TEST(BsbmGenerator, HasAboutAsManyTriplesAsSpecified) {
  EXPECT_NEAR(static_cast<double>(expected_triples({2'785, 0})), 1.000e6, 0.01e6);
  EXPECT_NEAR(static_cast<double>(expected_triples({70'812, 0})), 25.00e6, 0.1e6);
  EXPECT_NEAR(static_cast<double>(expected_triples({284'826, 0})), 100.0e6, 0.4e6);
}

TEST(BsbmGenerator, FindsTheNumberOfProductsForANumberOfTriples) {
  for (const std::uint64_t triples : {30'000, 1'000'000, 10'000'000}) {
    const std::uint32_t products = products_for(triples, 0);
    EXPECT_NEAR(static_cast<double>(expected_triples({products, 0})) / static_cast<double>(triples), 1, 0.005)
        << triples;
  }
  EXPECT_EQ(products_for(1, 0), 1u);
  EXPECT_THROW(products_for(std::uint64_t{1} << 50, 0), Error);
}

TEST(BsbmCatalog, RefusesImpossibleSizes) {
  EXPECT_THROW(Catalog({0, 0}), Error);
  EXPECT_THROW(Catalog({kMostProducts + 1, 0}), Error);
}

}  // namespace
}  // namespace quadrille::bsbm
