#include "server/access/access.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "server/access/accounts_editor.hpp"
#include "server/access/secrets.hpp"
#include "server/access/session_tokens.hpp"
#include "server/access/testing/accounts.hpp"

namespace quadrille::server {

namespace {

using testing::HasSubstr;
using testing::Not;
using How = Caller::How;

constexpr const char* kPassword = "correct horse";

std::string two_users() {
  return user_lines("ann", hash_password(kPassword), {"write"}) + user_lines("bo", std::nullopt, {"read"});
}

RequestFacts from_loopback(std::string_view authorization = {}) {
  RequestFacts facts;
  facts.authorization = authorization;
  facts.peer = "127.0.0.1";
  facts.loopback = facts.local = true;
  return facts;
}

RequestFacts from_elsewhere(std::string_view authorization = {}) {
  RequestFacts facts;
  facts.authorization = authorization;
  facts.peer = "10.0.0.7";
  facts.encrypted = true;
  return facts;
}

// The caller, or null with the refusal in `refusal`.
std::shared_ptr<const Caller> caller_of(Access& access, const RequestFacts& facts, Refusal& refusal) {
  Access::Memory memory;
  Verdict verdict = access.identify(facts, memory);
  if (auto* refused = std::get_if<Refusal>(&verdict)) {
    refusal = *refused;
    return nullptr;
  }
  refusal = {200, "", 0};
  return std::get<std::shared_ptr<const Caller>>(verdict);
}

std::shared_ptr<const Caller> caller_of(Access& access, const RequestFacts& facts) {
  Refusal refusal;
  return caller_of(access, facts, refusal);
}

int status_of(Access& access, const RequestFacts& facts) {
  Refusal refusal;
  caller_of(access, facts, refusal);
  return refusal.status;
}

std::string rights_of(const std::shared_ptr<const Caller>& caller) {
  std::string text;
  for (const Right right : {Right::read, Right::write, Right::admin, Right::metrics}) {
    if (caller->may(right, "d")) text += right_name(right)[0];
  }
  return text;
}

}  // namespace

TEST(Access, ASessionStandsForALoginByPassword) {
  const TestingAccounts file(two_users());
  Access access({.file = file.file()});
  const auto ann = caller_of(access, from_elsewhere(basic("ann", kPassword)));
  const auto session = access.new_session(*ann);
  ASSERT_TRUE(session);
  const auto again = caller_of(access, from_elsewhere("Bearer " + session->token));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->how(), How::session);
  EXPECT_EQ(again->identity(), ann->identity());
  EXPECT_EQ(rights_of(again), rights_of(ann));
  EXPECT_EQ(again->expires(), session->expires);
  EXPECT_FALSE(access.new_session(*again)) << "a session does not make another";
  EXPECT_FALSE(access.new_session(*caller_of(access, from_loopback())));

  Access other({.file = file.file()});
  EXPECT_EQ(status_of(other, from_elsewhere("Bearer " + session->token)), 200) << "of the same process";
  for (std::size_t i = 4; i < session->token.size(); i += 7) {
    std::string changed = session->token;
    changed[i] = changed[i] == 'a' ? 'b' : 'a';
    EXPECT_EQ(status_of(access, from_elsewhere("Bearer " + changed)), 401) << changed;
  }
  for (const char* token : {"qds_", "qds_.", "qds_YW5u.99999999999.", "qds_YW5u", "qds_Ym8.99999999999.00"})
    EXPECT_EQ(status_of(access, from_elsewhere(std::string("Bearer ") + token)), 401) << token;
}

TEST(Access, ASessionEndsWithItsTimeAndWithThePassword) {
  const Accounts accounts(two_users(), "access.toml");
  const User& ann = *accounts.find_user("ann");
  const std::string token = make_session_token(ann, 1000);
  ASSERT_TRUE(read_session_token(accounts, token));
  EXPECT_EQ(read_session_token(accounts, token)->expires, 1000);
  EXPECT_FALSE(read_session_token(Accounts(two_users(), "access.toml"), token)) << "the same password, hashed again";
  EXPECT_FALSE(read_session_token(Accounts(), token));
  const std::string text = two_users();
  const TestingAccounts file(text);
  Access access({.file = file.file()});
  Refusal refusal;
  const User user = *Accounts(text, "access.toml").find_user("ann");
  EXPECT_EQ(status_of(access, from_elsewhere("Bearer " + make_session_token(user, unix_seconds_now() + 9))), 200);
  caller_of(access, from_elsewhere("Bearer " + make_session_token(user, 1000)), refusal);
  EXPECT_EQ(refusal.status, 401);
  EXPECT_THAT(refusal.message, HasSubstr("expired"));
}

