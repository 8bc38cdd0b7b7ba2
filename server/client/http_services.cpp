#include "server/client/http_services.hpp"

#include <algorithm>

#include "base/iri_reference.hpp"
#include "query/results/result_reader.hpp"
#include "server/http/http_status.hpp"
#include "server/http/url_encoding.hpp"

namespace quadrille::server {

namespace {

constexpr double kMostSilenceSeconds = 24 * 3600;  // the query's limits are checked during the wait
constexpr std::size_t kQuotedBytes = 300;          // of the text that comes with an error

constexpr const char* kAcceptResults = "application/sparql-results+json, application/sparql-results+xml;q=0.9";

[[noreturn]] void blame(const std::string& what) {
  throw StatusError(502, what);
}

Compression coding_of(const std::string& content_encoding) {
  if (const auto coding = find_coding(content_encoding)) return *coding;
  blame(fmt::format("the answer has the encoding '{}', which was not requested", content_encoding));
}

std::unique_ptr<ByteSource> body_of(std::unique_ptr<HttpTransfer> transfer, const HttpTransfer::Header& header) {
  return decompressed(std::move(transfer), coding_of(header.content_encoding), "the answer");
}

// The start of an error's text, on one line.
std::string quotation(ByteSource& body) {
  std::string text(kQuotedBytes, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const std::size_t more = body.read({text.data() + size, text.size() - size});
    if (more == 0) break;
    size += more;
  }
  text.resize(size);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

struct Answer {
  HttpTransfer::Header header;
  std::unique_ptr<ByteSource> body;
};

Answer post(const ServicePlaces& places, const query::ServiceQuestion& question, const std::function<void()>& check,
            std::shared_ptr<HttpConnection>& connection) {
  std::string at = without_fragment(places.address_of(question.endpoint));
  const std::string form = "query=" + encode_url(question.text);
  for (int redirects = 0; redirects <= kMostRedirects; ++redirects) {
    if (redirects > 0) places.require(at);
    auto transfer = std::make_unique<HttpTransfer>(
        HttpQuestion{at, kAcceptResults, form, true, kMostSilenceSeconds, check}, connection);
    connection = transfer->connection();
    const HttpTransfer::Header header = transfer->wait_for_header();
    if (header.status == 0) blame(fmt::format("no answer from {} ({})", at, header.error));
    if (!is_redirect(header.status) || header.location.empty()) return {header, body_of(std::move(transfer), header)};
    at = without_fragment(resolve_iri(at, header.location));
  }
  blame(fmt::format("more than {} redirects", kMostRedirects));
}

}  // namespace

// Adds the name of the service to every error.
template <class Work>
void HttpServices::remembering(const std::string& endpoint, Work&& work) const {
  const auto remember = [&](const StatusError& error) {
    failure_ = std::make_exception_ptr(error);
    failure_words_ = error.what();
    throw error;
  };
  const auto told = [&](const Error& error) { return fmt::format("SERVICE <{}>: {}", endpoint, error.what()); };
  try {
    work();
  } catch (const StatusError& error) {
    remember(error.status() == 403 ? error : StatusError(error.status(), told(error)));
  } catch (const Error& error) {
    const ErrorKind kind = error.kind();
    if (kind != ErrorKind::user && kind != ErrorKind::io && kind != ErrorKind::unsupported) throw;
    remember(StatusError(502, told(error)));
  }
}

void HttpServices::require(const std::string& endpoint) const {
  remembering(endpoint, [&] { places_.address_of(endpoint); });
}

void HttpServices::ask(const query::ServiceQuestion& question, const std::function<void()>& check,
                       const Take& take) const {
  remembering(question.endpoint, [&] {
    const Answer answer = post(places_, question, check, connection_);
    if (answer.header.status != 200) {
      blame(fmt::format("the endpoint returned status {}: {}", answer.header.status, quotation(*answer.body)));
    }
    const auto format = results::find_readable_format(answer.header.content_type);
    if (!format) {
      blame(fmt::format("the answer has the type '{}'; expected SPARQL results in JSON or XML",
                        answer.header.content_type));
    }
    results::read_solutions(
        *format, question.variables, [&](std::span<char> to) { return answer.body->read(to); }, take);
  });
}

std::exception_ptr HttpServices::as_it_was(const Error& error) const {
  return failure_ && failure_words_ == error.what() ? failure_ : std::current_exception();
}

}  // namespace quadrille::server
