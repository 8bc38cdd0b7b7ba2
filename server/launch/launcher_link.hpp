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
  // Reports this process's id to the launcher. Starts a thread that waits for the launcher's end. It then raises
  // SIGTERM, and ends the process by force (status 2) if it still runs `grace_seconds` later; at once if the images
  // have not met. Throws Error(cancelled) if the launcher has already ended.
  explicit LauncherLink(double grace_seconds = 5);
  ~LauncherLink();
  LauncherLink(const LauncherLink&) = delete;
  LauncherLink& operator=(const LauncherLink&) = delete;

  bool has_launcher() const { return images_.has_value(); }
  // True on the launcher's machine: signals and reports pass between the two.
  bool is_beside_launcher() const { return report_ >= 0; }
  // The number of images that the launcher has started. If MPI counts fewer, its library and the mpiexec in use do not
  // belong together.
  std::optional<int> images() const { return images_; }

  // Reports: all images have found each other; image 0 serves; the work is done, and the image ends when all are done.
  // Do nothing if there is no launcher on this machine.
  void tell_met();
  void tell_serving() const;
  void tell_ending() const;
  // Reports that another image has died and that this one ends too; the launcher shows the message. Returns false if
  // there is no launcher on this machine.
  bool tell_lost(const std::string& message) const;

  // Sends a line to the service manager (service_manager.hpp), through the launcher if there is one on this machine.
  // For image 0.
  void notify(const std::string& line) const;

  // Files to open for the command's original standard input and output, not through mpiexec, which copies the bytes
  // several times (and takes input to image 0 only). Input is a pipe, a terminal or a file (read from its start);
  // images that open the same pipe share its bytes. Open the output with O_APPEND.
  std::string standard_input() const;
  std::string standard_output() const;

  // True if the messages of the command, on its original standard error, go to a terminal.
  bool has_terminal() const;

  // The last report: returns the value for main to return. The launcher receives the status, and mpiexec sees 0, for
  // which it prints no remarks.
  int leave(int status);

 private:
  void start_watching(double grace_seconds);
  void watch(double grace_seconds);

  int report_ = -1;             // pipe to the launcher
  int life_ = -1;               // pipe that ends with the launcher; on other hosts: the process that started this one
  int wake_ = -1;               // eventfd: this object ends
  std::vector<int> inherited_;  // sockets of mpiexec that listen
  std::optional<int> images_;
  std::atomic<bool> met_ = false;
  std::thread watcher_;
};

}  // namespace quadrille::server
