#include "server/http/tls_context.hpp"

#include <fmt/format.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <utility>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

constexpr std::chrono::seconds kBetweenLooks{1};
constexpr int kMostBytesOfRecord = 16 << 10;
constexpr unsigned char kProtocols[] = "\x08http/1.1";

using ContextPtr = std::shared_ptr<ssl_ctx_st>;

// The first of OpenSSL's errors, and forgets all.
std::string openssl_error() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* const reason = code != 0 ? ERR_reason_error_string(code) : nullptr;
  return reason ? reason : "unknown reason";
}

TlsSocket& socket_of(BIO* bio) {
  return *static_cast<TlsSocket*>(BIO_get_data(bio));
}

int receive_from(BIO* bio, char* to, int size) {
  BIO_clear_retry_flags(bio);
  ssize_t got;
  do {
    got = recv(socket_of(bio).number, to, static_cast<std::size_t>(size), MSG_DONTWAIT);
  } while (got < 0 && errno == EINTR);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) BIO_set_retry_read(bio);
  return static_cast<int>(got);
}

int send_to(BIO* bio, const char* from, int size) {
  BIO_clear_retry_flags(bio);
  const int flags = MSG_DONTWAIT | MSG_NOSIGNAL | (socket_of(bio).more_follows ? MSG_MORE : 0);
  ssize_t sent;
  do {
    sent = send(socket_of(bio).number, from, static_cast<std::size_t>(size), flags);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) BIO_set_retry_write(bio);
  return static_cast<int>(sent);
}

