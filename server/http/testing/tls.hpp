#pragma once

// For tests: the client's side of TLS without a socket, and TLS for the servers of tests.

#include <openssl/ssl.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "server/http/testing/certificates.hpp"
#include "server/http/tls_context.hpp"

namespace quadrille::server {

// The bytes that a client exchanges with a server: the test moves them, and may cut or delay them. The certificate of
// the server is not checked.
class TestingTls {
 public:
  TestingTls()
      : context_(SSL_CTX_new(TLS_client_method()), &SSL_CTX_free), session_(SSL_new(context_.get()), &SSL_free) {
    SSL_set_bio(session_.get(), BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()));
    SSL_set_connect_state(session_.get());
    SSL_CTX_set_app_data(context_.get(), this);
    SSL_CTX_set_session_cache_mode(context_.get(), SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context_.get(), [](SSL* session, SSL_SESSION*) {
      ++static_cast<TestingTls*>(SSL_CTX_get_app_data(SSL_get_SSL_CTX(session)))->tickets_;
      return 0;  // the session is not kept
    });
  }
  TestingTls(const TestingTls&) = delete;
  TestingTls& operator=(const TestingTls&) = delete;

  // Goes on with the handshake after take(). Returns true when it is complete.
  bool handshake() { return SSL_do_handshake(session_.get()) == 1; }
  // Takes bytes of the server, and returns the plaintext.
  std::string take(std::string_view received) {
    BIO_write(SSL_get_rbio(session_.get()), received.data(), static_cast<int>(received.size()));
    std::string plain;
    std::string piece(16 << 10, '\0');
    if (SSL_in_init(session_.get()) && !handshake()) return plain;
    for (int got; (got = SSL_read(session_.get(), piece.data(), static_cast<int>(piece.size()))) > 0;) {
      plain.append(piece, 0, static_cast<std::size_t>(got));
    }
    return plain;
  }
  // The bytes for the server that have come up.
  std::string outgoing() {
    std::string bytes(BIO_ctrl_pending(SSL_get_wbio(session_.get())), '\0');
    if (!bytes.empty()) BIO_read(SSL_get_wbio(session_.get()), bytes.data(), static_cast<int>(bytes.size()));
    return bytes;
  }
  // Encrypts `plain`.
  std::string seal(std::string_view plain) {
    if (!plain.empty() && SSL_write(session_.get(), plain.data(), static_cast<int>(plain.size())) <= 0) {
      throw std::runtime_error("SSL_write");
    }
    return outgoing();
  }
  // True after the server's close_notify.
  bool saw_end() const { return (SSL_get_shutdown(session_.get()) & SSL_RECEIVED_SHUTDOWN) != 0; }
  // True if the server has sent its session tickets (TLS 1.3), which end its part of the handshake.
  bool has_tickets() const { return tickets_ == 2; }
  std::string cipher() const { return SSL_get_cipher_name(session_.get()); }

 private:
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  const std::unique_ptr<SSL, decltype(&SSL_free)> session_;
  int tickets_ = 0;
};

// True if the tests of HTTP run over TLS (QUADRILLE_TEST_TLS=1).
inline bool testing_over_tls() {
  static const bool is_set = std::getenv("QUADRILLE_TEST_TLS") != nullptr;
  return is_set;
}

// For the servers of these tests: empty for plain HTTP.
inline TlsOptions testing_tls_options() {
  if (!testing_over_tls()) return {};
  static const TestingAuthority authority;
  static const TlsOptions files = authority.issue("server");
  return files;
}

}  // namespace quadrille::server
