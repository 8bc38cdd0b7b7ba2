#include "lubm/generator.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>

#include "base/error.hpp"
#include "tests/support/sha256.hpp"

namespace quadrille::lubm {

namespace {

std::string text_of(const DataSet& data_set) {
  std::string text;
  generate(data_set, 1, [&](std::string_view lines) { text.append(lines); });
  return text;
}

std::string sum_of(const DataSet& data_set, unsigned threads = 1) {
  tests::Sha256 sum;
  generate(data_set, threads, [&](std::string_view lines) { sum.add(lines); });
  return sum.hex();
}

bool is_refused(const DataSet& data_set, unsigned threads = 1) {
  try {
    generate(data_set, threads, [](std::string_view) {});
  } catch (const Error& error) {
    return error.kind() == ErrorKind::user;
  }
  return false;
}

}  // namespace

// Section 14 of the specification, in the order of emission with repeats kept.
TEST(Generator, MakesThePublishedData) {
  EXPECT_EQ(sum_of({.universities = 1}), "c36294ca05933f639b6ebb603a8955a970a3f0a5a1e2c43922cd662241e16c02");
  EXPECT_EQ(sum_of({.universities = 2}), "099f64a693674e70155fbce9d40bb3d63b6ccaa44f4cb585ee871ae50db906ea");
  EXPECT_EQ(sum_of({.universities = 5}), "414e48f00ddc569ce53ee85596c27609973aded244c3b48f6732294e8b56282d");
}

TEST(Generator, MakesTheSameInAnyNumberOfThreads) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    EXPECT_EQ(sum_of({.universities = 10}, threads),
              "f1a9852cdbd04659febf3c2ddcb0df52eb4579ca038d7b97000000cc8892685d");
  }
}

// Annotations follow their statements, and nothing else changes.
TEST(Generator, AnnotatesStatements) {
  const std::string plain = text_of({.universities = 1}), reified = text_of({.universities = 1, .reified = true});
  std::string rest, last;
  std::size_t reifiers = 0, annotated = 0, lines = 0;
  std::istringstream in(reified);
  for (std::string line; std::getline(in, line); last = line) {
    const bool is_reified = line.find("takesCourse> ") != line.npos || line.find("advisor> ") != line.npos ||
                            line.find("worksFor> ") != line.npos;
    if (line.starts_with("_:")) {
      ++lines;
      const auto inner = line.find("<<( ");
      if (inner == line.npos) continue;
      ++reifiers;
      EXPECT_EQ(line.substr(inner + 4, line.size() - inner - 9), last.substr(0, last.size() - 1));
    } else {
      if (is_reified) ++annotated;
      rest.append(line).append("\n");
    }
  }
  EXPECT_EQ(rest, plain);
  EXPECT_GT(reifiers, 20'000u);
  EXPECT_EQ(reifiers, annotated);
  EXPECT_EQ(lines, 3 * reifiers);
}

TEST(Generator, MakesThePublishedUniversitiesOfOtherSeeds) {
  EXPECT_EQ(sum_of({.seed = 1}), "c13dc9ec08e6a750b91fcdcd7cace4948839c14eae9d33acffefbfc5b1a82b35");
  EXPECT_EQ(sum_of({.seed = 42}), "c62913588fed6f77ad84a6826ed4db357d392ab40c5fe552063dd662eabf9c0d");
  EXPECT_EQ(sum_of({.seed = 3, .start = 7}), "b66ec76d74775d0b86506da3710b5b967887b49f6218aac434f0f385c6e98c34");
  for (const std::int32_t seed : {-1, 131071, 2147483647}) {
    EXPECT_EQ(sum_of({.seed = seed}), "b636090c28cf1f464e6ad9592dfd06eae89a25b1530c66d8bd9793bd19ba5246");
  }
}

TEST(Generator, DrawsAgainWhereUniversity754Must) {
  EXPECT_EQ(sum_of({.start = 754}), "2206ba186d2229fb39ebc530d14d1abf92cce0483f9b6e28a0b3c78e62931cf7");
}

TEST(Generator, MakesPiecesThatFitTogether) {
  EXPECT_TRUE(text_of({.universities = 1}) + text_of({.universities = 2, .start = 1}) == text_of({.universities = 3}));
}

TEST(Generator, HandsOutWholeLines) {
  for (const unsigned threads : {1u, 2u}) {
    generate({.universities = 3}, threads, [](std::string_view lines) { EXPECT_TRUE(lines.ends_with(" .\n")); });
  }
}

TEST(Generator, RefusesDataSetsThatMakeNoSense) {
  EXPECT_TRUE(is_refused({.universities = 0}));
  EXPECT_TRUE(is_refused({.universities = 2, .start = 2147483647}));
  EXPECT_FALSE(is_refused({.universities = 1, .start = 2147483647}));
  EXPECT_TRUE(is_refused({}, 0));
}

TEST(Generator, RefusesOntologiesThatNTriplesCannotHold) {
  for (const char* ontology : {"", "univ-bench.owl", ":a", "1a:b", "http://a/b c", "http://a/b>", "http://a/\n"}) {
    EXPECT_TRUE(is_refused({.ontology = ontology})) << ontology;
  }
}

TEST(Generator, StopsWithTheErrorOfItsSink) {
  const Sink full = [](std::string_view) { throw std::runtime_error("full"); };
  for (const unsigned threads : {1u, 2u}) {
    EXPECT_THROW(generate({.universities = 1000000}, threads, full), std::runtime_error);
  }
}

}  // namespace quadrille::lubm
