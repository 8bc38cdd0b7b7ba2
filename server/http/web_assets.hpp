#pragma once

// The files of the workbench, as a table in the program. web/make_assets.mjs writes the source with them while the
// program is built (web/README.md).

#include <cstddef>
#include <span>
#include <string_view>

namespace quadrille::server {

struct WebAsset {
  std::string_view name;        // "main.4FK2XQ7A.js": a file with other content has another name, but for index.html
  std::string_view media_type;  // with its charset
  std::string_view gzip;        // the content, compressed
  std::size_t bytes;            // of the content
  std::string_view etag;        // with its quotes, see RFC 9110, 8.8.3
};

// Empty: the workbench has not been built, and why_no_workbench() has the reason.
std::span<const WebAsset> web_assets();
std::string_view why_no_workbench();

}  // namespace quadrille::server
