#include "bench/bsbm/mix.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "bench/bsbm/variants.hpp"

namespace quadrille::bsbm {
namespace {

using bench::Members;
using bench::NamedInstance;
using bench::NamedQuery;
using bench::subject_of;
using bench::with_variants;
using bench::Workload;

// `draws` of each of the queries 1 .. last.
std::vector<NamedQuery> queries(int last, int draws) {
  std::vector<NamedQuery> all;
  for (int number = 1; number <= last; ++number) {
    for (int draw = 1; draw <= draws; ++draw) {
      all.push_back({fmt::format("explore-q{:02}-{:02}", number, draw), "ASK {}"});
    }
  }
  return all;
}

TEST(ExploreMix, HasTheQueriesOfTheBenchmarkInItsOrder) {
  std::vector<NamedQuery> some = queries(12, 3);
  some.push_back({"bi-q01-01", "ASK {}"});
  const Workload work = mix_workload(kExplore, some, 2, 4, 1);
  EXPECT_EQ(work.mix_queries, 25u);
  EXPECT_EQ(work.queries.size(), 33u);  // of eleven, because query 6 is in no mix
  ASSERT_EQ(work.orders.size(), 2u);
  ASSERT_EQ(work.orders[0].size(), 100u);
  for (std::size_t at = 0; at < 100; ++at) {
    const std::string begin = fmt::format("explore-q{:02}-", kExplore.mix[at % 25]);
    EXPECT_TRUE(work.queries[work.orders[1][at]].name.starts_with(begin)) << at;
  }
}

TEST(BusinessIntelligenceMix, HasTheQueriesOfTheBenchmarkInItsOrder) {
  std::vector<NamedQuery> some = queries(12, 1);
  for (int number = 1; number <= 8; ++number) some.push_back({fmt::format("bi-q{:02}-001", number), "ASK {}"});
  const Workload work = mix_workload(kBusinessIntelligence, some, 1, 1, 0);
  std::string order;
  for (const std::uint32_t query : work.orders[0]) order += work.queries[query].name.substr(4, 2) + " ";
  EXPECT_EQ(order, "01 03 02 02 04 05 05 06 05 06 06 07 08 07 06 ");
}

TEST(ExploreMix, IsDrawnBySeed) {
  const auto orders = [](std::uint64_t seed) { return mix_workload(kExplore, queries(12, 20), 2, 3, seed).orders; };
  EXPECT_EQ(orders(7), orders(7));
  EXPECT_NE(orders(7), orders(8));
  EXPECT_NE(orders(7)[0], orders(7)[1]);
}

TEST(ExploreMix, NeedsAllOfItsQueries) {
  EXPECT_THROW(mix_workload(kExplore, queries(11, 1), 1, 1, 0), Error);
}

constexpr const char* kInstances = "http://www4.wiwiss.fu-berlin.de/bizer/bsbm/v01/instances/";

std::string about(std::string_view thing) {
  return fmt::format("SELECT * {{ <{0}{1}> ?p <{0}ProductType3> . <{0}{1}> ?q ?r }}", kInstances, thing);
}

TEST(Variants, AreAboutOtherThingsOfTheSameKind) {
  const std::string one = "dataFromProducer6/Product248", other = "dataFromProducer1/Product7";
  EXPECT_EQ(*subject_of(about(one)), (NamedInstance{"Product", fmt::format("<{}{}>", kInstances, one)}));
  const Members members{{"Product", {fmt::format("<{}{}>", kInstances, other)}}};
  const auto all = with_variants({{"explore-q02-01", about(one)}, {"explore-q01-01", "ASK {}"}}, members, 2, 0);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].text, about(one));
  EXPECT_EQ(all[1].name, "explore-q02-01v1");
  EXPECT_EQ(all[1].text, about(other));
  EXPECT_EQ(all[2].name, "explore-q02-01v2");
  EXPECT_EQ(all[3].name, "explore-q01-01");
}

TEST(Variants, NeedOneThingThatAQueryIsAbout) {
  EXPECT_EQ(subject_of("ASK {}"), std::nullopt);
  EXPECT_EQ(subject_of(about("ProductType4")), std::nullopt);
  EXPECT_EQ(subject_of(about("dataFromVendor1/Offer3") + about("dataFromVendor1/Offer4")), std::nullopt);
  EXPECT_EQ(subject_of(about("dataFromRatingSite1/Review9"))->kind, "Review");
}

}  // namespace
}  // namespace quadrille::bsbm
