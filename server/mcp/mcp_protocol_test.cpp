#include "server/mcp/mcp_protocol.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace quadrille::server {

namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kModern = "2026-07-28";

ToolResult echo(Tool tool, const json& arguments) {
  return {std::to_string(static_cast<int>(tool)) + arguments.dump()};
}

struct Answered {
  int status;
  json body;
};

Answered ask(const json& message, McpRequest request = {}) {
  request.body = message.dump();
  request.server_version = "1.2";
  const McpReply reply = answer_mcp(request, echo);
  return {reply.status, reply.body.empty() ? json() : json::parse(reply.body)};
}

json message(const std::string& method, const json& params = json::object()) {
  return {{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", params}};
}

// As since 2026-07-28.
Answered ask_modern(const std::string& method, json params = json::object(), McpRequest headers = {}) {
  params["_meta"] = {{"io.modelcontextprotocol/protocolVersion", kModern},
                     {"io.modelcontextprotocol/clientCapabilities", json::object()}};
  if (headers.revision.empty()) headers.revision = kModern;
  if (headers.method.empty()) headers.method = method;
  return ask(message(method, params), headers);
}

}  // namespace

TEST(McpProtocol, ARevisionIsAgreedOn) {
  for (const char* revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    EXPECT_EQ(ask(message("initialize", {{"protocolVersion", revision}})).body["result"]["protocolVersion"], revision);
  const Answered unknown = ask(message("initialize", {{"protocolVersion", "2030-01-01"}}));
  EXPECT_EQ(unknown.body["result"]["protocolVersion"], "2025-11-25");
  EXPECT_EQ(unknown.body["result"]["serverInfo"]["version"], "1.2");
  EXPECT_EQ(unknown.body["id"], 7);
}

TEST(McpProtocol, NotificationsAreAccepted) {
  const Answered found = ask({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}});
  EXPECT_EQ(found.status, 202);
  EXPECT_TRUE(found.body.is_null());
}

TEST(McpProtocol, ToolsAreListedAndCalled) {
  const json tools = ask(message("tools/list")).body["result"]["tools"];
  ASSERT_EQ(tools.size(), 5u);
  for (const json& tool : tools) {
    EXPECT_EQ(tool["inputSchema"]["type"], "object");
    EXPECT_EQ(tool["annotations"]["readOnlyHint"], true);
  }
  const Answered called = ask(message("tools/call", {{"name", "find"}, {"arguments", {{"text", "x"}}}}));
  EXPECT_EQ(called.body["result"]["content"][0]["text"], R"(1{"text":"x"})");
  EXPECT_EQ(called.body["result"]["isError"], false);
}

TEST(McpProtocol, WrongArgumentsAreForTheModelToCorrect) {
  const auto said = [](const json& arguments) {
    const json result = ask(message("tools/call", {{"name", "find"}, {"arguments", arguments}})).body["result"];
    EXPECT_EQ(result["isError"], true);
    return result["content"][0]["text"].get<std::string>();
  };
  EXPECT_THAT(said(json::object()), HasSubstr("needs the argument 'text'"));
  EXPECT_THAT(said({{"text", 7}}), HasSubstr("must be a string"));
  EXPECT_THAT(said({{"text", "x"}, {"limit", "7"}}), HasSubstr("no argument 'limit'"));
  EXPECT_THAT(said(json::array()), HasSubstr("must be a JSON object"));
}

TEST(McpProtocol, MistakesOfTheClientAreErrors) {
  EXPECT_EQ(answer_mcp({"{"}, echo).status, 400);
  EXPECT_THAT(answer_mcp({"{"}, echo).body, HasSubstr("-32700"));
  EXPECT_EQ(ask({{"id", 1}, {"method", "ping"}}).body["error"]["code"], -32600);
  EXPECT_EQ(ask(7).body["error"]["code"], -32600);
  EXPECT_EQ(ask(json::array()).body["error"]["code"], -32600);
  EXPECT_EQ(ask(message("resources/list")).body["error"]["code"], -32601);
  EXPECT_EQ(ask(message("tools/call", {{"name", "drop"}})).body["error"]["code"], -32602);
  EXPECT_EQ(ask(message("ping"), {.revision = "1999-01-01"}).body["error"]["code"], -32022);
}

TEST(McpProtocol, MessagesMayComeInAList) {
  const Answered found =
      ask({message("ping"), {{"jsonrpc", "2.0"}, {"method", "notifications/x"}}, message("tools/list")});
  EXPECT_EQ(found.status, 200);
  EXPECT_EQ(found.body.size(), 2u);
  EXPECT_EQ(ask({{{"jsonrpc", "2.0"}, {"method", "notifications/x"}}}).status, 202);
}

TEST(McpProtocol, SinceTheNewestRevisionAMessageStandsForItself) {
  const json found = ask_modern("server/discover").body["result"];
  EXPECT_EQ(found["supportedVersions"], json::array({kModern}));
  EXPECT_EQ(found["resultType"], "complete");
  EXPECT_EQ(found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "quadrille");
  EXPECT_EQ(ask_modern("tools/list").body["result"]["tools"].size(), 5u);
  const json arguments{{"name", "find"}, {"arguments", {{"text", "x"}}}};
  EXPECT_EQ(ask_modern("tools/call", arguments, {.name = "find"}).body["result"]["isError"], false);
  EXPECT_EQ(ask_modern("initialize").status, 404);
}

TEST(McpProtocol, ThenHeadersMustAgreeWithTheMessage) {
  const json arguments{{"name", "find"}, {"arguments", {{"text", "x"}}}};
  for (const McpRequest& headers : {McpRequest{.name = "query"}, McpRequest{.method = "tools/list", .name = "find"},
                                    McpRequest{.revision = "2025-11-25", .name = "find"}}) {
    const Answered found = ask_modern("tools/call", arguments, headers);
    EXPECT_EQ(found.status, 400);
    EXPECT_EQ(found.body["error"]["code"], -32020);
  }
  const json meta{{"_meta",
                   {{"io.modelcontextprotocol/protocolVersion", "2027-01-01"},
                    {"io.modelcontextprotocol/clientCapabilities", json::object()}}}};
  const Answered unknown = ask(message("tools/list", meta), {.revision = "2027-01-01", .method = "tools/list"});
  EXPECT_EQ(unknown.body["error"]["code"], -32022);
  EXPECT_THAT(unknown.body["error"]["data"]["supported"].dump(), HasSubstr(kModern));
  EXPECT_EQ(ask(message("tools/list"), {.revision = kModern, .method = "tools/list"}).body["error"]["code"], -32602);
}

}  // namespace quadrille::server
