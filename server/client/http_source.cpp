#include "server/client/http_source.hpp"

#include <utility>

#include "base/iri_reference.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

HttpDocument open_http(const std::string& iri, const HttpRead& read,
                       const std::function<void(const std::string&)>& require) {
  std::string at = without_fragment(iri);
  for (int redirects = 0; redirects <= kMostRedirects; ++redirects) {
    require(at);
    HttpQuestion question;
    question.iri = at;
    question.accept = read.accept;
    question.seconds = read.seconds;
    question.check = read.check;
    auto transfer = std::make_unique<HttpTransfer>(std::move(question));
    const HttpTransfer::Header header = transfer->wait_for_header();
    if (header.status == 0) {
      throw StatusError(502, fmt::format("{} <{}>: no answer ({})", read.operation, at, header.error));
    }
    if (header.status == 200) {
      return {at, header.content_type, header.content_encoding, header.links, std::move(transfer)};
    }
    if (!is_redirect(header.status) || header.location.empty()) {
      throw StatusError(502, fmt::format("{} <{}>: the server returned status {}", read.operation, at, header.status));
    }
    at = without_fragment(resolve_iri(at, header.location));
  }
  throw StatusError(502, fmt::format("{} <{}>: more than {} redirects", read.operation, iri, kMostRedirects));
}

}  // namespace quadrille::server
