#include "server/http/tls_context.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "server/http/testing/tls.hpp"

namespace quadrille::server {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::chrono::milliseconds kUntilTheNextLook{1050};

class TlsContextTest : public testing::Test {
 protected:
  TlsContextTest() { connect(); }
  ~TlsContextTest() override { disconnect(); }

  void connect() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets_.data()), 0); }
  void disconnect() const {
    for (const int socket : sockets_) close(socket);
  }

  std::unique_ptr<TlsContext> made(const TlsOptions& options) {
    return std::make_unique<TlsContext>(options, [this](const std::string& line) { log_.push_back(line); });
  }
  std::string error_of(const TlsOptions& options) {
    try {
      made(options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::user);
      return error.what();
    }
    return "";
  }
  struct Hands {
    bool shaken = false;
    std::string client_error, server_error;
  };
  // A handshake of `server` with `client`, which presents its certificate if it is asked for one.
  Hands shake_hands(TlsContext& server, TlsContext& client) {
    disconnect();
    connect();
    const auto here = server.accept(sockets_[0]), there = client.connect(sockets_[1]);
    Hands hands;
    TlsSession::Moved first{0, POLLIN}, second{0, POLLIN};
    for (int round = 0; round < 10; ++round) {
      if (second.bytes == 0 && second.wants != 0) second = there->handshake();
      if (first.bytes == 0 && first.wants != 0) first = here->handshake();
    }
    hands.shaken = first.bytes > 0 && second.bytes > 0;
    hands.client_error = there->error();
    hands.server_error = here->error();
    return hands;
  }
  // Waits until the files may be looked at again, and looks.
  void look(TlsContext& context) const {
    std::this_thread::sleep_for(kUntilTheNextLook);
    context.accept(sockets_[0]);
  }
  static void copy(const std::string& from, const std::string& to) {
    std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
  }
  // Files of their own, which the test changes.
  TlsOptions current() const {
    const TlsOptions first = authority_.issue("first");
    TlsOptions files{authority_.path("current.pem"), authority_.path("current.key"), {}};
    copy(first.certificate, files.certificate);
    copy(first.key, files.key);
    return files;
  }

  const TestingAuthority authority_;
  std::array<int, 2> sockets_{};
  std::vector<std::string> log_;
};

}  // namespace

TEST_F(TlsContextTest, ServesWithACertificateAndItsKey) {
  const auto context = made(authority_.issue("server"));
  EXPECT_TRUE(shake_hands(*context, *context).shaken);
  EXPECT_THAT(log_, IsEmpty());
}

TEST_F(TlsContextTest, MissingFilesAreNamed) {
  const TlsOptions good = authority_.issue("server");
  const std::string none = authority_.path("none");
  EXPECT_THAT(error_of({none, good.key, {}}), AllOf(HasSubstr("--tls-cert " + none), HasSubstr("No such file")));
  EXPECT_THAT(error_of({good.certificate, none, {}}), AllOf(HasSubstr("--tls-key " + none), HasSubstr("No such file")));
  EXPECT_THAT(error_of({good.certificate, good.key, none}), HasSubstr("--tls-client-ca " + none));
}

TEST_F(TlsContextTest, FilesOfAnotherKindAreNamed) {
  const TlsOptions good = authority_.issue("server");
  const std::string text = authority_.path("text");
  std::ofstream(text) << "no PEM\n";
  std::filesystem::permissions(text, std::filesystem::perms{0600});
  EXPECT_THAT(error_of({text, good.key, {}}), HasSubstr("--tls-cert " + text));
  EXPECT_THAT(error_of({good.certificate, text, {}}), HasSubstr("--tls-key " + text));
  EXPECT_THAT(error_of({good.certificate, good.key, text}), HasSubstr("--tls-client-ca " + text));
  EXPECT_THAT(error_of({good.key, good.key, {}}), HasSubstr("--tls-cert " + good.key));
}

TEST_F(TlsContextTest, AFolderIsNoCertificate) {
  const TlsOptions good = authority_.issue("server");
  const std::string folder = std::filesystem::path(good.key).parent_path().string();
  EXPECT_THAT(error_of({folder, good.key, {}}), HasSubstr("--tls-cert " + folder));
}

TEST_F(TlsContextTest, AKeyOfAnotherCertificateIsRefused) {
  const TlsOptions one = authority_.issue("one"), other = authority_.issue("other");
  EXPECT_THAT(error_of({one.certificate, other.key, {}}),
              AllOf(HasSubstr("--tls-key " + other.key), HasSubstr("mismatch")));
}

TEST_F(TlsContextTest, AKeyThatOthersMayReadIsRefused) {
  const TlsOptions files = authority_.issue("server");
  for (const int mode : {0640, 0604, 0620}) {
    std::filesystem::permissions(files.key, static_cast<std::filesystem::perms>(mode));
    EXPECT_THAT(error_of(files), HasSubstr("chmod 600 " + files.key));
  }
}

TEST_F(TlsContextTest, AnEncryptedKeyIsRefusedWithAWayToDecryptIt) {
  const TlsOptions files = authority_.issue("server", 10, "secret");
  EXPECT_THAT(error_of(files), AllOf(HasSubstr("--tls-key " + files.key), HasSubstr("encrypted"),
                                     HasSubstr("openssl pkey -in " + files.key + " -out ")));
}

