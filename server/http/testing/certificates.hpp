#pragma once

// For tests: a certificate authority that writes certificates and keys into a folder.

#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include "server/http/tls_context.hpp"

namespace quadrille::server {

class TestingAuthority {
 public:
  explicit TestingAuthority(const std::string& name = "authority")
      : key_(new_key()), certificate_(X509_new(), &X509_free) {
    fill(name, *key_, 30, *certificate_, *certificate_);
    authority_file_ = write(name + ".ca.pem", [&](std::FILE* to) { PEM_write_X509(to, certificate_.get()); });
  }

  ~TestingAuthority() { std::filesystem::remove_all(folder_); }
  TestingAuthority(const TestingAuthority&) = delete;
  TestingAuthority& operator=(const TestingAuthority&) = delete;

  // The certificate of the authority.
  const std::string& file() const { return authority_file_; }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Writes NAME.pem and NAME.key. `days`: how long the certificate is valid; less than 0: it has expired. `password`:
  // encrypts the key.
  TlsOptions issue(const std::string& name, int days = 10, const std::string& password = "") const {
    const Key key = new_key();
    const Certificate certificate(X509_new(), &X509_free);
    fill("localhost", *key, days, *certificate, *certificate_);
    TlsOptions files;
    files.certificate = write(name + ".pem", [&](std::FILE* to) { PEM_write_X509(to, certificate.get()); });
    files.key = write(name + ".key", [&](std::FILE* to) {
      PEM_write_PrivateKey(to, key.get(), password.empty() ? nullptr : EVP_aes_128_cbc(),
                           reinterpret_cast<const unsigned char*>(password.data()), static_cast<int>(password.size()),
                           nullptr, nullptr);
    });
    return files;
  }

 private:
  using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
  using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

  static std::filesystem::path new_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "quadrille-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error(name);
    return name;
  }
  static Key new_key() { return {EVP_EC_gen("P-256"), &EVP_PKEY_free}; }

  // `issuer` may be the certificate itself.
  void fill(const std::string& name, EVP_PKEY& key, int days, X509& certificate, X509& issuer) const {
    constexpr long kDay = 24 * 3600;
    static long serial = 0;
    X509_set_version(&certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(&certificate), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(&certificate), -100 * kDay);
    X509_gmtime_adj(X509_getm_notAfter(&certificate), days * kDay);
    X509_set_pubkey(&certificate, &key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(&certificate), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(&certificate, X509_get_subject_name(&issuer));
    if (&certificate == &issuer) add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
    if (X509_sign(&certificate, key_.get(), EVP_sha256()) == 0) throw std::runtime_error("X509_sign");
  }

  static void add_extension(X509& certificate, int number, const char* value) {
    const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, number, value), &X509_EXTENSION_free);
    if (X509_add_ext(&certificate, extension.get(), -1) == 0) throw std::runtime_error("X509_add_ext");
  }

  // Only its owner may read the file.
  template <typename Put>
  std::string write(const std::string& name, const Put& put) const {
    const std::string file = path(name);
    std::FILE* const to = std::fopen(file.c_str(), "w");
    if (!to) throw std::runtime_error(file);
    put(to);
    std::fclose(to);
    chmod(file.c_str(), 0600);
    return file;
  }

  const std::filesystem::path folder_ = new_folder();
  Key key_;
  Certificate certificate_;
  std::string authority_file_;
};

}  // namespace quadrille::server
