#include "pgas/detail/launcher_socket.hpp"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"
#include "pgas/launch_protocol.hpp"

namespace quadrille::pgas::detail {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::string_view kAnswer = "cmd=gathered value=";

std::string to_digits(const void* from, std::size_t bytes) {
  std::string text;
  text.reserve(2 * bytes);
  for (std::size_t at = 0; at < bytes; ++at) {
    const auto byte = static_cast<const unsigned char*>(from)[at];
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

// Needs an even number of digits.
void from_digits(std::string_view text, void* to) {
  for (std::size_t at = 0; at < text.size(); at += 2) {
    const std::size_t high = kDigits.find(text[at]), low = kDigits.find(text[at + 1]);
    static_cast<unsigned char*>(to)[at / 2] = static_cast<unsigned char>((high << 4) | low);
  }
}

// -1 if it is not set.
int number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text ? std::atoi(text) : -1;
}

}  // namespace

std::optional<LauncherSocket> LauncherSocket::find() {
  const int socket = number_in(kGatherVariable), rank = number_in("PMI_RANK"), images = number_in("PMI_SIZE");
  if (socket < 0 || socket != number_in("PMI_FD") || rank < 0 || images <= rank) return std::nullopt;
  return LauncherSocket(socket, rank, images);
}

void LauncherSocket::gather(const void* mine, void* all, std::size_t bytes) {
  const auto values = send(to_digits(mine, bytes)) ? receive(-1) : std::nullopt;
  if (!values || values->size() != 2 * bytes * static_cast<std::size_t>(images_)) {
    fail(ErrorKind::internal, "the process that started the images has ended");
  }
  from_digits(*values, all);
}

void LauncherSocket::meet(std::chrono::milliseconds patience) {
  if (send({})) receive(static_cast<int>(patience.count()));
}

bool LauncherSocket::send(const std::string& value) {
  const std::string line = "cmd=gather rank=" + std::to_string(rank_) + " value=" + value + "\n";
  for (std::size_t sent = 0; sent < line.size();) {
    const ssize_t count = ::send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

// The values of all images; none after the launcher's end, or the time. Nothing but one line can arrive.
std::optional<std::string> LauncherSocket::receive(int timeout_ms) {
  std::string line;
  while (line.empty() || line.back() != '\n') {
    pollfd waited{socket_, POLLIN, 0};
    const int ready = poll(&waited, 1, timeout_ms);
    if (ready < 0 && errno == EINTR) continue;
    std::array<char, 4096> bytes;
    const ssize_t got = ready > 0 ? recv(socket_, bytes.data(), bytes.size(), 0) : 0;
    if (got <= 0) return std::nullopt;
    line.append(bytes.data(), static_cast<std::size_t>(got));
  }
  if (!line.starts_with(kAnswer)) return std::nullopt;
  return line.substr(kAnswer.size(), line.size() - kAnswer.size() - 1);
}

}  // namespace quadrille::pgas::detail
