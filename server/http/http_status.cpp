#include "server/http/http_status.hpp"

#include <algorithm>
#include <iterator>
#include <new>

#include "query/results/negotiation.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

namespace {

constexpr StatusPhrase kPhrases[] = {
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {303, "See Other"},
    {304, "Not Modified"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {421, "Misdirected Request"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {507, "Insufficient Storage"},
};

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::user:
    case ErrorKind::syntax:
      return 400;
    case ErrorKind::forbidden:
      return 403;
    case ErrorKind::unsupported:
      return 501;
    case ErrorKind::timeout:
    case ErrorKind::cancelled:
      return 503;
    case ErrorKind::memory:
    case ErrorKind::storage_full:
      return 507;
    case ErrorKind::io:
    case ErrorKind::internal:
      return 500;
  }
  return 500;
}

}  // namespace

std::span<const StatusPhrase> status_phrases() {
  return kPhrases;
}

std::string_view reason_phrase(int status) {
  const auto* const found = std::ranges::find(kPhrases, status, &StatusPhrase::status);
  return found == std::end(kPhrases) ? "Internal Server Error" : found->phrase;
}

Failure describe(std::exception_ptr error) {
  try {
    std::rethrow_exception(error);
  } catch (const StatusError& e) {
    return {e.status(), e.what()};
  } catch (const NoSuchGraph& e) {
    return {404, e.what()};
  } catch (const results::NotAcceptable& e) {
    return {406, e.what()};
  } catch (const Error& e) {
    return {status_of(e.kind()), e.what()};
  } catch (const std::bad_alloc&) {
    return {507, "the memory of this process is used up; request less at once, or give the server more memory"};
  } catch (const std::exception& e) {
    return {500, std::string("internal error: ") + e.what()};
  } catch (...) {
    return {500, "unknown internal error"};
  }
}

}  // namespace quadrille::server
