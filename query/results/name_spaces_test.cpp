#include "query/results/name_spaces.hpp"

#include <gtest/gtest.h>

namespace quadrille::results {

TEST(DeclaredPrefixes, AreOfEachPrefixAndNamespaceTheFirst) {
  const std::vector<Prefix> wanted = {{"ex", "http://ex/"},
                                      {"ex", "http://other/"},
                                      {"e", "http://ex/"},
                                      {"xsd", "http://mine/"},
                                      {"r", "relative/"},
                                      {"n", ""},
                                      {"o", "http://www.w3.org/2002/07/owl#"}};
  const std::vector<Prefix> expected = {{"ex", "http://ex/"},
                                        {"xsd", "http://mine/"},
                                        {"o", "http://www.w3.org/2002/07/owl#"},
                                        {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
                                        {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"}};
  EXPECT_EQ(declared_prefixes(wanted), expected);
}

TEST(DeclaredPrefixes, AreBounded) {
  std::vector<Prefix> many;
  for (int number = 0; number < 5000; ++number) {
    many.emplace_back("p" + std::to_string(number), "http://n/" + std::to_string(number) + "/");
  }
  EXPECT_EQ(declared_prefixes(many).size(), kMostPrefixes);
}

}  // namespace quadrille::results
