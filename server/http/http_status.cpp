#include "server/http/http_status.hpp"

#include <new>

#include "query/results/negotiation.hpp"
#include "server/http/engine.hpp"

namespace quadrille::server {

namespace {

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::user:
    case ErrorKind::syntax:
      return 400;
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

std::string_view reason_phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 411:
      return "Length Required";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 431:
      return "Request Header Fields Too Large";
    case 501:
      return "Not Implemented";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    case 507:
      return "Insufficient Storage";
    default:
      return "Internal Server Error";
  }
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
