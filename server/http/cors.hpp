#pragma once

// AllowedOrigins are the origins whose pages may use this server from a browser (Fetch standard, CORS).
//
//   origin of the page               its scripts may read answers         its requests may write
//   the server's own                 yes                                  yes
//   named by --allow-origin          yes                                  yes
//   any, with --allow-origin '*'     yes                                  no
//   other                            no                                   no
//
// A caller has the same rights in all four cases; this limits which pages may use them. The server sets no cookies and
// sends no Access-Control-Allow-Credentials, so scripts of other origins can read only answers to credentials that they
// know themselves. Immutable, so thread-safe.

#include <string>
#include <string_view>
#include <vector>

namespace quadrille::server {

class AllowedOrigins {
 public:
  // `origins`: https://a.example.org, in lower case; or "*".
  explicit AllowedOrigins(std::vector<std::string> origins = {});

  // The value of Access-Control-Allow-Origin for a page of `origin`; empty: the header is left out. '*' only if the
  // request has no credentials.
  std::string_view for_reading(std::string_view origin, bool has_credentials) const;
  // True if some origins are named, so that answers depend on the header Origin.
  bool vary() const { return !named_.empty() || any_; }
  // Throws StatusError(403) if a browser sends the request for a page that may not write. `host`: the header Host.
  void require_may_write(std::string_view origin, std::string_view host) const;

 private:
  bool is_named(std::string_view origin) const;

  std::vector<std::string> named_;
  bool any_ = false;
};

}  // namespace quadrille::server
