#include "server/http/mcp_endpoint.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/http/http_server.hpp"
#include "server/http/testing/client.hpp"
#include "server/http/testing/engine.hpp"

namespace quadrille::server {

namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class McpEndpoint : public testing::Test {
 protected:
  McpEndpoint() {
    HttpOptions options;
    options.port = 0;
    options.public_names = {"here"};
    options.tls = testing_tls_options();
    server_.emplace(engine_, access_, options);
  }

  std::string post(const std::string& body, const std::string& headers = "",
                   const std::string& type = "application/json") {
    TestingClient client(server_->port());
    client.send(
        fmt::format("POST /mcp HTTP/1.1\r\nHost: here:80\r\nConnection: close\r\nContent-Type: {}\r\n{}"
                    "Content-Length: {}\r\n\r\n{}",
                    type, headers, body.size(), body));
    return client.receive_all();
  }
  json call(const std::string& tool, const json& arguments) {
    const json message{{"jsonrpc", "2.0"},
                       {"id", 1},
                       {"method", "tools/call"},
                       {"params", {{"name", tool}, {"arguments", arguments}}}};
    const std::string answer = post(message.dump());
    EXPECT_THAT(answer, HasSubstr("HTTP/1.1 200"));
    return json::parse(answer.substr(answer.find("\r\n\r\n")))["result"];
  }
  std::string text(const std::string& tool, const json& arguments) {
    return call(tool, arguments)["content"][0]["text"];
  }

  TestingEngine engine_;
  Access access_{AccessSettings{}};
  std::optional<HttpServer> server_;
};

}  // namespace

TEST_F(McpEndpoint, AnswersAreCutAtAHundredRows) {
  EXPECT_THAT(text("query", {{"query", "rows 100"}}), Not(HasSubstr("Cut")));
  const std::string cut = text("query", {{"query", "rows 101"}});
  EXPECT_THAT(cut, HasSubstr("the first 100 rows, and there are more"));
  EXPECT_EQ(std::count(cut.begin(), cut.end(), '\n'), 103);  // the header, the rows, an empty line, the remark
  EXPECT_THAT(text("query", {{"query", "endless"}}), HasSubstr("there are more"));
  EXPECT_THAT(text("query", {{"query", "rows 0"}}), HasSubstr("No rows"));
}

TEST_F(McpEndpoint, FailuresOfAQueryAreForTheModel) {
  const json result = call("query", {{"query", "fail syntax"}});
  EXPECT_EQ(result["isError"], true);
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(), HasSubstr("Correct the query"));
  EXPECT_THAT(call("query", {{"query", "fail timeout"}})["content"][0]["text"].get<std::string>(),
              HasSubstr("cheaper"));
  EXPECT_EQ(call("describe", {{"iri", "a> ?p ?o } # "}})["isError"], true);
}

TEST_F(McpEndpoint, TheSchemaIsText) {
  EXPECT_THAT(text("schema", json::object()), HasSubstr("3\t<urn:C>"));
  EXPECT_THAT(text("find", {{"text", "C"}}), HasSubstr("class\t<urn:C>\t3 things"));
}

TEST_F(McpEndpoint, OtherMethodsTypesAndOriginsAreRefused) {
  TestingClient client(server_->port());
  client.send("GET /mcp HTTP/1.1\r\nHost: here:80\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(client.receive_all(), HasSubstr("HTTP/1.1 405"));
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  EXPECT_THAT(post(ping), HasSubstr("HTTP/1.1 200"));
  EXPECT_THAT(post(ping, "", "text/plain"), HasSubstr("HTTP/1.1 415"));
  EXPECT_THAT(post(ping, "Origin: http://evil.example\r\n"), HasSubstr("HTTP/1.1 403"));
  EXPECT_THAT(post(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), HasSubstr("HTTP/1.1 202"));
}

}  // namespace quadrille::server
