#include "server/shell/vocabulary.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "server/shell/testing/one_answer.hpp"

namespace quadrille::server {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

Vocabulary read(const std::string& answer) {
  OneAnswer server(answer);
  Vocabulary found = fetch_vocabulary(server, [] { return false; });
  EXPECT_EQ(server.asked.path, "/schema");
  return found;
}

TEST(Vocabulary, IsThatOfTheSchema) {
  const Vocabulary found =
      read(R"({"classes":[{"iri":"urn:A","count":3},{"iri":"_:b","count":2},{"iri":"urn:B","count":1}],
                                    "predicates":[{"iri":"urn:p","count":5,"subjects":2,"objects":1}]})");
  EXPECT_THAT(found.classes, ElementsAre("urn:A", "urn:B"));
  EXPECT_THAT(found.predicates, ElementsAre("urn:p"));
}

TEST(Vocabulary, OfAnEmptyDatabaseIsEmpty) {
  EXPECT_THAT(read(R"({"classes":[],"predicates":[]})").classes, IsEmpty());
}

TEST(Vocabulary, HasThePrefixesOfTheFiles) {
  OneAnswer server("@prefix ub: <http://ub.org/#> .\n@prefix : <urn:x@y:> .\n");
  EXPECT_THAT(fetch_prefixes(server, [] { return false; }),
              ElementsAre(Pair("", "urn:x@y:"), Pair("ub", "http://ub.org/#")));
}

TEST(Vocabulary, OfAnotherAnswerIsAnError) {
  EXPECT_THROW(read("<html>"), Error);
  EXPECT_THROW(read(R"({"classes":[]})"), Error);
}

}  // namespace

}  // namespace quadrille::server
