#pragma once

// `quadrille ... --images N` starts its own images, on this machine or on the hosts of `--hosts`: the process that the
// user sees starts them, and stays as the one that signals, standard input and exit statuses go through.
//
//   launcher ------------------------------------------- image 0 .. N-1    the same program, the same arguments
//      or --- mpiexec -n N --- (its proxies, by ssh) ---/    |  ^
//      |  ^                                                  |  |
//      |  +--- a pipe: "here PID RANK", "left PID STATUS" ---+  |            from and to the images on this machine
//      +-------- signals, by process id; a second pipe that ends with the launcher
//
// Images of MPICH on this machine alone need no mpiexec (detail/mpiexec.hpp): the launcher is their process manager
// (detail/process_manager.hpp), and no port is opened.
//
// L1  SIGINT, SIGTERM (and SIGHUP, as SIGTERM) go from the launcher straight to every image of this machine, once;
//     images end by themselves. Those that have not after `grace_seconds`, or at a second signal, are killed.
//     (mpiexec and the images are in sessions of their own, so a Control-C at the terminal reaches the launcher alone:
//     MPICH's mpiexec would print its own remarks, others would kill the images at once.)
// L2  The images end soon after the launcher, however that ends: they see the end of their pipe and get one SIGTERM,
//     and are ended by force where that does not help (launcher_link.hpp); mpiexec ends with them. (A signal to mpiexec
//     by PR_SET_PDEATHSIG was worse: after SIGKILL Hydra kills the images at once, SIGTERM it passes on, a second one.)
// L3  The launcher's status is the largest that an image of this machine leaves with; 2 if one dies without leaving.
//     Then the others end by themselves (pgas), or are killed a second later, and one message names the image.
// L4  Of the processes between launcher and images (mpiexec, its proxies, ssh, the copy of the output) each is needed:
//     when one ends before the images' work does, all end, status 2 (detail/process_tree.hpp). So do images of other
//     hosts when the process there that has started them ends.
// L5  Images of other hosts are the business of those of this one: image 0 is here, and what ends it ends all. When all
//     images of this machine have gone and mpiexec still waits (for a host that no longer answers), it gets SIGTERM,
//     for it has files to remove, and is killed if it is still there a second later.
//
// Images that mpiexec, srun or the like of a cluster starts take the ranks that they are given; nothing of this is
// called then. launcher_link.hpp is the images' side.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/launch/host_list.hpp"

namespace quadrille::server {

class SignalQueue;

// Some launcher of MPI programs (ours, or that of a cluster) has started this process as one of several.
bool is_started_as_image();

// The number of this image as that launcher tells it, before MPI does; none if it does not.
std::optional<int> rank_from_launcher();

struct Launch {
  int images = 1;                // one on this machine needs no mpiexec
  std::vector<HostShare> hosts;  // `images` in all; empty: this machine
  double grace_seconds = 5;
  double start_seconds = 30;   // for all images to find each other, from the first one here on
  double restart_seconds = 1;  // the supervisor's shortest delay
};

struct LaunchEnd {
  int status = 0;        // 0, 1 or 2
  bool died = false;     // of a death: of an image, a host or mpiexec, and not by a signal or an error that was told
  bool served = false;   // image 0 has said that it serves
  bool stopped = false;  // by a signal
};

// Runs this program again as images with the same `words` (without the program's name); returns when all have ended. To
// be called before there are threads. Throws Error(user) when mpiexec is needed and there is none.
// QUADRILLE_MPIEXEC names an mpiexec to use in any case.
LaunchEnd launch_images(const Launch& launch, std::span<const std::string> words, SignalQueue& signals);
int launch_images(const Launch& launch, std::span<const std::string> words);

}  // namespace quadrille::server
