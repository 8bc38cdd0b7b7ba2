#include "server/client/context_places.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille::server {

namespace {

constexpr std::size_t kMostBytes = 100;
constexpr const char* kContext = R"({"@context": {"p": "a:p"}})";

// The body, or the reason.
std::string fetched(const ContextPlaces& places, const std::string& iri) {
  ContextCache cache;
  try {
    return places.fetch(iri, kMostBytes, cache, {}).body;
  } catch (const Error& error) {
    return error.what();
  }
}

std::string refusal(const ContextOptions& options) {
  try {
    const ContextPlaces places(options);
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST(ContextPlaces, WithoutOptionsNothingIsAllowed) {
  const ContextPlaces places{ContextOptions()};
  EXPECT_TRUE(places.empty());
  EXPECT_EQ(
      fetched(places, "https://a/"),
      "the context <https://a/> is not allowed here: neither --allow-context PREFIX nor --context-at IRI=FILE was "
      "given for it");
}

TEST(ContextPlaces, AFileStandsForAnIri) {
  const testing::TemporaryFolder folder;
  const std::string file = folder.write("c=d.json", kContext);
  EXPECT_EQ(fetched(ContextPlaces({{}, {"https://a/?x=1=" + folder.write("c.json", kContext)}}), "https://a/?x=1"),
            kContext);
  const std::string large = folder.write("large.json", std::string(101, ' '));
  EXPECT_EQ(fetched(ContextPlaces({{}, {"a:c=" + large}}), "a:c"), "it has more than 100 bytes, the limit");
  EXPECT_EQ(fetched(ContextPlaces({{}, {"https://a/?x=1=" + file}}), "https://a/?x=1"), kContext);
}

TEST(ContextPlaces, RefusesOptionsThatMeanNothing) {
  EXPECT_NE(refusal({{}, {"c.json"}}).find("write IRI=FILE"), std::string::npos);
  EXPECT_NE(refusal({{}, {"a:c="}}).find("write IRI=FILE"), std::string::npos);
  EXPECT_NE(refusal({{}, {"a:c=/no/such"}}).find("cannot read /no/such"), std::string::npos);
  EXPECT_NE(refusal({{"ftp://a/"}, {}}).find("--allow-context ftp://a/"), std::string::npos);
}

TEST(ContextPlaces, FilesBelowAnAllowedFolderAreRead) {
  const testing::TemporaryFolder folder;
  folder.write("in/c.json", kContext);
  folder.write("out.json", kContext);
  const std::string root = "file://" + folder.path().string();
  const ContextPlaces places({{root + "/in/"}, {}});
  EXPECT_EQ(fetched(places, root + "/in/c.json"), kContext);
  EXPECT_NE(fetched(places, root + "/out.json").find("is not allowed here"), std::string::npos);
  EXPECT_NE(fetched(places, root + "/in/../out.json").find("is not allowed"), std::string::npos);
}

TEST(ContextCache, DropsOthersIfThereIsNoRoom) {
  ContextCache cache;
  const auto document = [](std::size_t bytes) {
    return jsonld::FetchedDocument{"u", "t", {}, std::string(bytes, 'x')};
  };
  cache.add("a", document(ContextCache::kMostBytes / 2));
  cache.add("b", document(ContextCache::kMostBytes / 2));
  EXPECT_TRUE(cache.find("a") && cache.find("b"));
  cache.add("c", document(1));
  EXPECT_FALSE(cache.find("a") || cache.find("b"));
  EXPECT_TRUE(cache.find("c"));
  cache.add("d", document(ContextCache::kMostBytes + 1));
  EXPECT_FALSE(cache.find("d"));
}

}  // namespace quadrille::server
