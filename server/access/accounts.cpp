#include "server/access/accounts.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <toml++/toml.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <set>
#include <sstream>

#include "base/error.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "server/access/password_hasher.hpp"

namespace quadrille::server {

namespace {

constexpr std::array<std::string_view, 3> kAnonymousNames{"none", "read", "write"};
constexpr std::size_t kLongestName = 128;

using Words = std::vector<std::string>;

// Reads the members of a table of the file; messages have file, line and column.
class TableReader {
 public:
  // Refuses keys that are not among `keys`.
  TableReader(const toml::table& table, const std::filesystem::path& file, const Words& keys)
      : table_(table), file_(file) {
    for (const auto& [key, value] : table) {
      const std::string name(key.str());
      if (std::find(keys.begin(), keys.end(), name) != keys.end()) continue;
      const auto near = nearest(name, keys);
      fail_at(key.source(), fmt::format("unknown key '{}'{}", name,
                                        near ? fmt::format("; did you mean '{}'?", *near) : std::string()));
    }
  }

  [[noreturn]] void fail_at(const toml::source_region& place, const std::string& message) const {
    fail(ErrorKind::user, "{}: line {}, column {}: {}", file_.string(), place.begin.line, place.begin.column, message);
  }
  [[noreturn]] void fail_here(std::string_view key, const std::string& message) const {
    const toml::node* const node = table_.get(key);
    fail_at(node ? node->source() : table_.source(), message);
  }

  bool has(std::string_view key) const { return table_.contains(key); }

  std::optional<std::string> text(std::string_view key) const { return value_of<std::string>(key, "a text in quotes"); }
  std::string needed_text(std::string_view key) const {
    auto found = text(key);
    if (!found || found->empty()) fail_here(key, fmt::format("'{}' is missing", key));
    return *found;
  }
  std::optional<bool> flag(std::string_view key) const { return value_of<bool>(key, "true or false"); }

  Words texts(std::string_view key) const {
    Words words;
    const toml::node* const node = table_.get(key);
    if (!node) return words;
    const toml::array* const array = node->as_array();
    if (!array) fail_at(node->source(), fmt::format("'{}' must be a list: [\"...\", \"...\"]", key));
    for (const toml::node& one : *array) {
      const auto word = one.value_exact<std::string>();
      if (!word) fail_at(one.source(), fmt::format("'{}' must be a list of texts in quotes", key));
      words.push_back(*word);
    }
    return words;
  }

  std::time_t time(std::string_view key) const {
    const auto moment = value_of<toml::date_time>(key, "a time with a zone, such as 2027-01-01T00:00:00Z");
    if (!moment || !moment->offset) {
      fail_here(key, fmt::format("'{}' must be a time with a zone, such as 2027-01-01T00:00:00Z", key));
    }
    std::tm parts{};
    parts.tm_year = moment->date.year - 1900;
    parts.tm_mon = moment->date.month - 1;
    parts.tm_mday = moment->date.day;
    parts.tm_hour = moment->time.hour;
    parts.tm_min = moment->time.minute;
    parts.tm_sec = moment->time.second;
    return timegm(&parts) - moment->offset->minutes * 60;
  }

 private:
  template <class T>
  std::optional<T> value_of(std::string_view key, std::string_view expected) const {
    const toml::node* const node = table_.get(key);
    if (!node) return std::nullopt;
    const auto found = node->value_exact<T>();
    if (!found) fail_at(node->source(), fmt::format("'{}' must be {}", key, expected));
    return found;
  }

  const toml::table& table_;
  const std::filesystem::path& file_;
};

struct OpenFile {
  const int descriptor;
  ~OpenFile() {
    if (descriptor >= 0) close(descriptor);
  }
};

// The text of a regular file that has none of the bits of `refused` in its mode. Messages do not name the file.
template <class Message>
std::string text_of_file(const std::filesystem::path& file, mode_t refused, Message refusal) {
  // Without O_NONBLOCK, a named pipe would wait for a writer.
  const OpenFile opened{open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  struct stat status {};
  if (opened.descriptor < 0 || fstat(opened.descriptor, &status) != 0)
    fail(ErrorKind::user, "{}", std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail(ErrorKind::user, "this is no regular file");
  if ((status.st_mode & refused) != 0) fail(ErrorKind::user, "{}", refusal(status.st_mode & 07777));
  std::string text(static_cast<std::size_t>(status.st_size) + 1, '\0');
  std::size_t size = 0;
  ssize_t got;
  while ((got = read(opened.descriptor, text.data() + size, text.size() - size)) != 0) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(ErrorKind::io, "{}", std::strerror(errno));
    size += static_cast<std::size_t>(got);
    if (size == text.size()) text.resize(2 * size);
  }
  text.resize(size);
  return text;
}

bool has_blank_or_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c <= ' ' || c == 0x7f; });
}

toml::table parsed(std::string_view text, const std::filesystem::path& file) {
  try {
    return toml::parse(text, file.string());
  } catch (const toml::parse_error& error) {
    const auto& place = error.source().begin;
    fail(ErrorKind::user, "{}: line {}, column {}: {}", file.string(), place.line, place.column, error.description());
  }
}

