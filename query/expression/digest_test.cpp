#include "query/expression/digest.hpp"

#include <gtest/gtest.h>

#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

TEST(Digest, TheExamplesOfTheRecommendation) {  // 17.4.6
  expect_values({
      {R"(MD5("abc"))", R"("900150983cd24fb0d6963f7d28e17f72")"},
      {R"(SHA1("abc"))", R"("a9993e364706816aba3e25717850c26c9cd0d89d")"},
      {R"(SHA256("abc"))", R"("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")"},
      {R"(SHA384("abc"))",
       R"("cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7")"},
      {R"(SHA512("abc"))",
       R"("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")"},
  });
}

TEST(Digest, OnlyOfSimpleLiterals) {
  expect_values({
      {R"(MD5(""))", R"("d41d8cd98f00b204e9800998ecf8427e")"},
      {R"(MD5("abc"@en))", "error"},
      {"MD5(1)", "error"},
      {"SHA1(:a)", "error"},
  });
}

}  // namespace
}  // namespace quadrille::query
