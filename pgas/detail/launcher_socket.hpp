#pragma once

// A LauncherSocket gathers values of all images over the launcher that has started them on this host
// (pgas/launch_protocol.hpp). Images of one group need MPI for nothing else, and its start takes 30 ms of an image.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace quadrille::pgas::detail {

class LauncherSocket {
 public:
  // Local. None if the launcher of this process has none.
  static std::optional<LauncherSocket> find();

  int rank() const { return rank_; }
  int images() const { return images_; }

  // Collective over all images. Receives the values of all images by rank; `bytes` is the size of one. Sleeps until the
  // last image has sent its value. Throws Error(internal) if the launcher has ended.
  void gather(const void* mine, void* all, std::size_t bytes);

  // Collective. Returns after `patience` even if some image has not called it; then gather() must not follow.
  void meet(std::chrono::milliseconds patience);

 private:
  LauncherSocket(int socket, int rank, int images) : socket_(socket), rank_(rank), images_(images) {}
  bool send(const std::string& value);
  std::optional<std::string> receive(int timeout_ms);

  int socket_;
  int rank_;
  int images_;
};

}  // namespace quadrille::pgas::detail
