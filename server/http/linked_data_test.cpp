#include "server/http/linked_data.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/http/http_server.hpp"
#include "server/http/linked_data_prefix.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;

// Its only resources.
class Resources : public TestingEngine {
 public:
  void answer(const QueryRequest& request, AnswerSink& sink) override {
    const bool has = request.text.find("<http://here/id/a%20b>") != std::string::npos ||
                     request.text.find("<http://here/id/ä>") != std::string::npos;
    EXPECT_EQ(request.union_default_graph, true);
    sink.start("text/turtle");
    if (request.text.starts_with("ASK")) {
      sink.write(has ? "true\n" : "false\n");
    } else {
      sink.write(request.text);
    }
  }
};

class LinkedData : public testing::Test {
 protected:
  LinkedData() {
    HttpOptions options;
    options.port = 0;
    options.public_names = {"here"};
    options.tls = testing_tls_options();
    options.pages.linked_data = "http://here/id/";
    server_.emplace(engine_, access_, options);
  }
  std::string get(const std::string& path, const std::string& accept = "text/turtle") {
    TestingClient client(server_->port());
    client.send(fmt::format("GET {} HTTP/1.1\r\nHost: here\r\nAccept: {}\r\nConnection: close\r\n\r\n", path, accept));
    return client.receive_all();
  }

  Resources engine_;
  Access access_{AccessSettings{}};
  std::optional<HttpServer> server_;
};

}  // namespace

TEST_F(LinkedData, ProgramsGetTheTriples) {
  EXPECT_THAT(get("/id/a%20b"), HasSubstr("DESCRIBE <http://here/id/a%20b>"));
  EXPECT_THAT(get("/id/%C3%A4"), HasSubstr("DESCRIBE <http://here/id/ä>"));
}

TEST_F(LinkedData, BrowsersGetThePage) {
  const std::string answer = get("/id/a%20b", "text/html,*/*;q=0.8");
  EXPECT_THAT(answer, HasSubstr("HTTP/1.1 303"));
  EXPECT_THAT(answer, HasSubstr("Location: /#/resource?term=http%3A//here/id/a%2520b\r\n"));
}

TEST_F(LinkedData, OtherPathsAreUnknown) {
  EXPECT_THAT(get("/id/other"), HasSubstr("HTTP/1.1 404"));
  EXPECT_THAT(get("/id/other"), HasSubstr("nothing about <http://here/id/other>"));
  EXPECT_THAT(get("/id/%3E%7D"), HasSubstr("HTTP/1.1 404"));
  for (const char* path : {"/id/", "/id", "/ids/a"}) EXPECT_THAT(get(path), HasSubstr("unknown path")) << path;
  EXPECT_THAT(get("/health"), HasSubstr("\"ok\""));
}

TEST(LinkedDataPrefix, HasAHostAndEndsWithASlash) {
  for (const char* good : {"http://here/", "https://data.example.org/id/", "http://here:8080/a/b/"})
    EXPECT_TRUE(is_linked_data_prefix(good)) << good;
  for (const char* bad : {"", "here/", "urn:a/", "http:///", "http://here", "http://here/a", "http://here/a#",
                          "http://here/ a/", "http://here/?a/"})
    EXPECT_FALSE(is_linked_data_prefix(bad)) << bad;
}

}  // namespace quadrille::server
