#pragma once

// Messages of the Model Context Protocol over HTTP ("Streamable HTTP"), without sessions and streams: each POST has one
// message of JSON-RPC 2.0, or, up to revision 2025-03-26, a list of them.
//
//   2024-11-05 ... 2025-11-25   initialize, ping, tools/list, tools/call; notifications are accepted
//   2026-07-28                  server/discover, tools/list, tools/call; the message has `_meta` with the revision, and
//                               the headers MCP-Protocol-Version, Mcp-Method and Mcp-Name must agree with the message

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "server/mcp/mcp_tools.hpp"

namespace quadrille::server {

struct McpRequest {
  std::string body;
  // The headers MCP-Protocol-Version, Mcp-Method, Mcp-Name; empty: absent.
  std::string_view revision = {}, method = {}, name = {};
  std::string_view server_version = {};  // of the program
};

struct McpReply {
  int status = 200;
  std::string body = {};  // JSON; empty: there is none (202)
};

// Runs a tool with arguments that suit it.
using RunTool = std::function<ToolResult(Tool tool, const nlohmann::json& arguments)>;

// Local. Thread-safe. Exceptions of `run` are passed on.
McpReply answer_mcp(const McpRequest& request, const RunTool& run);

}  // namespace quadrille::server
