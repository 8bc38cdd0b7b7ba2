#include "server/client/http_source.hpp"

#include <utility>

#include "base/iri_reference.hpp"
#include "server/client/http_transfer.hpp"
#include "server/http/http_status.hpp"

namespace quadrille::server {

namespace {

constexpr const char* kAcceptRdf =
    "text/turtle, application/n-triples, application/n-quads, application/trig, application/rdf+xml;q=0.9, */*;q=0.1";

}  // namespace

HttpDocument open_http(const std::string& iri, const std::function<void(const std::string&)>& require) {
  std::string at = without_fragment(iri);
  for (int redirects = 0; redirects <= kMostRedirects; ++redirects) {
    require(at);
    HttpQuestion question;
    question.iri = at;
    question.accept = kAcceptRdf;
    auto transfer = std::make_unique<HttpTransfer>(std::move(question));
    const HttpTransfer::Header header = transfer->wait_for_header();
    if (header.status == 0) throw StatusError(502, fmt::format("LOAD <{}>: no answer ({})", at, header.error));
    if (header.status == 200) return {at, header.content_type, header.content_encoding, std::move(transfer)};
    if (!is_redirect(header.status) || header.location.empty()) {
      throw StatusError(502, fmt::format("LOAD <{}>: the server returned status {}", at, header.status));
    }
    at = without_fragment(resolve_iri(at, header.location));
  }
  throw StatusError(502, fmt::format("LOAD <{}>: more than {} redirects", iri, kMostRedirects));
}

}  // namespace quadrille::server
