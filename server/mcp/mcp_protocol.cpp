#include "server/mcp/mcp_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

namespace quadrille::server {

namespace {

using Json = nlohmann::ordered_json;

// Those that begin with `initialize`, the newest last.
constexpr std::array<std::string_view, 4> kWithHandshake{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
constexpr std::array<std::string_view, 1> kWithoutHandshake{"2026-07-28"};

constexpr const char* kRevisionKey = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* kServerKey = "io.modelcontextprotocol/serverInfo";

constexpr int kTtlMs = 60'000;  // how long a client may keep the list of tools

// An error of JSON-RPC, with the HTTP status that it has since 2026-07-28.
struct RpcError {
  int code = 0;
  int status = 400;
  std::string message = {};
  Json data = {};
};
constexpr int kParseError = -32700, kInvalidRequest = -32600, kMethodNotFound = -32601, kInvalidParams = -32602;
constexpr int kHeaderMismatch = -32020, kUnsupportedRevision = -32022;

bool is_with_handshake(std::string_view revision) {
  return std::find(kWithHandshake.begin(), kWithHandshake.end(), revision) != kWithHandshake.end();
}
bool is_without_handshake(std::string_view revision) {
  return std::find(kWithoutHandshake.begin(), kWithoutHandshake.end(), revision) != kWithoutHandshake.end();
}

const nlohmann::json& member(const nlohmann::json& object, const char* name) {
  static const nlohmann::json none;
  const auto found = object.is_object() ? object.find(name) : object.end();
  return found == object.end() ? none : *found;
}

std::string text_of(const nlohmann::json& json) {
  return json.is_string() ? json.get<std::string>() : std::string();
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Answers one message.
class Exchanged {
 public:
  Exchanged(const McpRequest& request, const nlohmann::json& message, const RunTool& run)
      : request_(request), message_(message), run_(run), params_(member(message, "params")) {
    const nlohmann::json& id = member(message, "id");
    if (id.is_string() || id.is_number()) id_ = Json(id);
    const nlohmann::json& meta = member(params_, "_meta");
    is_modern_ = is_without_handshake(request.revision) || member(meta, kRevisionKey).is_string();
  }

  bool is_notification() const { return !message_.contains("id"); }

  // The status, and the answer; null for a notification.
  std::pair<int, Json> answer() {
    try {
      check();
      if (is_notification()) return {202, nullptr};
      Json result = this->result();
      if (is_modern_) {
        result["resultType"] = "complete";
        result["_meta"] = {{kServerKey, server()}};
      }
      return {200, Json{{"jsonrpc", "2.0"}, {"id", id_}, {"result", std::move(result)}}};
    } catch (const RpcError& error) {
      Json told{{"code", error.code}, {"message", error.message}};
      if (!error.data.is_null()) told["data"] = error.data;
      return {is_modern_ ? error.status : 200, Json{{"jsonrpc", "2.0"}, {"id", id_}, {"error", std::move(told)}}};
    }
  }

 private:
  std::string method() const { return text_of(member(message_, "method")); }

  void check() const {
    if (!message_.is_object() || member(message_, "jsonrpc") != "2.0" || method().empty())
      throw RpcError{kInvalidRequest, 400, "the body must be a message of JSON-RPC 2.0 with a method"};
    if (!is_notification() && id_.is_null())
      throw RpcError{kInvalidRequest, 400, "the id of a message must be a string or a number"};
    if (is_modern_) return check_envelope();
    if (!request_.revision.empty() && !is_with_handshake(request_.revision)) throw unsupported(request_.revision);
  }

  // Checks the members and headers that each message has since 2026-07-28.
  void check_envelope() const {
    if (is_notification()) return;
    const nlohmann::json& meta = member(params_, "_meta");
    for (const char* const key : {kRevisionKey, kCapabilitiesKey}) {
      if (member(meta, key).is_null())
        throw RpcError{kInvalidParams, 400, fmt::format("params._meta must have the member {}", key)};
    }
    const std::string revision = text_of(member(meta, kRevisionKey));
    expect_header("MCP-Protocol-Version", request_.revision, revision);
    expect_header("Mcp-Method", request_.method, method());
    if (method() == "tools/call") expect_header("Mcp-Name", request_.name, text_of(member(params_, "name")));
    if (!is_without_handshake(revision)) throw unsupported(revision);
  }

  static void expect_header(std::string_view name, std::string_view found, std::string_view said) {
    if (found == said) return;
    throw RpcError{kHeaderMismatch, 400,
                   fmt::format("the header {} has '{}', and the message '{}'", name, found, said)};
  }

  static RpcError unsupported(std::string_view revision) {
    Json supported = Json::array();
    for (const std::string_view one : kWithHandshake) supported.push_back(one);
    for (const std::string_view one : kWithoutHandshake) supported.push_back(one);
    return {kUnsupportedRevision,
            400,
            fmt::format("the revision '{}' of the protocol is not supported", revision),
            {{"supported", supported}, {"requested", revision}}};
  }

  Json server() const { return {{"name", "quadrille"}, {"version", request_.server_version}}; }

  Json result() const {
    const std::string method = this->method();
    if (method == "tools/list") return tools();
    if (method == "tools/call") return call();
    if (is_modern_ && method == "server/discover") return discovered();
    if (!is_modern_ && method == "initialize") return initialized();
    if (!is_modern_ && method == "ping") return Json::object();
    throw RpcError{kMethodNotFound, 404, fmt::format("this server has no method '{}'; it has tools alone", method)};
  }

  Json discovered() const {
    Json found{
        {"supportedVersions", Json::array()}, {"capabilities", capabilities()}, {"instructions", tool_instructions()}};
    for (const std::string_view one : kWithoutHandshake) found["supportedVersions"].push_back(one);
    found["ttlMs"] = kTtlMs;
    found["cacheScope"] = "public";
    return found;
  }

  // The client's revision if it is known, else the newest one, which the client may refuse.
  Json initialized() const {
    const std::string wanted = text_of(member(params_, "protocolVersion"));
    return {{"protocolVersion", is_with_handshake(wanted) ? wanted : std::string(kWithHandshake.back())},
            {"capabilities", capabilities()},
            {"serverInfo", server()},
            {"instructions", tool_instructions()}};
  }

  static Json capabilities() { return {{"tools", Json::object()}}; }

  Json tools() const {
    Json result{{"tools", tool_definitions()}};
    if (!is_modern_) return result;
    result["ttlMs"] = kTtlMs;
    result["cacheScope"] = "public";
    return result;
  }

  Json call() const {
    const std::string name = text_of(member(params_, "name"));
    const auto tool = find_tool(name);
    if (!tool) throw RpcError{kInvalidParams, 400, fmt::format("there is no tool '{}'", name)};
    nlohmann::json arguments = member(params_, "arguments");
    if (arguments.is_null()) arguments = nlohmann::json::object();
    const std::string wrong = wrong_arguments(*tool, arguments);
    const ToolResult result = wrong.empty() ? run_(*tool, arguments) : ToolResult{wrong, true};
    return {{"content", Json::array({{{"type", "text"}, {"text", result.text}}})}, {"isError", result.is_error}};
  }

  const McpRequest& request_;
  const nlohmann::json& message_;
  const RunTool& run_;
  const nlohmann::json& params_;
  Json id_;
  bool is_modern_ = false;
};

McpReply malformed(std::string_view why) {
  return {400, dumped({{"jsonrpc", "2.0"}, {"id", nullptr}, {"error", {{"code", kParseError}, {"message", why}}}})};
}

McpReply answer_list(const McpRequest& request, const nlohmann::json& messages, const RunTool& run) {
  Json answers = Json::array();
  for (const nlohmann::json& message : messages) {
    auto [status, answer] = Exchanged(request, message, run).answer();
    if (!answer.is_null()) answers.push_back(std::move(answer));
  }
  return answers.empty() ? McpReply{202, {}} : McpReply{200, dumped(answers)};
}

}  // namespace

McpReply answer_mcp(const McpRequest& request, const RunTool& run) {
  const nlohmann::json message = nlohmann::json::parse(request.body, nullptr, false);
  if (message.is_discarded()) return malformed("the body is not JSON");
  if (message.is_array() && !message.empty()) return answer_list(request, message, run);
  const auto [status, answer] = Exchanged(request, message, run).answer();
  return {status, answer.is_null() ? std::string() : dumped(answer)};
}

}  // namespace quadrille::server
