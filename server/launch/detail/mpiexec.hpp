#pragma once

// The command that starts images: with the mpiexec of this machine, or without one.

#include <span>
#include <string>
#include <vector>

#include "server/launch/launcher.hpp"

namespace quadrille::server {

// True if mpiexec starts the images: for several hosts, and always if QUADRILLE_MPIEXEC names one, or if the MPI is not
// MPICH. Otherwise the launcher starts them itself (process_manager.hpp): it opens no port, and there is no mpiexec
// that could be killed.
bool uses_mpiexec(const Launch& launch);

// Variables of the environment ("NAME=value") of mpiexec and all images, for those that the user has not set:
//
//   UCX_LOG_FILE                    UCX would write to standard output, among the answers
//   UCX_WARN_UNUSED_ENV_VARS        UCX would warn of variables that its transports do not use
//   UCX_HANDLE_ERRORS               UCX would add 40 lines of addresses to its line if an image dies during a message
//   UCX_TLS=^tcp, OMPI_MCA_btl=^tcp on one host: images use only shared memory; TCP would listen on all networks
//   HYDRA_LAUNCHER_EXTRA_ARGS       on several hosts: ssh gives up after 10 s without an answer, not after 2 minutes
std::vector<std::string> mpi_variables(const Launch& launch);

// mpiexec [options] -n IMAGES this-program words..., or this-program words... The mpiexec is QUADRILLE_MPIEXEC; or that
// of the MPI with which the program was built; or, if that is not on this machine, the one in PATH.
std::vector<std::string> start_command(const Launch& launch, std::span<const std::string> words);

// The additional options of the mpiexec, recognised by its output for --version.
//
//   Open MPI   refuses to run as root, and to start more images than cores; binds one or two images with all their
//              threads to a core each; passes on only environment variables that are named
//   Hydra      MPICH, Intel MPI
//   both       end all images at once, with their own remarks, when one dies: here images and launcher do that, and
//              name it; in a batch script of Slurm they start images for this machine anywhere in the allocation
std::vector<std::string> mpiexec_options(const std::string& version_text, const std::vector<HostShare>& hosts = {});

}  // namespace quadrille::server
