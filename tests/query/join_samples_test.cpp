#include "query/plan/order/join_samples.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pgas/test_main.hpp"
#include "query/index/cardinality.hpp"
#include "tests/query/test_database.hpp"

namespace quadrille::testing::join_samples_test {
namespace {

using query::JoinPart;
using query::JoinSamples;
using query::QuadPattern;
using query::Slot;

constexpr query::VariableId kX = 0, kY = 1, kZ = 2;

// A subject with :p has 20 times :q, the others once; one of a thousand has :r.
std::string data() {
  std::string text = "@prefix : <http://e/> .\n";
  for (int thing = 0; thing < 8000; ++thing) {
    text += fmt::format(":t{} :q :o{}", thing, thing % 7);
    if (thing % 10 == 0) {
      text += fmt::format("; :p :o{}", thing % 5);
      for (int more = 0; more < 19; ++more) text += fmt::format("; :q :more{}", more);
    }
    if (thing % 1000 == 5) text += "; :r :o1";
    text += " .\n";
  }
  return text;
}

class Samples : public ::testing::Test {
 protected:
  Samples() : database_("join_samples") { database_.build(data()); }

  JoinPart part(const char* property, query::VariableId subject, query::VariableId object) {
    const Huri predicate = database_.served().dictionary().find(TermView::iri(property));
    JoinPart part;
    part.pattern = QuadPattern{{Slot::of(subject), Slot::of(predicate), Slot::of(object)}, {}};
    part.variables.add(subject);
    part.variables.add(object);
    return part;
  }

  TestDatabase database_;
};

TEST_F(Samples, TellWhatIndependenceDoesNot) {
  const std::vector<JoinPart> parts{part("http://e/p", kX, kY), part("http://e/q", kX, kZ), part("http://e/r", kX, kZ)};
  JoinSamples samples(query::GraphView::all(database_.served().snapshot()), parts);
  EXPECT_EQ(samples.rows_met(0, kX, 1), 20);
  EXPECT_EQ(samples.rows_met(0, kX, 1), 20) << "the same the second time";
  const auto other_way = samples.rows_met(1, kX, 0);
  ASSERT_TRUE(other_way.has_value()) << "two in three rows of :q are of those that have :p";
  EXPECT_LE(*other_way, 1);
}

TEST_F(Samples, AreSilentWhereTooFewMeet) {
  const std::vector<JoinPart> parts{part("http://e/q", kX, kY), part("http://e/r", kX, kZ)};
  JoinSamples samples(query::GraphView::all(database_.served().snapshot()), parts);
  EXPECT_EQ(samples.rows_met(0, kX, 1), std::nullopt);
}

TEST_F(Samples, AreSilentOfWhatIsNoPlainPattern) {
  JoinPart table;
  table.variables.add(kX);
  std::vector<JoinPart> parts{part("http://e/q", kX, kY), table, part("http://e/q", kX, kX)};
  JoinSamples samples(query::GraphView::all(database_.served().snapshot()), parts);
  EXPECT_EQ(samples.rows_met(0, kX, 1), std::nullopt);
  EXPECT_EQ(samples.rows_met(1, kX, 0), std::nullopt);
  EXPECT_EQ(samples.rows_met(0, kX, 2), std::nullopt);
}

}  // namespace
}  // namespace quadrille::testing::join_samples_test
