#include "server/client/service_places.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

bool allows(const ServicePlaces& places, const std::string& endpoint) {
  try {
    places.address_of(endpoint);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

TEST(ServicePlaces, WithoutOptionsNothingIsAllowed) {
  const ServicePlaces none({}, {});
  EXPECT_TRUE(none.empty());
  EXPECT_FALSE(allows(none, "http://a.example/sparql"));
}

TEST(ServicePlaces, PrefixesAreThoseOfTheWeb) {
  const ServicePlaces places({"http://a.example", "https://b.example/public/"}, {});
  EXPECT_EQ(places.address_of("http://a.example/sparql"), "http://a.example/sparql");
  EXPECT_TRUE(allows(places, "https://b.example/public/sparql?x=y"));
  EXPECT_FALSE(allows(places, "https://b.example/public/../private"));
  EXPECT_FALSE(allows(places, "http://a.example.evil.com/"));
  EXPECT_THROW(ServicePlaces({"file:///data/"}, {}), Error);
}

TEST(ServicePlaces, ANameStandsForItsAddressAndNothingElse) {
  const ServicePlaces places({}, {"urn:people=http://n2:3756/sparql", "http://x/?a=b=https://y/?c=d"});
  EXPECT_EQ(places.address_of("urn:people"), "http://n2:3756/sparql");
  EXPECT_EQ(places.address_of("http://x/?a=b"), "https://y/?c=d");
  EXPECT_FALSE(allows(places, "http://n2:3756/sparql"));
  EXPECT_NO_THROW(places.require("http://n2:3756/sparql"));
  EXPECT_THROW(places.require("http://n2:3756/other"), Error);
  for (const char* wrong : {"urn:a", "urn:a=", "=http://b/", "a=http://b/", "urn:a=ftp://b/", "urn:a=http://me@b/"}) {
    EXPECT_THROW(ServicePlaces({}, {wrong}), Error) << wrong;
  }
}

}  // namespace quadrille::server
