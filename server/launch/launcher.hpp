#pragma once

// The launcher of `quadrille ... --images N` starts the images of its command, on this machine or on the hosts of
// `--hosts`. It is the process that the user has started; signals, standard input and exit statuses pass through it.
//
//   launcher ------------------------------------------- image 0 .. N-1    the same program, the same arguments
//      or --- mpiexec -n N --- (its proxies, by ssh) ---/    |  ^
//      |  ^                                                  |  |
//      |  +--- a pipe: "here PID RANK", "left PID STATUS" ---+  |            from and to the images on this machine
//      +-------- signals, by process id; a second pipe that ends with the launcher
//
// Images of MPICH on only this machine need no mpiexec (detail/mpiexec.hpp): the launcher is their process manager
// (detail/process_manager.hpp), and no port is opened.
//
// L1  SIGINT, SIGTERM (and SIGHUP, as SIGTERM) go from the launcher directly to every image of this machine, once; the
//     images end by themselves. With Launch::reloads a SIGHUP goes to image 0, as often as it comes, as soon as all
//     images have met; only if the terminal is gone, it is as SIGTERM. Those that have not ended after
//     `grace_seconds`, or at a second signal 0.1 s later or more, are killed.
//     (mpiexec is in its own session, and the images in their own groups, so a Control-C at the terminal reaches only
//     the launcher: MPICH's mpiexec would print its own remarks, others would kill the images at once.)
// L2  The images end soon after the launcher, however that ends: they detect the end of their pipe and get one SIGTERM,
//     and are ended by force if that does not help (launcher_link.hpp); mpiexec ends with them. (A signal to mpiexec
//     by PR_SET_PDEATHSIG was worse: after SIGKILL Hydra kills the images at once, and it passes SIGTERM on a second
//     time.)
// L3  The launcher's status is the largest status of the images of this machine; 2 if one dies without leaving. Then
// the
//     others end by themselves (pgas), or are killed a second later, and one message names the image.
// L4  Each of the processes between launcher and images (mpiexec, its proxies, ssh, the copier of the output) is
// needed:
//     if one ends before the images' work does, all end, with status 2 (detail/process_tree.hpp). Images of other
//     hosts also end when the process there that has started them ends.
// L5  Images of other hosts depend on those of this host: image 0 is here, and if it ends, all end. If all images of
//     this machine have ended and mpiexec still waits (for a host that no longer answers), it gets SIGTERM,
//     because it has files to remove, and is killed a second later if it has not ended.
//
// Images that a cluster's mpiexec, srun or similar starts take the given ranks; nothing of this file is called then.
// launcher_link.hpp is the images' side.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/launch/host_list.hpp"

namespace quadrille::server {

class SignalQueue;

// True if a launcher of MPI programs (ours, or that of a cluster) has started this process as one of several.
bool is_started_as_image();

// The number of this image from that launcher, known before MPI_Init; none if the launcher does not set it.
std::optional<int> rank_from_launcher();

struct Launch {
  int images = 1;                // one on this machine needs no mpiexec
  std::vector<HostShare> hosts;  // `images` in total; empty: this machine
  double grace_seconds = 5;
  double start_seconds = 30;           // the limit until all images have met, after the first one starts here
  double restart_seconds = 1;          // the supervisor's shortest delay
  bool reloads = false;                // the images read their settings again at SIGHUP
  std::function<void()> serving = {};  // called when image 0 reports that it serves
};

struct LaunchEnd {
  int status = 0;        // 0, 1 or 2
  bool died = false;     // an image, a host or mpiexec died; false after a signal or a reported error
  bool served = false;   // image 0 has reported that it serves
  bool stopped = false;  // by a signal
};

// Runs this program again as images with the same `words` (without the program's name); returns when all have ended.
// Must be called before there are threads. Throws Error(user) if mpiexec is needed and not found. If the variable
// QUADRILLE_MPIEXEC is set, that mpiexec is always used.
LaunchEnd launch_images(const Launch& launch, std::span<const std::string> words, SignalQueue& signals);
int launch_images(const Launch& launch, std::span<const std::string> words);

}  // namespace quadrille::server