long control(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

// OpenSSL's own BIO for sockets does not know MSG_MORE, and ends the process by SIGPIPE if the client has gone.
BIO* new_bio(TlsSocket& socket) {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* const made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
    if (!made) throw std::bad_alloc();
    BIO_meth_set_read(made, &receive_from);
    BIO_meth_set_write(made, &send_to);
    BIO_meth_set_ctrl(made, &control);
    return made;
  }();
  BIO* const bio = BIO_new(method);
  if (!bio) throw std::bad_alloc();
  BIO_set_data(bio, &socket);
  BIO_set_init(bio, 1);
  return bio;
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

// Without this OpenSSL would ask for the password on the terminal.
int refuse_password(char*, int, int, void* is_encrypted) {
  *static_cast<bool*>(is_encrypted) = true;
  return -1;
}

void use_files(SSL_CTX& context, const TlsOptions& options) {
  bool is_encrypted = false;
  SSL_CTX_set_default_passwd_cb(&context, &refuse_password);
  SSL_CTX_set_default_passwd_cb_userdata(&context, &is_encrypted);
  if (SSL_CTX_use_certificate_chain_file(&context, options.certificate.c_str()) != 1) {
    fail(ErrorKind::user, "--tls-cert {}: {}", options.certificate, openssl_error());
  }
  const bool is_read = SSL_CTX_use_PrivateKey_file(&context, options.key.c_str(), SSL_FILETYPE_PEM) == 1;
  if (is_encrypted) {
    ERR_clear_error();
    fail(ErrorKind::user,
         "--tls-key {0}: the key is encrypted by a password, and the server asks for none; "
         "openssl pkey -in {0} -out NEW.key decrypts it",
         options.key);
  }
  if (!is_read || SSL_CTX_check_private_key(&context) != 1) {
    fail(ErrorKind::user, "--tls-key {}: {}", options.key, openssl_error());
  }
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
  // For TLS 1.3, the fastest first.
  SSL_CTX_set_ciphersuites(context.get(), "TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256");
  use_files(*context, options);
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
    : context_(std::move(context)), socket_{socket}, session_(SSL_new(context_.get()), &SSL_free) {
  if (!session_) throw std::bad_alloc();
  BIO* const bio = new_bio(socket_);
  SSL_set_bio(session_.get(), bio, bio);
  is_server ? SSL_set_accept_state(session_.get()) : SSL_set_connect_state(session_.get());
}

TlsSession::Moved TlsSession::outcome(int result) {
  if (result > 0) return {result, 0};
  switch (SSL_get_error(session_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      return {0, POLLIN};
    case SSL_ERROR_WANT_WRITE:
      return {0, POLLOUT};
    case SSL_ERROR_SSL:
      error_ = openssl_error();
      return {-1, 0};
    case SSL_ERROR_ZERO_RETURN:
      return {0, 0};
    default:  // SSL_ERROR_SYSCALL: the connection was cut off
      ERR_clear_error();
      return {-1, 0};
  }
}

TlsSession::Moved TlsSession::handshake() {
  ERR_clear_error();
  return outcome(SSL_do_handshake(session_.get()));
}

TlsSession::Moved TlsSession::read(char* to, std::size_t size) {
  ERR_clear_error();
  return outcome(SSL_read(session_.get(), to, static_cast<int>(size)));
}

bool TlsSession::has_received() const {
  return SSL_has_pending(session_.get()) == 1;
}

TlsSession::Moved TlsSession::write(const char* from, std::size_t size, bool more_follows) {
  ERR_clear_error();
  socket_.more_follows = more_follows || size > kMostBytesOfRecord;
  return outcome(SSL_write(session_.get(), from, static_cast<int>(size)));
}

TlsSession::Moved TlsSession::say_end() {
  if (!error_.empty()) return {-1, 0};  // after an error OpenSSL must not be asked for it
  ERR_clear_error();
  socket_.more_follows = false;
  const int said = SSL_shutdown(session_.get());  // 0: the other side has not said it yet
  return said >= 0 ? Moved{1, 0} : outcome(said);
}

TlsContext::TlsContext(TlsOptions options, std::function<void(const std::string&)> log) : log_(std::move(log)) {
  prepare(options)();
}

TlsContext::Stamps TlsContext::stamps_of(const TlsOptions& options) {
  Stamps stamps;
  for (const std::string* file : {&options.certificate, &options.key, &options.client_authority}) {
    struct stat status {};
    if (!file->empty()) stat(file->c_str(), &status);
    stamps.emplace_back(status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec, status.st_ino);
  }
  return stamps;
}

std::function<void()> TlsContext::prepare(const TlsOptions& options) {
  Stamps before = stamps_of(options);
  const auto next = std::make_shared<const Loaded>(
      Loaded{options, server_context(options), new_context(TLS_client_method(), options), std::move(before)});
  if (has_expired(next->server) && log_) log_(fmt::format("the certificate {} has expired", options.certificate));
  return [this, next] {
    const std::lock_guard lock(mutex_);
    loaded_ = *next;
    looked_at_ = std::chrono::steady_clock::now();
  };
}

TlsContext::Context TlsContext::current() {
  TlsOptions options;
  {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_at_ < kBetweenLooks) return loaded_.server;
    looked_at_ = now;
    Stamps found = stamps_of(loaded_.options);
    if (found == loaded_.stamps) return loaded_.server;
    loaded_.stamps = std::move(found);  // a mistake is reported once
    options = loaded_.options;
  }
  try {
    prepare(options)();
    if (log_) log_(fmt::format("the certificate {} was read again", options.certificate));
  } catch (const Error& error) {
    if (log_) log_(fmt::format("the certificate stays as it was: {}", error.what()));
  }
  const std::lock_guard lock(mutex_);
  return loaded_.server;
}

std::unique_ptr<TlsSession> TlsContext::accept(int socket) {
  return std::make_unique<TlsSession>(current(), socket, true);
}

std::time_t TlsContext::expires() const {
  const std::lock_guard lock(mutex_);
  const X509* const certificate = SSL_CTX_get0_certificate(loaded_.server.get());
  std::tm parts{};
  if (!certificate || ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) != 1) return 0;
  return timegm(&parts);
}

std::unique_ptr<TlsSession> TlsContext::connect(int socket) const {
  const std::lock_guard lock(mutex_);
  return std::make_unique<TlsSession>(loaded_.client, socket, false);
}

}  // namespace quadrille::server
