#pragma once

// `quadrille ... --images N` starts its own images on this machine: the process that the user sees runs mpiexec, and
// stays as the one that signals, standard input and exit statuses go through.
//
//   launcher ---- mpiexec -n N ---- (its proxies) ---- image 0 .. N-1        the same program, the same arguments
//      |  ^                                               |  ^
//      |  +--- a pipe: "here PID RANK", "left PID STATUS" -+  |
//      +-------- signals, by process id; a second pipe that ends with the launcher
//
// L1  SIGINT, SIGTERM (and SIGHUP, as SIGTERM) go from the launcher straight to every image, once; images end by
//     themselves. Those that have not after `grace_seconds`, or at a second signal, are killed.
//     (mpiexec and the images are in sessions of their own, so a Control-C at the terminal reaches the launcher alone:
//     MPICH's mpiexec would print its own remarks, others would kill the images at once.)
// L2  The images end soon after the launcher, however that ends: they see the end of their pipe and get one SIGTERM,
// and
//     are ended by force where that does not help (launcher_link.hpp); mpiexec ends with them. (A signal to mpiexec
//     by PR_SET_PDEATHSIG was worse: after SIGKILL Hydra kills the images at once, SIGTERM it passes on, a second one.)
// L3  The launcher's status is the largest that an image leaves with; 2 if one dies without leaving. Then the others
// end
//     by themselves (pgas/peer_watch.hpp), or are killed a second later, and a message names the image.
//
// Several machines: the images are started by mpiexec, srun or the like of the cluster, and take the ranks that they
// are given; launch_images() is not called then. launcher_link.hpp is the images' side.

#include <optional>
#include <span>
#include <string>

namespace quadrille::server {

// Some launcher of MPI programs (ours, or that of a cluster) has started this process as one of several.
bool is_started_as_image();

// The number of this image as that launcher tells it, before MPI does; none if it does not.
std::optional<int> rank_from_launcher();

// Runs this program again as `images` images with the same `words` (without the program's name); returns their status
// when all have ended: 0, 1 or 2. To be called before there are threads. Throws Error(user) when there is no mpiexec.
// QUADRILLE_MPIEXEC names the mpiexec to use, if it is not the one of PATH.
int launch_images(int images, std::span<const std::string> words, double grace_seconds = 5);

}  // namespace quadrille::server
