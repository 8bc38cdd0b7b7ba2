#include "server/http/workbench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <algorithm>
#include <cstdlib>

#include "server/http/http_server.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"
#include "server/http/web_assets.hpp"

namespace quadrille::server {

namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class WorkbenchTest : public testing::Test {
 protected:
  WorkbenchTest() {
    options_.port = 0;
    options_.tls = testing_tls_options();
    server_.emplace(engine_, access_, options_);
  }
  void SetUp() override {
    if (!web_assets().empty()) return;
    ASSERT_EQ(std::getenv("QUADRILLE_REQUIRE_SHARED"), nullptr) << why_no_workbench();
    GTEST_SKIP() << why_no_workbench();
  }
  httplib::Client client() {
    httplib::Client client(testing_origin(server_->port()));
    client.enable_server_certificate_verification(false);
    return client;
  }
  static const WebAsset& script() {
    const auto all = web_assets();
    return *std::find_if(all.begin(), all.end(), [](const auto& asset) {
      return asset.name.starts_with("main.") && asset.name.ends_with(".js");
    });
  }
  static std::string address_of(const WebAsset& asset) { return "/assets/" + std::string(asset.name); }

  HttpOptions options_;
  TestingEngine engine_;
  Access access_{AccessSettings{}};
  std::optional<HttpServer> server_;
};

TEST_F(WorkbenchTest, ThePageIsAskedForAgainAndItsFilesAreKept) {
  auto http = client();
  for (const char* path : {"/", "/sparql?format=html"}) {
    const auto page = http.Get(path);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->status, 200);
    EXPECT_EQ(page->get_header_value("Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(page->get_header_value("Cache-Control"), "no-cache");
    EXPECT_THAT(page->body, HasSubstr("src=\"assets/" + std::string(script().name) + "\""));
  }
  const auto file = http.Get(address_of(script()));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->get_header_value("Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(file->get_header_value("Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(file->get_header_value("X-Content-Type-Options"), "nosniff");
}

TEST_F(WorkbenchTest, ThePolicyAllowsNoCodeWithinThePage) {
  const auto page = client().Get("/");
  EXPECT_EQ(page->get_header_value_count("Content-Security-Policy"), 1u);
  const std::string policy = page->get_header_value("Content-Security-Policy");
  EXPECT_THAT(policy, StartsWith("default-src 'none'; script-src 'self'; style-src 'self';"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(policy, Not(HasSubstr("http")));
}

TEST_F(WorkbenchTest, ThePolicyAllowsPicturesOfTheServerOfTiles) {
  auto http = client();
  EXPECT_THAT(http.Get("/session")->body, HasSubstr("\"map_tiles\":null"));
  options_.pages.map_tiles = {"https://tile.example.org:8443/a/{z}/{x}/{y}.png?key=1", "© somebody"};
  server_->prepare(options_)();
  EXPECT_THAT(http.Get("/")->get_header_value("Content-Security-Policy"),
              HasSubstr("; img-src 'self' data: https://tile.example.org:8443; "));
  EXPECT_THAT(http.Get("/session")->body,
              HasSubstr(R"("map_tiles":{"address":"https://tile.example.org:8443/a/{z}/{x}/{y}.png?key=1",)"
                        R"("attribution":"© somebody"})"));
}

TEST(MapTiles, AddressesHaveAHostAndThreeNumbers) {
  EXPECT_TRUE(is_tile_address("http://localhost:8080/{z}/{x}/{y}"));
  EXPECT_TRUE(is_tile_address("https://[::1]/{z}/{y}/{x}.png"));
  for (const char* wrong :
       {"", "tile.example.org/{z}/{x}/{y}", "https:///{z}/{x}/{y}", "https://{z}/{x}/{y}", "https://{s}.a/{z}/{x}/{y}",
        "https://a;script-src/{z}/{x}/{y}", "https://a 'none'/{z}/{x}/{y}", "https://a/{z}/{x}", "ftp://a/{z}/{x}/{y}"})
    EXPECT_FALSE(is_tile_address(wrong)) << wrong;
}

TEST_F(WorkbenchTest, BytesAreSentOnceIfTheClientKeepsThem) {
  auto http = client();
  const std::string etag = http.Get("/")->get_header_value("ETag");
  EXPECT_THAT(etag, testing::MatchesRegex("\"[0-9a-f]+\""));
  for (const std::string& known : {etag, "W/" + etag, "\"other\", " + etag, std::string("*")}) {
    const auto again = http.Get("/", {{"If-None-Match", known}});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->status, 304) << known;
    EXPECT_EQ(again->body, "");
    EXPECT_EQ(again->get_header_value("ETag"), etag);
  }
  EXPECT_EQ(http.Get("/", {{"If-None-Match", "\"other\""}})->status, 200);
}

TEST_F(WorkbenchTest, FilesAreSentAsTheyAreStoredOrUnpacked) {
  auto http = client();
  http.set_decompress(false);
  const auto packed = http.Get(address_of(script()), {{"Accept-Encoding", "gzip, br, zstd"}});
  EXPECT_EQ(packed->get_header_value("Content-Encoding"), "gzip");
  EXPECT_EQ(packed->body, script().gzip);
  for (const char* coding : {"identity", "br", "gzip;q=0"}) {
    const auto plain = http.Get(address_of(script()), {{"Accept-Encoding", coding}});
    EXPECT_EQ(plain->get_header_value("Content-Encoding"), "") << coding;
    EXPECT_EQ(plain->body.size(), script().bytes) << coding;
  }
  const auto head = http.Head(address_of(script()), {{"Accept-Encoding", "gzip"}});
  EXPECT_EQ(head->get_header_value("Content-Length"), std::to_string(script().gzip.size()));
  EXPECT_EQ(head->body, "");
}

TEST_F(WorkbenchTest, OtherNamesAreNotFound) {
  auto http = client();
  for (const char* path : {"/assets/main.js", "/assets/..", "/assets/main.AAAAAAAA.js", "/assets/index.html"}) {
    const auto answer = http.Get(path);
    EXPECT_EQ(answer->status, 404) << path;
    EXPECT_THAT(answer->body, StartsWith("the workbench has no file"));
  }
  for (const char* path : {"/assets", "/assets/..%2Findex.html"}) EXPECT_EQ(http.Get(path)->status, 404) << path;
  EXPECT_EQ(http.Post("/assets/index.html", "", "text/plain")->status, 405);
}

}  // namespace

}  // namespace quadrille::server