TEST(Access, OtherRulesApplyToOpenConnections) {
  Access access{AccessSettings{}};
  Access::Memory memory;
  const auto rights = [&] {
    return rights_of(std::get<std::shared_ptr<const Caller>>(access.identify(from_loopback(), memory)));
  };
  EXPECT_EQ(rights(), "rw");
  const auto apply = access.prepare({.anonymous = Anonymous::read, .proxies = {"10.0.0.0/8"}});
  EXPECT_EQ(rights(), "rw");
  apply();
  EXPECT_EQ(rights(), "r");
  RequestFacts forwarded = from_elsewhere();
  forwarded.forwarded_for = "192.0.2.1";
  EXPECT_EQ(access.client_address(forwarded), *NetworkAddress::parse("192.0.2.1"));
  EXPECT_THROW(access.prepare({.proxies = {"nowhere"}}), Error);
  EXPECT_EQ(rights(), "r");
}

TEST(Access, WithoutAccountsLoopbackMayWriteAndOthersRead) {
  Access access{AccessSettings{}};
  EXPECT_EQ(rights_of(caller_of(access, from_loopback())), "rw");
  EXPECT_EQ(rights_of(caller_of(access, from_elsewhere())), "r");
  RequestFacts proxied = from_loopback();
  proxied.forwarded = true;
  EXPECT_EQ(rights_of(caller_of(access, proxied)), "r");
  EXPECT_EQ(access.describe(), "without accounts (anonymous: write on loopback, read elsewhere)");
}

TEST(Access, WithAccountsAnonymousCallersMayNothing) {
  const TestingAccounts accounts(two_users());
  Access access({.file = accounts.file()});
  EXPECT_EQ(rights_of(caller_of(access, from_loopback())), "");
  EXPECT_EQ(access.describe(), "with 2 accounts (anonymous: none)");
  Access open({.file = accounts.file(), .anonymous = Anonymous::read});
  EXPECT_EQ(rights_of(caller_of(open, from_loopback())), "r");
  accounts.write("anonymous = \"write\"\n" + two_users());
  Access by_file({.file = accounts.file()});
  EXPECT_EQ(rights_of(caller_of(by_file, from_elsewhere())), "rw");
}

TEST(Access, AFileWithoutUsersIsNotOpen) {
  const TestingAccounts accounts("");
  Access access({.file = accounts.file()});
  EXPECT_EQ(rights_of(caller_of(access, from_loopback())), "");
  EXPECT_EQ(rights_of(caller_of(access, from_elsewhere())), "");
  EXPECT_TRUE(access.has_accounts());
  EXPECT_EQ(access.describe(), "with 0 accounts (anonymous: none)");
}

TEST(Access, ANameWithItsPasswordIsAUser) {
  const TestingAccounts accounts(two_users());
  Access access({.file = accounts.file()});
  const auto ann = caller_of(access, from_elsewhere(basic("ann", kPassword)));
  ASSERT_TRUE(ann);
  EXPECT_EQ(ann->how(), How::password);
  EXPECT_EQ(ann->user(), "ann");
  EXPECT_EQ(rights_of(ann), "rw");
  for (const std::string& wrong : {basic("ann", "wrong"), basic("ann", ""), basic("bo", ""), basic("eve", kPassword),
                                   basic("", ""), std::string("Basic"), std::string("Basic !"),
                                   std::string("Basic YW5u"), std::string("Digest x"), std::string("x")}) {
    Access fresh({.file = accounts.file()});
    Refusal refusal;
    EXPECT_FALSE(caller_of(fresh, from_elsewhere(wrong), refusal));
    EXPECT_EQ(refusal.status, 401) << wrong;
    EXPECT_THAT(refusal.message, Not(HasSubstr("wrong\""))) << refusal.message;
  }
}

TEST(Access, FailedLoginsWaitByNameAndByAddress) {
  const TestingAccounts accounts(two_users());
  Access access({.file = accounts.file()});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(status_of(access, from_elsewhere(basic("ann", "wrong"))), 401);
  Refusal refusal;
  EXPECT_FALSE(caller_of(access, from_loopback(basic("ann", kPassword)), refusal));
  EXPECT_EQ(refusal.status, 429);
  EXPECT_EQ(refusal.retry_after_seconds, 1);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(status_of(access, from_elsewhere(basic("eve" + std::to_string(i), "wrong"))), 401);
  EXPECT_EQ(status_of(access, from_elsewhere(basic("zoe", "wrong"))), 429);  // by address
  EXPECT_EQ(status_of(access, from_loopback(basic("zoe", "wrong"))), 401);
}

