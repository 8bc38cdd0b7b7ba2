#include "server/http/tls_context.hpp"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::seconds kBetweenLooks{1};
constexpr unsigned char kProtocols[] = "\x08http/1.1";

using ContextPtr = std::shared_ptr<ssl_ctx_st>;

// The first of OpenSSL's errors, and forgets all.
std::string openssl_error() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* const reason = code != 0 ? ERR_reason_error_string(code) : nullptr;
  return reason ? reason : "unknown reason";
}

void expect_readable(const char* option, const std::string& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) fail(ErrorKind::user, "{} {}: {}", option, file, std::strerror(errno));
}

void expect_private(const std::string& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) == 0 && (status.st_mode & 0077) != 0) {
    fail(ErrorKind::user, "--tls-key {}: others may read or change this file (its mode is {:04o}); chmod 600 {}", file,
         status.st_mode & 07777, file);
  }
}

// ALPN (RFC 7301). A client that offers only other protocols is served all the same: it may not mean it.
int choose_protocol(SSL*, const unsigned char** out, unsigned char* out_size, const unsigned char* in, unsigned in_size,
                    void*) {
  unsigned char* chosen = nullptr;
  const int found = SSL_select_next_proto(&chosen, out_size, kProtocols, sizeof(kProtocols) - 1, in, in_size);
  *out = chosen;
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

ContextPtr new_context(const SSL_METHOD* method, const TlsOptions& options) {
  ERR_clear_error();
  ContextPtr context(SSL_CTX_new(method), &SSL_CTX_free);
  if (!context) fail(ErrorKind::user, "TLS cannot be used: {}", openssl_error());
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_read_ahead(context.get(), 1);
  // Forward secrecy and authenticated encryption only, for TLS 1.2; 1.3 has no others.
  SSL_CTX_set_cipher_list(context.get(), "ECDHE+AESGCM:ECDHE+CHACHA20:DHE+AESGCM:DHE+CHACHA20");
  if (SSL_CTX_use_certificate_chain_file(context.get(), options.certificate.c_str()) != 1) {
    fail(ErrorKind::user, "--tls-cert {}: {}", options.certificate, openssl_error());
  }
  if (SSL_CTX_use_PrivateKey_file(context.get(), options.key.c_str(), SSL_FILETYPE_PEM) != 1 ||
      SSL_CTX_check_private_key(context.get()) != 1) {
    fail(ErrorKind::user, "--tls-key {}: {}", options.key, openssl_error());
  }
  return context;
}

ContextPtr server_context(const TlsOptions& options) {
  expect_readable("--tls-cert", options.certificate);
  expect_readable("--tls-key", options.key);
  expect_private(options.key);
  ContextPtr context = new_context(TLS_server_method(), options);
  SSL_CTX_set_alpn_select_cb(context.get(), &choose_protocol, nullptr);
  if (options.client_authority.empty()) return context;
  expect_readable("--tls-client-ca", options.client_authority);
  STACK_OF(X509_NAME)* const names = SSL_load_client_CA_file(options.client_authority.c_str());
  if (!names || SSL_CTX_load_verify_locations(context.get(), options.client_authority.c_str(), nullptr) != 1) {
    fail(ErrorKind::user, "--tls-client-ca {}: {}", options.client_authority, openssl_error());
  }
  SSL_CTX_set_client_CA_list(context.get(), names);
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  // A session that is resumed would skip the check of a certificate that has expired meanwhile.
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_TICKET);
  return context;
}

bool has_expired(const ContextPtr& context) {
  const X509* const certificate = SSL_CTX_get0_certificate(context.get());
  return certificate && X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0;
}

}  // namespace

TlsSession::TlsSession(std::shared_ptr<ssl_ctx_st> context, int socket, bool is_server)
    : context_(std::move(context)), session_(SSL_new(context_.get())) {
  if (!session_) throw std::bad_alloc();
  SSL_set_fd(session_, socket);
  is_server ? SSL_set_accept_state(session_) : SSL_set_connect_state(session_);
}

TlsSession::~TlsSession() {
  SSL_free(session_);
}

TlsSession::Moved TlsSession::outcome(int result) {
  if (result > 0) return {result, 0};
  switch (SSL_get_error(session_, result)) {
    case SSL_ERROR_WANT_READ:
      return {0, POLLIN};
    case SSL_ERROR_WANT_WRITE:
      return {0, POLLOUT};
    case SSL_ERROR_SSL:
      error_ = openssl_error();
      return {-1, 0};
    default:  // the end of the connection
      ERR_clear_error();
      return {0, 0};
  }
}

TlsSession::Moved TlsSession::handshake() {
  ERR_clear_error();
  return outcome(SSL_do_handshake(session_));
}

TlsSession::Moved TlsSession::read(char* to, std::size_t size) {
  ERR_clear_error();
  return outcome(SSL_read(session_, to, static_cast<int>(size)));
}

TlsSession::Moved TlsSession::write(const char* from, std::size_t size) {
  ERR_clear_error();
  return outcome(SSL_write(session_, from, static_cast<int>(size)));
}

void TlsSession::say_end() {
  ERR_clear_error();
  SSL_shutdown(session_);
  ERR_clear_error();
}

TlsContext::TlsContext(TlsOptions options, std::function<void(const std::string&)> log)
    : options_(std::move(options)), log_(std::move(log)) {
  read_again();
}

TlsContext::Stamps TlsContext::stamps() const {
  Stamps stamps;
  for (const std::string* file : {&options_.certificate, &options_.key, &options_.client_authority}) {
    struct stat status {};
    if (!file->empty()) stat(file->c_str(), &status);
    stamps.emplace_back(status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec, status.st_ino);
  }
  return stamps;
}

void TlsContext::read_again() {
  Stamps before = stamps();
  Context server = server_context(options_), client = new_context(TLS_client_method(), options_);
  if (has_expired(server) && log_) log_(fmt::format("the certificate {} has expired", options_.certificate));
  const std::lock_guard lock(mutex_);
  server_ = std::move(server);
  client_ = std::move(client);
  stamps_ = std::move(before);
  looked_at_ = std::chrono::steady_clock::now();
}

TlsContext::Context TlsContext::current() {
  {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_at_ < kBetweenLooks) return server_;
    looked_at_ = now;
    Stamps found = stamps();
    if (found == stamps_) return server_;
    stamps_ = std::move(found);  // a mistake is reported once
  }
  try {
    read_again();
    if (log_) log_(fmt::format("the certificate {} was read again", options_.certificate));
  } catch (const Error& error) {
    if (log_) log_(fmt::format("the certificate stays as it was: {}", error.what()));
  }
  const std::lock_guard lock(mutex_);
  return server_;
}

std::unique_ptr<TlsSession> TlsContext::accept(int socket) {
  return std::make_unique<TlsSession>(current(), socket, true);
}

std::time_t TlsContext::expires() const {
  const std::lock_guard lock(mutex_);
  const X509* const certificate = SSL_CTX_get0_certificate(server_.get());
  std::tm parts{};
  if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) != 1) return 0;
  return timegm(&parts);
}

std::unique_ptr<TlsSession> TlsContext::connect(int socket) const {
  const std::lock_guard lock(mutex_);
  return std::make_unique<TlsSession>(client_, socket, false);
}

}  // namespace quadrille::server
