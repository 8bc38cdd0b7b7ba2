#include "bench/query/answer_digest.hpp"

#include <gtest/gtest.h>

namespace quadrille::bench {
namespace {

constexpr const char* kTsv = "text/tab-separated-values; charset=utf-8";

AnswerDigest digest_of(std::string_view text, std::size_t piece = 1000, const char* type = kTsv) {
  AnswerDigest digest;
  for (std::size_t at = 0; at < text.size(); at += piece) digest.take(text.substr(at, piece));
  digest.finish(type);
  return digest;
}

TEST(AnswerDigest, CountsRowsWithoutTheHead) {
  EXPECT_EQ(digest_of("?x\n<http://a>\n<http://b>\n").rows(), 2u);
  EXPECT_EQ(digest_of("?x\n<http://a>\n<http://b>").rows(), 2u);
  EXPECT_EQ(digest_of("?x\n").rows(), 0u);
  EXPECT_EQ(digest_of("?x").rows(), 0u);
  EXPECT_EQ(digest_of("").rows(), 0u);
}

TEST(AnswerDigest, ABooleanIsARow) {
  EXPECT_EQ(digest_of("true").rows(), 1u);
  EXPECT_EQ(digest_of("false\n").rows(), 1u);
  EXPECT_NE(digest_of("true").digest(), digest_of("false").digest());
}

TEST(AnswerDigest, TriplesHaveNoHead) {
  const char* const triples = "# a comment\n<a> <b> <c> .\n<a> <b> <d> .\n";
  EXPECT_EQ(digest_of(triples, 1000, "application/n-triples").rows(), 2u);
  EXPECT_EQ(digest_of("<a> <b> <c> .\n<a> <b> <d> .\n", 1000, "text/plain").rows(), 2u);
  EXPECT_EQ(digest_of("", 1000, "application/n-triples").rows(), 0u);
}

TEST(AnswerDigest, IsThatOfTheRowsInAnyOrderAndInAnyPieces) {
  const auto one = digest_of("?x\t?y\n<a>\t1\n<b>\t2\n");
  EXPECT_EQ(one.digest(), digest_of("?x\t?y\n<b>\t2\n<a>\t1\n", 3).digest());
  EXPECT_NE(one.digest(), digest_of("?x\t?y\n<b>\t1\n<a>\t2\n").digest());
}

TEST(AnswerDigest, LooksThroughWaysToSpell) {
  const auto one = digest_of("?x\t?y\n<http://a>\t27247\n");
  EXPECT_EQ(one.digest(),
            digest_of("\"x\"\t\"y\"\n\"http://a\"\t\"27247\"^^<http://www.w3.org/2001/XMLSchema#integer>\n").digest());
  EXPECT_EQ(one.digest(), digest_of("?x\t?y\r\n<http://a>\t27247\r\n").digest());
}

}  // namespace
}  // namespace quadrille::bench
