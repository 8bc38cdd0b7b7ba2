#pragma once

// The wire-up of images that a launcher starts on its own host, without MPI. The launcher gives each image a socket, on
// which it also serves PMI 1.1 (server/launch/detail/process_manager.hpp), and the variables PMI_RANK and PMI_SIZE.
//
//   "cmd=gather rank=1 value=0a1b"      each image sends one line; the value is bytes as hexadecimal digits
//   "cmd=gathered value=ff000a1b"       all images get this line when the last one has sent: the values by rank
//
// An image that starts MPI on that socket does so between two of these.

namespace quadrille::pgas {

// The variable with the number of the socket, as text. PMI_FD has the same number, unless another launcher is between
// the two: then this one's socket is not used.
inline constexpr const char* kGatherVariable = "QUADRILLE_LAUNCHER_GATHERS";

}  // namespace quadrille::pgas
