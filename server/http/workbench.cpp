#include "server/http/workbench.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <string>

#include "base/assert.hpp"
#include "query/results/negotiation.hpp"
#include "server/http/content_coding.hpp"
#include "server/http/http_status.hpp"
#include "server/http/query_page.hpp"
#include "server/http/web_assets.hpp"

namespace quadrille::server {

namespace {

constexpr std::string_view kAssets = "/assets/";
constexpr std::string_view kPage = "index.html";
constexpr int kGzipHeader = 15 + 16;  // of zlib: the largest window, with the header of gzip

constexpr std::string_view kKept = "public, max-age=31536000, immutable";
constexpr std::string_view kAskedAgain = "no-cache";

// The page loads nothing from elsewhere, apart from the tiles of maps, and has no code or style within it. Its styles
// are sheets that its code makes, not elements.
std::string policy_with(const MapTiles& tiles) {
  return fmt::format(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:{}{}; connect-src 'self'; base-uri "
      "'none'; form-action 'none'; frame-ancestors 'none'",
      tiles.address.empty() ? "" : " ", tiles.origin());
}

const WebAsset* find_asset(std::string_view name) {
  const auto all = web_assets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const WebAsset& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

std::string unpacked(const WebAsset& asset) {
  std::string bytes(asset.bytes, '\0');
  z_stream state{};
  state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(asset.gzip.data()));
  state.avail_in = static_cast<uInt>(asset.gzip.size());
  state.next_out = reinterpret_cast<Bytef*>(bytes.data());
  state.avail_out = static_cast<uInt>(bytes.size());
  if (inflateInit2(&state, kGzipHeader) != Z_OK) throw std::bad_alloc();
  const int result = inflate(&state, Z_FINISH);
  inflateEnd(&state);
  QUADRILLE_ASSERT(result == Z_STREAM_END && state.avail_out == 0, "an asset is what the bundler has packed");
  return bytes;
}

// Of the header If-None-Match (RFC 9110, 13.1.2), which compares weakly.
bool names_etag(std::string_view header, std::string_view etag) {
  return header == "*" || header.find(etag) != std::string_view::npos;
}

// `policy`: what the browser may do with the asset.
void send_asset(Exchange& exchange, const WebAsset& asset, const Header& policy, std::string_view caching) {
  const Header control("Cache-Control", caching), etag("ETag", asset.etag), vary("Vary", "Accept-Encoding");
  if (names_etag(exchange.request().if_none_match, asset.etag))
    return exchange.respond(304, {}, {}, {control, etag, vary, policy});
  if (accepts_gzip(exchange.request().accept_encoding))
    return exchange.respond(200, asset.media_type, asset.gzip,
                            {control, etag, vary, policy, {"Content-Encoding", "gzip"}});
  exchange.respond(200, asset.media_type, unpacked(asset), {control, etag, vary, policy});
}

}  // namespace

void show_front_page(Service& service, Exchange& exchange) {
  if (const WebAsset* const page = find_asset(kPage)) {
    const std::string policy = policy_with(service.map_tiles());
    return send_asset(exchange, *page, {"Content-Security-Policy", policy}, kAskedAgain);
  }
  exchange.respond(200, results::media_type(results::ResultFormat::html),
                   front_page(exchange.request(), service.engine.features(), why_no_workbench()), {{"Vary", kVary}});
}

void show_asset(Service&, Exchange& exchange) {
  const std::string_view name = exchange.request().path.substr(kAssets.size());
  const WebAsset* const asset = find_asset(name);
  if (asset == nullptr || name == kPage) throw StatusError(404, fmt::format("the workbench has no file '{}'", name));
  send_asset(exchange, *asset, {"X-Content-Type-Options", "nosniff"}, kKept);
}

}  // namespace quadrille::server