// The tables of [[key]].
std::vector<const toml::table*> tables_of(const TableReader& reader, const toml::table& root, std::string_view key) {
  std::vector<const toml::table*> tables;
  const toml::node* const node = root.get(key);
  if (!node) return tables;
  const toml::array* const array = node->as_array();
  if (!array) reader.fail_at(node->source(), fmt::format("write [[{}]] before each {}", key, key));
  for (const toml::node& one : *array) {
    if (!one.is_table()) reader.fail_at(one.source(), fmt::format("write [[{}]] before each {}", key, key));
    tables.push_back(one.as_table());
  }
  return tables;
}

std::string account_name(const TableReader& reader) {
  const std::string name = reader.needed_text("name");
  if (is_account_name(name)) return name;
  reader.fail_here("name",
                   fmt::format("'{}' must have letters, digits and . _ - @ alone, at most {}", name, kLongestName));
}

Grants grants_of(const TableReader& reader, std::string_view key) {
  Grants grants;
  for (const std::string& word : reader.texts(key)) {
    const auto grant = grant_of(word);
    if (!grant) {
      reader.fail_here(key, fmt::format("'{}' is no right; expected read, write, admin or metrics, for one database as "
                                        "in write:notes, read and write also for graphs as in read:notes:default or "
                                        "read:notes:<http://ex.org/*>",
                                        word));
    }
    grants.push_back(*grant);
  }
  return grants;
}

Network network_of(const TableReader& reader, const std::string& text) {
  if (const auto network = Network::parse(text)) return *network;
  reader.fail_here("trusted-proxies", fmt::format("'{}' must be an address or a network: 127.0.0.1, 10.0.0.0/8", text));
}

Sha256 digest_of(const TableReader& reader) {
  const std::string text = reader.needed_text("sha256");
  Sha256 digest;
  std::size_t size = 0;
  const char* end = nullptr;
  if (sodium_hex2bin(digest.data(), digest.size(), text.data(), text.size(), nullptr, &size, &end) != 0 ||
      size != digest.size() || end != text.data() + text.size()) {
    reader.fail_here("sha256", "'sha256' must have 64 hexadecimal digits");
  }
  return digest;
}

}  // namespace

std::optional<Anonymous> anonymous_of(std::string_view word) {
  const auto found = std::find(kAnonymousNames.begin(), kAnonymousNames.end(), word);
  if (found == kAnonymousNames.end()) return std::nullopt;
  return static_cast<Anonymous>(found - kAnonymousNames.begin());
}

std::string_view anonymous_name(Anonymous anonymous) {
  return kAnonymousNames[static_cast<std::size_t>(anonymous)];
}

bool is_account_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && is_valid_utf8(name) &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return c >= 0x80 || std::isalnum(c) || c == '.' || c == '_' || c == '-' || c == '@';
         });
}

namespace {

// Reads the parts of the file in the order in which they refer to each other.
class AccountsReader {
 public:
  AccountsReader(Accounts& accounts, const toml::table& root, const std::filesystem::path& file)
      : accounts_(accounts), root_(root), file_(file), reader_(root, file, kKeys) {}

  void read() {
    read_settings();
    for (const toml::table* table : tables_of(reader_, root_, "role")) read_role(*table);
    for (const toml::table* table : tables_of(reader_, root_, "user")) read_user(*table);
    for (const toml::table* table : tables_of(reader_, root_, "token")) read_token(*table);
    for (const toml::table* table : tables_of(reader_, root_, "jwt")) read_issuer(*table);
  }

 private:
  static inline const Words kKeys{"anonymous", "allow-plain", "trusted-proxies", "role", "user", "token", "jwt"};

  void read_settings() {
    if (const auto word = reader_.text("anonymous")) {
      accounts_.anonymous = anonymous_of(*word);
      if (!accounts_.anonymous) reader_.fail_here("anonymous", "'anonymous' must be one of: none, read, write");
    }
    accounts_.allow_plain = reader_.flag("allow-plain");
    for (const std::string& text : reader_.texts("trusted-proxies")) {
      accounts_.trusted_proxies.push_back(network_of(reader_, text));
    }
  }

  void read_role(const toml::table& table) {
    const TableReader reader(table, file_, {"name", "grants"});
    Role role{account_name(reader), grants_of(reader, "grants")};
    if (grant_of(role.name)) reader.fail_here("name", fmt::format("'{}' is the name of a right", role.name));
    expect_new(reader, "name", role_names_, role.name);
    accounts_.roles.push_back(std::move(role));
  }

  void read_user(const toml::table& table) {
    const TableReader reader(table, file_, {"name", "password", "roles"});
    User user{account_name(reader), reader.text("password"), reader.texts("roles"), {}};
    expect_new(reader, "name", user_names_, user.name);
    if (user.password && !is_password_hash(*user.password)) {
      reader.fail_here("password", "'password' must be a hash that 'quadrille access user add' has made");
    }
    user.grants = roles_of(reader);
    accounts_.users.push_back(std::move(user));
  }

