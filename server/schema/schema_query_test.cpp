#include "server/schema/schema_query.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;

const std::string kAnswer =
    "?row\t?class\t?predicate\t?range\t?count\n"
    "1\t<urn:C>\t\t\t7\n"
    "1\t_:b1\t\t\t2\n"
    "2\t\t<urn:p>\t\t9\n"
    "2\t\t<urn:q>\t\t4\n"
    "3\t\t<urn:q>\t\t3\n"
    "3\t\t<urn:p>\t\t8\n"
    "4\t\t<urn:p>\t\t6\n"
    "5\t\t<urn:p>\t<urn:C>\t5\n"
    "5\t\t<urn:p>\t\t1\n"
    "6\t\t<urn:p>\t<urn:int>\t3\n"
    "7\t<urn:C>\t<urn:p>\t<urn:C>\t5\n"
    "7\t\t<urn:p>\t\t1\n"
    "8\t<urn:C>\t<urn:p>\t<urn:int>\t2\n";

Schema read(const std::string& answer, std::size_t piece, bool whole = true) {
  SchemaReader reader;
  for (std::size_t start = 0; start < answer.size(); start += piece)
    reader.read(std::string_view(answer).substr(start, piece));
  return reader.finish(whole);
}

std::string failure_of(const std::string& answer) {
  try {
    read(answer, answer.size());
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::internal);
    return error.what();
  }
  return "none";
}

}  // namespace

TEST(SchemaQuery, TheFirstPartHasNoPassOverTheData) {
  EXPECT_THAT(schema_query(false), Not(HasSubstr("OPTIONAL")));
  EXPECT_THAT(schema_query(true), HasSubstr(schema_query(false).substr(50, 150)));
}

TEST(SchemaReader, ReadsPiecesOfAnySize) {
  for (std::size_t piece = 1; piece < 40; ++piece) {
    const Schema schema = read(kAnswer, piece);
    EXPECT_TRUE(schema.is_whole);
    EXPECT_EQ(schema.triples(), 13u);
    ASSERT_EQ(schema.classes.size(), 2u);
    EXPECT_EQ(schema.classes[0].term, "urn:C");
    EXPECT_EQ(schema.classes[1].term, "_:b1");
    ASSERT_EQ(schema.predicates.size(), 2u);
    EXPECT_EQ(schema.predicates[0].subjects, 8u);
    EXPECT_EQ(schema.predicates[1].subjects, 3u);
    EXPECT_EQ(schema.predicates[0].objects, 6u);
  }
}

TEST(SchemaReader, ListsAreByDescendingCount) {
  const Schema schema = read(kAnswer, kAnswer.size());
  std::vector<std::uint64_t> counts;
  for (const SchemaCombination& one : schema.combinations) counts.push_back(one.range.count);
  EXPECT_THAT(counts, testing::ElementsAre(5, 2, 1));
  counts.clear();
  for (const SchemaRange& range : schema.predicates[0].ranges) counts.push_back(range.count);
  EXPECT_THAT(counts, testing::ElementsAre(5, 3, 1));
  EXPECT_TRUE(schema.predicates[0].ranges[1].is_datatype);
  EXPECT_EQ(schema.predicates[0].ranges[2].term, "");
}

TEST(SchemaReader, CombinationsBeyondTheLimitAreCounted) {
  std::string answer = "?row\t?class\t?predicate\t?range\t?count\n";
  for (std::size_t n = 0; n < kMostCombinations + 3; ++n) answer += "7\t<urn:C>\t<urn:p>\t<urn:C>\t5\n";
  answer += "8\t<urn:C>\t<urn:p>\t<urn:int>\t2\n";
  const Schema schema = read(answer, 1 << 16);
  EXPECT_EQ(schema.combinations.size(), kMostCombinations + 1);
  EXPECT_EQ(schema.combinations_left_out, 3u);
}

TEST(SchemaReader, AnotherAnswerIsAnError) {
  const std::string header = kAnswer.substr(0, kAnswer.find('\n') + 1);
  EXPECT_THAT(failure_of("?x\n1\n"), HasSubstr("begins with '?x'"));
  EXPECT_THAT(failure_of(""), HasSubstr("not complete"));
  EXPECT_THAT(failure_of(header + "1\t<urn:C>\t\t\t7"), HasSubstr("not complete"));
  EXPECT_THAT(failure_of(header + "1\t<urn:C>\n"), HasSubstr("2 fields"));
  EXPECT_THAT(failure_of(header + "1\t<urn:C>\t\t\tseven\n"), HasSubstr("'seven'"));
  EXPECT_THAT(failure_of(header + "9\t<urn:C>\t\t\t7\n"), HasSubstr("kind 9"));
  EXPECT_THAT(failure_of(header + "3\t\t<urn:p>\t\t7\n"), HasSubstr("no count of <urn:p>"));
}

}  // namespace quadrille::server
