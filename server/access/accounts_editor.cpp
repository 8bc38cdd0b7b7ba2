#include "server/access/accounts_editor.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <toml++/toml.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

// Lines of a text, from the first up to but without the last; counted from 0.
struct LineRange {
  std::size_t first, last;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

bool is_blank_or_comment(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r\n");
  return first == std::string::npos || line[first] == '#';
}

// The first lines of all tables, in order.
std::vector<std::size_t> headers_of(const toml::table& root) {
  std::vector<std::size_t> headers;
  for (const auto& [key, node] : root) {
    const toml::array* const array = node.as_array();
    if (!array || !array->is_array_of_tables()) continue;
    for (const toml::node& table : *array) {
      if (!table.as_table()->is_inline()) headers.push_back(table.source().begin.line - 1);
    }
  }
  std::sort(headers.begin(), headers.end());
  return headers;
}

// The lines of a table from its header on. Comments behind its last member belong to what follows.
LineRange range_of(const std::vector<std::string>& lines, const std::vector<std::size_t>& headers, std::size_t header) {
  const auto next = std::upper_bound(headers.begin(), headers.end(), header);
  std::size_t last = next == headers.end() ? lines.size() : *next;
  while (last > header + 1 && is_blank_or_comment(lines[last - 1])) --last;
  return {header, last};
}

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string toml_list(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : ", ") + toml_text(text);
  return "[" + out + "]";
}

std::string with(std::string text, const std::string& lines) {
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  if (!text.empty()) text += '\n';
  return text + lines;
}

[[noreturn]] void fail_to_write(const fs::path& file) {
  const int error = errno;
  fail(ErrorKind::io, "{} cannot be written: {}", file.string(), std::strerror(error));
}

void write_all(int descriptor, std::string_view text, const fs::path& file) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0) fail_to_write(file);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Root gives the file to the owner of the old one or, if it is new, of the folder: to the server's user.
void keep_owner(int descriptor, const fs::path& file) {
  if (geteuid() != 0) return;
  struct stat status {};
  if (stat(file.c_str(), &status) != 0 && stat(file.parent_path().c_str(), &status) != 0) return;
  [[maybe_unused]] const int changed = fchown(descriptor, status.st_uid, status.st_gid);
}

}  // namespace

// A symbolic link stays one: the file that it names is changed.
AccountsEditor::AccountsEditor(fs::path file) : file_(fs::weakly_canonical(fs::absolute(file))) {
  lock_ = open(file_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) fail(ErrorKind::user, "{}: {}", file_.parent_path().string(), std::strerror(errno));
  flock(lock_, LOCK_EX);
  try {
    if (fs::exists(file_)) become(read_private_file(file_));
  } catch (...) {
    close(lock_);
    throw;
  }
}

AccountsEditor::~AccountsEditor() {
  close(lock_);
}

void AccountsEditor::become(std::string text) {
  accounts_ = Accounts(text, file_);
  text_ = std::move(text);
}

void AccountsEditor::add(const std::string& lines) {
  become(with(text_, lines));
}

int AccountsEditor::remove(std::string_view kind, std::string_view key, std::string_view value) {
  int removed = 0;
  become(without(kind, key, value, removed));
  return removed;
}

void AccountsEditor::replace(std::string_view kind, std::string_view key, std::string_view value,
                             const std::string& lines) {
  int removed = 0;
  become(with(without(kind, key, value, removed), lines));
}

std::string AccountsEditor::without(std::string_view kind, std::string_view key, std::string_view value,
                                    int& removed) const {
  const toml::table root = toml::parse(text_);
  const auto* const array = root.get_as<toml::array>(kind);
  if (!array) return text_;
  std::vector<std::string> lines = lines_of(text_);
  const std::vector<std::size_t> headers = headers_of(root);
  for (const toml::node& node : *array) {
    if (!node.is_table() || (*node.as_table())[key].value<std::string_view>() != value) continue;
    if (node.as_table()->is_inline()) {
      fail(ErrorKind::user, "{}: line {}: this {} is written inline; change the file by hand, or write [[{}]]",
           file_.string(), node.source().begin.line, kind, kind);
    }
    const LineRange range = range_of(lines, headers, node.source().begin.line - 1);
    for (std::size_t line = range.first; line < range.last; ++line) lines[line].clear();
    // One blank line is left between the tables around it.
    if (range.last < lines.size() && (range.first == 0 || lines[range.first - 1] == "\n")) {
      if (lines[range.last] == "\n") lines[range.last].clear();
    }
    ++removed;
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

void AccountsEditor::save() {
  const fs::path aside = file_.parent_path() / fmt::format(".{}.{}", file_.filename().string(), getpid());
  ::unlink(aside.c_str());
  const int descriptor = open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (descriptor < 0) fail_to_write(file_);
  try {
    write_all(descriptor, text_, file_);
    keep_owner(descriptor, file_);
    if (fsync(descriptor) != 0 || rename(aside.c_str(), file_.c_str()) != 0) fail_to_write(file_);
  } catch (...) {
    close(descriptor);
    ::unlink(aside.c_str());
    throw;
  }
  close(descriptor);
  fsync(lock_);
}

std::string role_lines(std::string_view name, const std::vector<std::string>& grants) {
  return fmt::format("[[role]]\nname = {}\ngrants = {}\n", toml_text(name), toml_list(grants));
}

std::string user_lines(std::string_view name, const std::optional<std::string>& hash,
                       const std::vector<std::string>& roles) {
  const std::string password = hash ? fmt::format("password = {}\n", toml_text(*hash)) : std::string();
  return fmt::format("[[user]]\nname = {}\n{}roles = {}\n", toml_text(name), password, toml_list(roles));
}

std::string token_lines(std::string_view id, std::string_view user, const Sha256& digest, std::time_t expires,
                        const std::vector<std::string>& roles) {
  const std::string limits = roles.empty() ? std::string() : fmt::format("roles = {}\n", toml_list(roles));
  return fmt::format("[[token]]\nid = {}\nuser = {}\nsha256 = {}\nexpires = {}\n{}", toml_text(id), toml_text(user),
                     toml_text(hex(digest)), time_text(expires), limits);
}

std::string time_text(std::time_t time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time));
}

}  // namespace quadrille::server