  void read_token(const toml::table& table) {
    const TableReader reader(table, file_, {"id", "user", "sha256", "expires", "roles"});
    Token token{reader.needed_text("id"), reader.needed_text("user"), digest_of(reader),
                reader.time("expires"),   reader.texts("roles"),      std::nullopt};
    if (!user_names_.contains(token.user)) reader.fail_here("user", fmt::format("there is no user '{}'", token.user));
    expect_new(reader, "id", token_ids_, token.id);
    if (reader.has("roles")) token.limits = roles_of(reader);
    accounts_.tokens.push_back(std::move(token));
  }

  void read_issuer(const toml::table& table) {
    const TableReader reader(table, file_,
                             {"issuer", "audience", "algorithms", "keys", "user-claim", "roles-claim", "roles"});
    JwtIssuer issuer{.issuer = reader.needed_text("issuer"),
                     .audience = reader.needed_text("audience"),
                     .algorithms = reader.texts("algorithms")};
    if (has_blank_or_control(issuer.issuer)) reader.fail_here("issuer", "'issuer' must have no blank");
    expect_new(reader, "issuer", issuer_names_, issuer.issuer);
    if (issuer.algorithms.empty()) reader.fail_here("algorithms", "'algorithms' is missing");
    for (const std::string& name : issuer.algorithms) {
      if (JwtVerifier::is_algorithm(name)) continue;
      reader.fail_here("algorithms",
                       fmt::format("'{}' is not among the algorithms: {}", name, JwtVerifier::kAlgorithms));
    }
    issuer.user_claim = reader.text("user-claim").value_or("sub");
    issuer.roles_claim = reader.text("roles-claim").value_or("");
    const std::filesystem::path keys = file_.parent_path() / reader.needed_text("keys");
    try {
      accounts_.issuers.push_back({JwtVerifier(std::move(issuer), text_of_keys(keys)), roles_of(reader), keys});
    } catch (const Error& error) {
      reader.fail_here("keys", fmt::format("{}: {}", keys.string(), error.what()));
    }
  }

  // Everyone may read public keys. Who may change them can log in as anybody.
  static std::string text_of_keys(const std::filesystem::path& file) {
    return text_of_file(file, 0022, [](mode_t mode) {
      return fmt::format("others may change this file (its mode is {:04o}); chmod go-w", mode);
    });
  }

  static void expect_new(const TableReader& reader, std::string_view key, std::set<std::string>& names,
                         const std::string& name) {
    if (!names.insert(name).second) reader.fail_here(key, fmt::format("'{}' is there a second time", name));
  }

  // The grants of "roles".
  Grants roles_of(const TableReader& reader) const {
    Grants grants;
    for (const std::string& word : reader.texts("roles")) {
      const auto role = std::find_if(accounts_.roles.begin(), accounts_.roles.end(),
                                     [&](const Role& one) { return one.name == word; });
      if (role != accounts_.roles.end()) {
        grants.insert(grants.end(), role->grants.begin(), role->grants.end());
      } else if (const auto grant = grant_of(word)) {
        grants.push_back(*grant);
      } else {
        reader.fail_here(
            "roles",
            fmt::format("there is no role '{}'; a role is the name of a [[role]], or read, write, "
                        "admin or metrics, for one database as in write:notes, or read and write for graphs as in "
                        "read:notes:default",
                        word));
      }
    }
    return grants;
  }

  Accounts& accounts_;
  const toml::table& root_;
  const std::filesystem::path& file_;
  const TableReader reader_;
  std::set<std::string> role_names_, user_names_, token_ids_, issuer_names_;
};

}  // namespace

Accounts::Accounts(std::string_view text, const std::filesystem::path& file) {
  const toml::table root = parsed(text, file);
  AccountsReader(*this, root, file).read();
  for (std::size_t at = 0; at < users.size(); ++at) user_places_[users[at].name] = at;
  for (std::size_t at = 0; at < tokens.size(); ++at) token_places_[tokens[at].digest] = at;
}

const User* Accounts::find_user(std::string_view name) const {
  const auto found = user_places_.find(name);
  return found == user_places_.end() ? nullptr : &users[found->second];
}

const Token* Accounts::find_token(const Sha256& digest) const {
  const auto found = token_places_.find(digest);
  return found == token_places_.end() ? nullptr : &tokens[found->second];
}

Grants Accounts::grants_of_roles(const std::vector<std::string>& names) const {
  Grants grants;
  for (const Role& role : roles) {
    if (std::find(names.begin(), names.end(), role.name) == names.end()) continue;
    grants.insert(grants.end(), role.grants.begin(), role.grants.end());
  }
  return grants;
}

std::string read_private_file(const std::filesystem::path& file) {
  try {
    return text_of_file(file, 0077, [&](mode_t mode) {
      return fmt::format("others may read or change this file (its mode is {:04o}); chmod 600 {}", mode, file.string());
    });
  } catch (const Error& error) {
    fail(error.kind(), "{}: {}", file.string(), error.what());
  }
}

}  // namespace quadrille::server