TEST(Access, ALoginThatHasSucceededIsNotDelayedByOthers) {
  const TestingAccounts accounts(two_users());
  Access access({.file = accounts.file()});
  EXPECT_EQ(status_of(access, from_elsewhere(basic("ann", kPassword))), 200);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(status_of(access, from_elsewhere(basic("ann", "wrong"))), 401);
  EXPECT_EQ(status_of(access, from_elsewhere(basic("ann", "wrong"))), 429);
  EXPECT_EQ(status_of(access, from_elsewhere(basic("ann", kPassword))), 200);
}

TEST(Access, BeyondTwoHashesAndSixteenThatWaitTheAnswerIs503) {
  const TestingAccounts accounts(two_users());
  Access access({.file = accounts.file()});
  std::atomic<int> busy = 0, wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 40; ++i) {
    threads.emplace_back([&, i] {
      RequestFacts facts = from_elsewhere();
      const std::string login = basic("user" + std::to_string(i), "wrong"), peer = "10.0.1." + std::to_string(i);
      facts.authorization = login;
      facts.peer = peer;
      (status_of(access, facts) == 503 ? busy : wrong)++;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(busy, 0);
  EXPECT_GE(wrong, 18);
}

TEST(Access, ATokenIsItsOwnersUntilItExpires) {
  const std::string secret = random_secret(kTokenPrefix), old = random_secret(kTokenPrefix),
                    narrow = random_secret(kTokenPrefix);
  const std::time_t now = unix_seconds_now();
  const TestingAccounts accounts(two_users() + token_lines("1", "ann", sha256(secret), now + 1000, {}) +
                                 token_lines("2", "ann", sha256(old), now - 1, {}) +
                                 token_lines("3", "bo", sha256(narrow), now + 1000, {"admin"}));
  Access access({.file = accounts.file()});
  const auto ann = caller_of(access, from_elsewhere("Bearer " + secret));
  ASSERT_TRUE(ann);
  EXPECT_EQ(ann->how(), How::token);
  EXPECT_EQ(rights_of(ann), "rw");
  EXPECT_EQ(rights_of(caller_of(access, from_elsewhere("bearer " + narrow))), "r");  // not more than bo
  Refusal refusal;
  EXPECT_FALSE(caller_of(access, from_elsewhere("Bearer " + old), refusal));
  EXPECT_THAT(refusal.message, HasSubstr("'2' has expired"));
  EXPECT_EQ(status_of(access, from_elsewhere("Bearer " + secret + "x")), 401);
  EXPECT_EQ(status_of(access, from_elsewhere("Bearer qdt_")), 401);
}

TEST(Access, AChangeOfTheAccountsCountsOnKeptConnections) {
  const std::string secret = random_secret(kTokenPrefix);
  const TestingAccounts accounts(two_users() + token_lines("1", "ann", sha256(secret), unix_seconds_now() + 1000, {}));
  Access access({.file = accounts.file()});
  Access::Memory memory;
  const std::string header = "Bearer " + secret;
  const auto is_refused = [&] {
    return std::holds_alternative<Refusal>(access.identify(from_elsewhere(header), memory));
  };
  EXPECT_FALSE(is_refused());
  EXPECT_FALSE(is_refused());
  accounts.write(two_users());
  const Deadline soon = Deadline::after(5);
  while (!is_refused() && !soon.passed()) usleep(1000);
  EXPECT_TRUE(is_refused());
}

TEST(Access, TheOwnerOfTheServerHasTheCredentialOfTheRun) {
  Access access({.run_credential = random_secret(kRunPrefix)});
  EXPECT_EQ(rights_of(caller_of(access, from_loopback("Bearer " + access.run_credential()))), "rwam");
  EXPECT_EQ(status_of(access, from_loopback("Bearer " + random_secret(kRunPrefix))), 401);
  Access without{AccessSettings{}};
  EXPECT_EQ(status_of(without, from_loopback("Bearer qdr_")), 401);
}

TEST(Access, CredentialsFromElsewhereNeedTls) {
  const TestingAccounts accounts(two_users());
  Access access({.file = accounts.file()});
  RequestFacts plain = from_elsewhere();
  plain.encrypted = false;
  EXPECT_EQ(status_of(access, plain), 200);  // anonymous
  const std::string login = basic("ann", kPassword);
  plain.authorization = login;
  Refusal refusal;
  EXPECT_FALSE(caller_of(access, plain, refusal));
  EXPECT_EQ(refusal.status, 403);
  EXPECT_THAT(refusal.message, HasSubstr("allow-plain"));
  Access lenient({.file = accounts.file(), .allow_plain = true});
  EXPECT_EQ(status_of(lenient, plain), 200);
  RequestFacts local = from_loopback(login);
  EXPECT_EQ(status_of(access, local), 200);
}

TEST(Access, AProxysUserCountsIfTheProxyIsTrusted) {
  const TestingAccounts accounts("trusted-proxies = [\"10.0.0.0/8\"]\n" + two_users());
  Access access({.file = accounts.file(), .proxies = {"127.0.0.1"}});
  RequestFacts facts = from_elsewhere();
  facts.remote_user = "ann";
  const auto ann = caller_of(access, facts);
  ASSERT_TRUE(ann);
  EXPECT_EQ(ann->how(), How::proxy);
  EXPECT_EQ(rights_of(ann), "rw");
  facts.remote_user = "eve";
  EXPECT_EQ(status_of(access, facts), 403);
  facts.peer = "11.0.0.1";
  EXPECT_TRUE(caller_of(access, facts)->is_anonymous());
  EXPECT_THROW(Access({.proxies = {"localhost"}}), Error);
}

TEST(Access, TheClientIsTheLastAddressThatNoTrustedProxyHas) {
  Access access({.proxies = {"127.0.0.1", "10.0.0.0/8"}});
  const auto client = [&](const char* peer, const char* forwarded_for) {
    RequestFacts facts;
    facts.peer = peer;
    facts.forwarded_for = forwarded_for;
    return access.client_address(facts).text();
  };
  EXPECT_EQ(client("127.0.0.1", ""), "127.0.0.1");
  EXPECT_EQ(client("127.0.0.1", "192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(client("127.0.0.1", "1.1.1.1, 192.0.2.1, 10.0.0.3"), "192.0.2.1");
  EXPECT_EQ(client("192.0.2.9", "1.1.1.1"), "192.0.2.9");
  EXPECT_EQ(client("127.0.0.1", "1.1.1.1, 192.0.2.1:4711"), "192.0.2.1");
  EXPECT_EQ(client("127.0.0.1", "[2001:db8::1]:4711"), "2001:db8::1");
  EXPECT_EQ(client("127.0.0.1", "1.1.1.1, nonsense"), "127.0.0.1");
}

TEST(Access, ARefusalNamesAnAccountButNoOtherWord) {
  const TestingAccounts accounts(two_users());
  Access access({.file = accounts.file()});
  Refusal refusal;
  caller_of(access, from_elsewhere(basic("ann", "wrong")), refusal);
  EXPECT_EQ(refusal.user, "ann");
  caller_of(access, from_elsewhere(basic("a password in the wrong field", "wrong")), refusal);
  EXPECT_EQ(refusal.status, 401);
  EXPECT_EQ(refusal.user, "");
}

TEST(Access, ALoginIsNewOnce) {
  const TestingAccounts accounts(two_users());
  Access access({.file = accounts.file()});
  Access::Memory memory;
  const std::string good = basic("ann", kPassword);
  access.identify(from_elsewhere(good), memory);
  EXPECT_TRUE(memory.is_new);
  access.identify(from_elsewhere(good), memory);
  EXPECT_FALSE(memory.is_new);
  access.identify(from_elsewhere(basic("ann", "wrong")), memory);
  EXPECT_FALSE(memory.is_new);
  access.identify(from_elsewhere(good), memory);
  EXPECT_TRUE(memory.is_new);
}

TEST(Access, AnotherListenerOfThisServerPassesItsCallerOn) {
  const std::string credential = random_secret(kRunPrefix);
  Access here({.run_credential = credential}), there({.run_credential = credential}),
      other({.run_credential = random_secret(kRunPrefix)});
  const Caller caller = Caller::of_issuer("https://id.example.org/", "ann", {{Right::write, "d"}}, 0);
  RequestFacts facts = from_elsewhere();
  facts.encrypted = false;
  const std::string value = here.relay_header(caller, "192.0.2.7");
  facts.relay = value;
  EXPECT_EQ(*caller_of(there, facts), caller);
  EXPECT_EQ(there.relayed_client(value), "192.0.2.7");
  EXPECT_EQ(status_of(other, facts), 401);
  EXPECT_EQ(other.relayed_client(value), "");
  const std::string nowhere = here.relay_header(caller, "");
  facts.relay = nowhere;
  EXPECT_EQ(*caller_of(there, facts), caller);
  for (const std::string& wrong : {credential, credential + " ", credential + " x", std::string("x"), value + "x"}) {
    facts.relay = wrong;
    EXPECT_EQ(status_of(there, facts), 401) << wrong;
  }
}

}  // namespace quadrille::server
