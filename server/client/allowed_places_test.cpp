#include "server/client/allowed_places.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "loader/rdf/testing/temporary_folder.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

bool allows(const std::string& prefix, const std::string& iri) {
  try {
    AllowedPlaces({prefix}).require(iri);
    return true;
  } catch (const StatusError& error) {
    EXPECT_EQ(error.status(), 403);
    return false;
  }
}

bool opens(const std::string& prefix, const std::string& iri) {
  try {
    ::close(open_allowed_file(AllowedPlaces({prefix}), iri));
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

TEST(AllowedPlaces, APrefixIsTheBeginningOfAnAbsoluteIri) {
  for (const char* wrong : {"", "data/", "/data/", "ftp://a/", "file:/data/", "file://host/data/", "http://me@a/",
                            "file:///data/../etc/", "http://a b/", "http://a/%2E%2e/", "http://a:", "http://a:/x"}) {
    EXPECT_THROW(AllowedPlaces({wrong}), Error) << wrong;
  }
}

TEST(AllowedPlaces, NothingElseIsAllowed) {
  EXPECT_TRUE(allows("http://a/rdf/", "http://a/rdf/x.ttl?y#z"));
  EXPECT_FALSE(allows("http://a/rdf/", "http://a/x.ttl"));
  EXPECT_FALSE(allows("http://a/rdf/", "https://a/rdf/x.ttl"));
  EXPECT_FALSE(allows("http://a/", "file:///etc/passwd"));
}

TEST(AllowedPlaces, AHostEndsWhereItEnds) {
  EXPECT_TRUE(allows("http://a.org", "http://a.org/x"));
  EXPECT_FALSE(allows("http://a.org", "http://a.org.evil.com/x"));
  EXPECT_FALSE(allows("http://a.org", "http://a.org@evil.com/x"));
  EXPECT_FALSE(allows("http://a.org", "http://a.org:81/x"));
  EXPECT_FALSE(allows("http://", "http://me@b/x"));
  EXPECT_TRUE(allows("http://", "http://b/x"));
}

TEST(AllowedPlaces, NoPathGoesUp) {
  for (const char* up : {"..", "../x", "%2e%2E/x", ".%2e", "b/../../x", "./x", "..%2Fx", "..\\x"}) {
    EXPECT_FALSE(allows("http://a/rdf/", std::string("http://a/rdf/") + up)) << up;
  }
  EXPECT_TRUE(allows("http://a/rdf/", "http://a/rdf/...x/..y?../z"));
}

TEST(AllowedPlaces, FilesBelowTheFolderOpenWithAllThatTheirNamesHold) {
  const testing::TemporaryFolder folder;
  const std::string root = "file://" + folder.path().string();
  folder.write("data/a b.nt", "");
  folder.write("data/2026-x.nt", "");
  EXPECT_TRUE(opens(root + "/data/", root + "/data/a%20b.nt"));
  EXPECT_TRUE(opens(root + "/data/2026-", root + "/data/2026-x.nt"));
  EXPECT_FALSE(opens(root + "/data/", root + "/data/none.nt"));
  EXPECT_FALSE(opens(root + "/data/", root + "/data/"));
  EXPECT_FALSE(opens(root + "/data/", root + "/data/a%20b.nt?x"));
  EXPECT_FALSE(opens(root + "/data/", root + "/data/a%20b.nt%00"));
}

TEST(AllowedPlaces, LinksThatLeadOutAreRefusedAndOthersFollowed) {
  const testing::TemporaryFolder folder;
  const std::string root = "file://" + folder.path().string();
  const auto path = [&](const char* name) { return folder.path() / name; };
  folder.write("secret.nt", "");
  folder.write("data/in/a.nt", "");
  folder.write("database/a.nt", "");
  std::filesystem::create_symlink(path("secret.nt"), path("data/out.nt"));
  std::filesystem::create_symlink(folder.path(), path("data/up"));
  std::filesystem::create_symlink(path("data/in/a.nt"), path("data/link.nt"));
  std::filesystem::create_symlink(path("data"), path("alias"));
  EXPECT_FALSE(opens(root + "/data/", root + "/data/out.nt"));
  EXPECT_FALSE(opens(root + "/data/", root + "/data/up/secret.nt"));
  EXPECT_FALSE(opens(root + "/data/", root + "/data/up/database/a.nt"));
  EXPECT_TRUE(opens(root + "/data/", root + "/data/link.nt"));
  EXPECT_TRUE(opens(root + "/alias/", root + "/alias/in/a.nt"));
}

TEST(AllowedPlaces, PipesAreNotOpened) {
  const testing::TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe.nt").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(opens("file://" + folder.path().string() + "/", "file://" + pipe));
}

}  // namespace quadrille::server