TEST_F(TlsContextTest, AnExpiredCertificateIsServedAndReported) {
  const auto context = made(authority_.issue("old", -1));
  EXPECT_TRUE(shake_hands(*context, *context).shaken);  // this client checks nothing
  EXPECT_THAT(log_, ElementsAre(HasSubstr("has expired")));
}

TEST_F(TlsContextTest, ClientsNeedACertificateOfTheirAuthority) {
  TlsOptions options = authority_.issue("server");
  options.client_authority = authority_.file();
  const auto server = made(options);
  const TestingAuthority strangers("strangers");
  const auto client = made(authority_.issue("client"));
  const auto stranger = made(strangers.issue("stranger"));
  EXPECT_TRUE(shake_hands(*server, *client).shaken);
  EXPECT_THAT(shake_hands(*server, *stranger).server_error, HasSubstr("certificate verify failed"));
}

TEST_F(TlsContextTest, AnExpiredCertificateOfAClientIsRefused) {
  TlsOptions options = authority_.issue("server");
  options.client_authority = authority_.file();
  const auto server = made(options);
  const auto expired = made(authority_.issue("expired", -1));
  EXPECT_THAT(shake_hands(*server, *expired).server_error, HasSubstr("certificate verify failed"));
}

TEST_F(TlsContextTest, AClientWithoutACertificateIsRefusedWhereItNeedsOne) {
  TlsOptions options = authority_.issue("server");
  options.client_authority = authority_.file();
  const auto server = made(options);
  const auto session = server->accept(sockets_[0]);
  TestingTls client;
  for (int round = 0; round < 10; ++round) {
    client.handshake();
    const std::string bytes = client.outgoing();
    EXPECT_EQ(::send(sockets_[1], bytes.data(), bytes.size(), MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
    if (session->handshake().wants == 0) break;
    std::string raw(64 << 10, '\0');
    const ssize_t got = recv(sockets_[1], raw.data(), raw.size(), 0);
    if (got > 0) client.take(raw.substr(0, static_cast<std::size_t>(got)));
  }
  EXPECT_THAT(session->error(), HasSubstr("certificate"));
}

TEST_F(TlsContextTest, ReplacedFilesAreReadAgain) {
  const TlsOptions files = current(), second = authority_.issue("second");
  const auto context = made(files);
  copy(second.key, files.key);
  copy(second.certificate, files.certificate);
  look(*context);
  EXPECT_THAT(log_, ElementsAre(HasSubstr("was read again")));
  EXPECT_TRUE(shake_hands(*context, *context).shaken);
  look(*context);
  EXPECT_EQ(log_.size(), 1u);  // they have not changed again
}

TEST_F(TlsContextTest, FilesAreLookedAtOnceASecond) {
  const TlsOptions files = current(), second = authority_.issue("second");
  const auto context = made(files);
  copy(second.key, files.key);
  copy(second.certificate, files.certificate);
  context->accept(sockets_[0]);
  EXPECT_THAT(log_, IsEmpty());
  look(*context);
  EXPECT_EQ(log_.size(), 1u);
}

TEST_F(TlsContextTest, FilesThatDoNotFitAreReportedOnceAndChangeNothing) {
  const TlsOptions files = current(), second = authority_.issue("second");
  const auto context = made(files);
  copy(second.certificate, files.certificate);  // the key is still the first one
  look(*context);
  EXPECT_THAT(log_, ElementsAre(AllOf(HasSubstr("stays as it was"), HasSubstr("mismatch"))));
  EXPECT_TRUE(shake_hands(*context, *context).shaken);
  look(*context);
  EXPECT_EQ(log_.size(), 1u);
  copy(second.key, files.key);
  look(*context);
  EXPECT_THAT(log_, ElementsAre(HasSubstr("stays as it was"), HasSubstr("was read again")));
}

TEST_F(TlsContextTest, AFileThatIsRemovedChangesNothing) {
  const TlsOptions files = current();
  const auto context = made(files);
  std::filesystem::remove(files.key);
  look(*context);
  EXPECT_THAT(log_, ElementsAre(AllOf(HasSubstr("stays as it was"), HasSubstr("No such file"))));
  EXPECT_TRUE(shake_hands(*context, *context).shaken);
}

TEST_F(TlsContextTest, ReadingAgainOnRequestThrows) {
  const TlsOptions files = current();
  const auto context = made(files);
  std::ofstream(files.certificate) << "no PEM\n";
  EXPECT_THROW(context->prepare(files), Error);
  EXPECT_TRUE(shake_hands(*context, *context).shaken);
}

TEST_F(TlsContextTest, OtherFilesComeIntoForceWhenTheyAreApplied) {
  const TlsOptions files = current();
  const auto context = made(files);
  const TlsOptions others = authority_.issue("others");
  const auto apply = context->prepare(others);
  std::filesystem::remove(others.key);  // it has been read
  apply();
  EXPECT_TRUE(shake_hands(*context, *context).shaken);
  EXPECT_THROW(context->prepare({"nowhere.pem", "nowhere.key", {}}), Error);
}

}  // namespace quadrille::server
