#pragma once

// A LauncherLink connects an image with the launcher that started it (launcher.hpp). Without a launcher everything here
// behaves as in a program that was started by hand. An image on another host than the launcher's only detects that
// there is one; it ends with the process there that has started it (Hydra's proxy).
//
//   int main() {
//     LauncherLink link;                 before MPI_Init: the launcher may signal from here on
//     ...
//     MPI_Finalize();
//     return link.leave(status);
//   }

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace quadrille::server {

class LauncherLink {
 public:
  // Tells the launcher this process's id. Starts a thread that waits for the launcher's end: then it raises SIGTERM,
  // and ends the process by force (status 2) if it is still there `grace_seconds` later; at once if the images have not
  // met. Throws Error(cancelled) if the launcher has ended already.
  explicit LauncherLink(double grace_seconds = 5);
  ~LauncherLink();
  LauncherLink(const LauncherLink&) = delete;
  LauncherLink& operator=(const LauncherLink&) = delete;

  bool has_launcher() const { return images_.has_value(); }
  // On the same machine: signals and reports go between the two.
  bool is_beside_launcher() const { return report_ >= 0; }
  // As how many images the launcher has started the program. If MPI counts fewer, its library and the mpiexec that was
  // found do not belong together.
  std::optional<int> images() const { return images_; }

  // All images have found each other; image 0 serves; the work is done, and the image ends when all have. For the
  // launcher: without one beside this image nothing happens.
  void tell_met();
  void tell_serving() const;
  void tell_ending() const;
  // Another image has died, and this one ends too: the launcher tells the user. False if there is none beside this
  // image.
  bool tell_lost(const std::string& message) const;

  // A file to open for the standard input and output of the command as the user gave them: not through mpiexec, which
  // copies the bytes several times (and takes them to image 0 only). Input is a pipe, a terminal or a file (then from
  // its beginning); every image that opens a pipe takes its part of the same bytes. Open the output with O_APPEND.
  std::string standard_input() const;
  std::string standard_output() const;

  // The last words: what to return from main. The launcher learns the status here, and mpiexec sees a 0, which it has
  // no comments on.
  int leave(int status);

 private:
  void start_watching(double grace_seconds);
  void watch(double grace_seconds);

  int report_ = -1;             // pipe to the launcher
  int life_ = -1;               // pipe that ends with the launcher; elsewhere: the process that has started this one
  int wake_ = -1;               // eventfd: this object ends
  std::vector<int> inherited_;  // sockets of mpiexec that listen
  std::optional<int> images_;
  std::atomic<bool> met_ = false;
  std::thread watcher_;
};

}  // namespace quadrille::server
