#include "server/commands/bus_error.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <string_view>

#include "base/copy_bytes.hpp"

namespace quadrille::server {

namespace {

// Everything from here to end_at_bus_errors() runs in a signal handler: no memory is allocated, nothing is locked.
std::atomic<int> this_image{0};
std::atomic_flag telling = ATOMIC_FLAG_INIT;

struct Line {
  std::array<char, 4400> text;  // longer than any path with the numbers before it
  std::size_t size = 0;

  void add(std::string_view more) {
    const std::size_t count = std::min(more.size(), text.size() - size);
    copy_bytes(text.data() + size, more.data(), count);
    size += count;
  }
  std::string_view view() const { return {text.data(), size}; }
};

// proc(5), maps: "7f00-7fff r--s 00000000 08:01 1234   /path"
bool holds(std::string_view line, std::uintptr_t address) {
  std::uintptr_t first = 0, end = 0;
  const char* const last = line.data() + line.size();
  const auto [dash, error] = std::from_chars(line.data(), last, first, 16);
  if (error != std::errc() || dash == last || *dash != '-') return false;
  return std::from_chars(dash + 1, last, end, 16).ec == std::errc() && first <= address && address < end;
}

// The line of the mapping that holds `address`.
void find_mapping(std::uintptr_t address, Line& line) {
  const int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  std::array<char, 4096> bytes;
  for (ssize_t got; (got = read(maps, bytes.data(), bytes.size())) > 0;) {
    for (ssize_t at = 0; at < got; ++at) {
      const char byte = bytes[static_cast<std::size_t>(at)];
      if (byte != '\n') {
        line.add({&byte, 1});
      } else if (holds(line.view(), address)) {
        close(maps);
        return;
      } else {
        line.size = 0;
      }
    }
  }
  close(maps);
}

void on_bus_error(int, siginfo_t* info, void*) {
  if (telling.test_and_set()) {
    while (true) pause();  // another thread writes the message
  }
  static Line mapping, message;
  find_mapping(reinterpret_cast<std::uintptr_t>(info->si_addr), mapping);
  const std::size_t path = mapping.view().find('/');
  char number[16];
  const auto end = std::to_chars(number, number + sizeof number, this_image.load()).ptr;
  message.add("quadrille: image ");
  message.add({number, static_cast<std::size_t>(end - number)});
  message.add(" cannot read ");
  message.add(path == std::string_view::npos ? "its memory" : mapping.view().substr(path));
  message.add(": the file was truncated, its disk fails, or shared memory is used up\n");
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.text.data(), message.size);
  _exit(2);
}

}  // namespace

void end_at_bus_errors(int image) {
  this_image = image;
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &action, nullptr);
}

}  // namespace quadrille::server
