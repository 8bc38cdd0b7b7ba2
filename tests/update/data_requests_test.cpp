// Compares requests of INSERT DATA and DELETE DATA that run as one operation with the same requests one after another.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/update/update_bed.hpp"

namespace quadrille::testing::data_requests_test {
namespace {

using ::testing::ElementsAre;

constexpr const char* kData = "<a> <p> <b> . <b> <p> 1, \"x\"@en . <g> { <a> <p> <b>, 2.5 . }";

bool is_first() {
  return pgas::test_job().is_first();
}

std::vector<std::uint64_t> flat(const std::vector<query::ChangeCounts>& counts) {
  std::vector<std::uint64_t> all;
  for (const query::ChangeCounts& its : counts) all.push_back(its.inserted), all.push_back(its.deleted);
  return all;
}

TEST(DataRequests, CountWhatEachChanges) {
  UpdateBed bed(kData);
  std::vector<query::ChangeCounts> counts;
  EXPECT_EQ(bed.update_together({"INSERT DATA { <a> <p> <b>, <new> }",      // one is there
                                 "INSERT DATA { <a> <p> <new>, <newer> }",  // one is there now
                                 "DELETE DATA { <a> <p> <new>, <unknown> }",
                                 "INSERT DATA { <a> <p> <new> } ; DELETE DATA { <a> <p> <new> , <b> }",
                                 "DELETE DATA { GRAPH <g> { <a> <p> 2.5 } }"},
                                counts),
            "");
  EXPECT_THAT(flat(counts), ElementsAre(1, 0, 1, 0, 0, 1, 1, 2, 0, 1));
  EXPECT_EQ(bed.inserted(), 3u);
  EXPECT_EQ(bed.deleted(), 4u);
  EXPECT_EQ(bed.contradiction(), "");
  const auto rows = bed.rows("SELECT ?o { <a> <p> ?o }");
  if (is_first()) {
    EXPECT_EQ(rows.size(), 1u);  // <newer>
  }
}

TEST(DataRequests, KeepLabelsOfDifferentOperationsApart) {
  UpdateBed bed(kData);
  std::vector<query::ChangeCounts> counts;
  EXPECT_EQ(bed.update_together({"INSERT DATA { _:x <is> _:y . _:y <is> _:x }", "INSERT DATA { _:x <is> _:y }",
                                 "INSERT DATA { _:x <is> 1 } ; INSERT DATA { _:z <is> 2 }"},
                                counts),
            "");
  EXPECT_THAT(flat(counts), ElementsAre(2, 0, 1, 0, 2, 0));
  ASSERT_EQ(bed.update("INSERT DATA { _:x <is> 3 }"), "");  // not one of them
  const auto subjects = bed.rows("SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s <is> ?o }");
  const auto nodes =
      bed.rows("SELECT (COUNT(DISTINCT ?n) AS ?m) { { ?n <is> ?o } UNION { ?s <is> ?n } FILTER isBlank(?n) }");
  if (is_first()) {
    EXPECT_THAT(subjects, ElementsAre("6"));
    EXPECT_THAT(nodes, ElementsAre("7"));
  }
}

TEST(DataRequests, MakeNoTermsOfWhatTheyDelete) {
  UpdateBed bed(kData);
  const std::uint64_t before = bed.vocabulary().bytes();
  std::vector<query::ChangeCounts> counts;
  EXPECT_EQ(bed.update_together({"DELETE DATA { <never> <seen> \"terms\" }"}, counts), "");
  EXPECT_THAT(flat(counts), ElementsAre(0, 0));
  EXPECT_EQ(bed.vocabulary().bytes(), before);
  EXPECT_EQ(bed.state()->snapshot.version(), 0u);
}

TEST(DataRequests, AreInTheLog) {
  UpdateBed bed(kData);
  bed.keep_log();
  std::vector<query::ChangeCounts> counts;
  EXPECT_EQ(bed.update_together({"INSERT DATA { <a> <p> <new>, <gone> . _:x <p> \"new\"@en }",
                                 "DELETE DATA { <a> <p> <gone>, <b> . GRAPH <g> { <a> <p> <b> } }"},
                                counts),
            "");
  const auto before = bed.quads();
  bed.start_again();
  EXPECT_EQ(bed.quads(), before);
}

// Few terms, so that requests meet each other's quads.
std::string random_request(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t end) { return random() % end; };
  std::string text;
  for (std::uint64_t operation = 0, end = 1 + below(2); operation < end; ++operation) {
    text += fmt::format("{}{} DATA {{", operation > 0 ? " ; " : "", below(3) > 0 ? "INSERT" : "DELETE");
    for (std::uint64_t quad = 0, quads = below(4); quad < quads; ++quad) {
      const std::string triple =
          fmt::format("<{}> <{}> {} .", "abcdef"[below(6)], "pq"[below(2)],
                      below(2) > 0 ? fmt::format("<{}>", "abcdef"[below(6)]) : fmt::format("\"{}\"", below(4)));
      text += below(3) == 0 ? fmt::format(" GRAPH <{}> {{ {} }}", "gh"[below(2)], triple) : " " + triple;
    }
    text += " }";
  }
  return text;
}

// After each batch.
struct Seen {
  std::vector<std::uint64_t> counts;
  std::set<NaiveQuad> quads;
  bool operator==(const Seen&) const = default;
};

TEST(DataRequests, DoTheSameTogetherAndAlone) {
  std::mt19937_64 random(20260);
  std::vector<std::vector<std::string>> batches(25);
  for (std::vector<std::string>& batch : batches) {
    batch.resize(1 + random() % 20);
    for (std::string& text : batch) text = random_request(random);
  }
  std::vector<Seen> expected;
  {
    UpdateBed alone(kData);
    for (const std::vector<std::string>& batch : batches) {
      Seen& its = expected.emplace_back();
      for (const std::string& text : batch) {
        ASSERT_EQ(alone.update(text), "");
        its.counts.insert(its.counts.end(), {alone.inserted(), alone.deleted()});
      }
      its.quads = alone.quads();
    }
  }
  UpdateBed together(kData);
  for (std::size_t number = 0; number < batches.size(); ++number) {
    std::vector<query::ChangeCounts> counts;
    ASSERT_EQ(together.update_together(batches[number], counts), "");
    const Seen seen{flat(counts), together.quads()};
    EXPECT_EQ(seen.counts, expected[number].counts) << "batch " << number;
    ASSERT_EQ(seen.quads, expected[number].quads) << "batch " << number;
    const auto of_whole_view = together.quads_of_whole_view();
    if (is_first() && pgas::test_job().team().num_groups() > 1) {
      ASSERT_EQ(of_whole_view, seen.quads) << "batch " << number;
    }
  }
  EXPECT_EQ(together.contradiction(), "");
}

}  // namespace
}  // namespace quadrille::testing::data_requests_test
